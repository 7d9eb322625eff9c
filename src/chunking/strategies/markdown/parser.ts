import MarkdownIt, { type Token } from 'markdown-it'
import { blockquote } from './rules/blockquote.js'
import { depth, MAX_LEVEL } from './rules/depth.js'
import { directive, pairDirectives } from './rules/directive.js'
import { footnote } from './rules/footnote.js'
import { html } from './rules/html.js'
import { list } from './rules/list.js'
import { math } from './rules/math.js'
import { mdx } from './rules/mdx.js'
import { paragraph } from './rules/paragraph.js'
import { parseEnvironment } from './rules/state.js'
import { table } from './rules/table.js'

const ANYWHERE = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }

const markdown = createParser()
const markdownX = createParser()
markdownX.block.ruler.before('fence', 'mdx', mdx)

/**
 * The block tokens of a text whose lines end in `\n`: CommonMark and GFM tables, with this strategy's rules for what
 * real documents add to them. Inline content is never looked at.
 *
 * @param truncated the text goes on, so its last block may be incomplete
 */
export function parseBlocks(src: string, format: 'markdown' | 'mdx', truncated: boolean): Token[] {
  const parser = format === 'mdx' ? markdownX : markdown
  const tokens: Token[] = []
  const environment = parseEnvironment({
    truncated,
    unclosed: new Map(),
    directives: pairDirectives(src, truncated),
    lazyRuns: new Map(),
    indents: [],
  })
  parser.block.parse(src, parser, environment, tokens)
  return tokens
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
