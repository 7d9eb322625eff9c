import MarkdownIt from 'markdown-it'
import { BlockState, type BlockToken } from './block-state.js'
import type { SourceLines } from './lines.js'
import { blockquote } from './rules/blockquote.js'
import { depth, MAX_LEVEL } from './rules/depth.js'
import { directive, pairDirectives } from './rules/directive.js'
import { footnote } from './rules/footnote.js'
import { html } from './rules/html.js'
import { list } from './rules/list.js'
import { math } from './rules/math.js'
import { indentedFence, mdx } from './rules/mdx.js'
import { paragraph } from './rules/paragraph.js'
import { parseEnvironment } from './rules/state.js'
import { table } from './rules/table.js'

const ANYWHERE = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }

const markdown = createParser()
const markdownX = createParser()
markdownX.block.ruler.before('fence', 'mdx', mdx, { alt: ['paragraph'] })
markdownX.block.ruler.at('fence', indentedFence, ANYWHERE)
markdownX.block.ruler.disable('code')

/**
 * The blocks on the lines `first..end`, which are line 0 and so on to them: CommonMark and GFM tables, with this
 * strategy's rules for what real documents add to them. Inline content is never looked at.
 */
export function parseBlocks(lines: SourceLines, first: number, end: number, format: 'markdown' | 'mdx'): BlockToken[] {
  const parser = format === 'mdx' ? markdownX : markdown
  // The text goes on: its last block may be incomplete.
  const truncated = end < lines.count
  const environment = parseEnvironment({
    truncated,
    unclosed: new Map(),
    directives: pairDirectives(lines, first, end, truncated),
    lazyRuns: new Map(),
    vain: 0,
    indents: [],
  })
  const state = new BlockState(lines, first, end, parser, environment)
  parser.block.tokenize(state, 0, state.lineMax)
  return state.blocks
}

function createParser() {
  const parser = new MarkdownIt({ html: true, maxNesting: MAX_LEVEL + 8 })
  const { ruler } = parser.block
  ruler.at('table', table, { alt: ['paragraph', 'reference'] })
  ruler.at('blockquote', blockquote, ANYWHERE)
  ruler.at('list', list, { alt: ['paragraph', 'reference', 'blockquote'] })
  ruler.at('paragraph', paragraph)
  ruler.at('html_block', html, { alt: ['paragraph', 'reference', 'blockquote'] })
  ruler.disable(['lheading', 'reference'])
  ruler.before('table', 'depth', depth)
  ruler.before('fence', 'math', math, ANYWHERE)
  ruler.before('fence', 'directive', directive, ANYWHERE)
  ruler.before('reference', 'footnote', footnote, { alt: ['paragraph', 'reference'] })
  return parser
}
