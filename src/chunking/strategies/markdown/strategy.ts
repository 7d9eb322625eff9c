import type { Block, CallOptions, ContextPart, Document, Strategy, Structure } from '../../../core/index.js'
import { lineTableOf } from '../../line-table.js'
import { type Reading, toBlocks } from './blocks.js'
import { type FrontMatter, findFrontMatter } from './front-matter.js'
import { frontMatterBlock } from './front-matter-block.js'
import { SourceLines } from './lines.js'
import { type MarkdownOptions, markdownOptions } from './options.js'
import { readDocument } from './read-document.js'
import { AFTER_FRONT_MATTER, BLOCK } from './strength.js'

const BYTE_ORDER_MARK = 0xfeff

/**
 * Markdown along its own structure: sections by heading, and in them paragraphs, lists, tables, fences, quotes, math and
 * HTML. CommonMark with tables, front matter, footnotes, callouts, `:::` containers, `<details>` and, in `.mdx` files,
 * the text side of MDX.
 */
export const markdownStrategy: Strategy<MarkdownOptions> = {
  validate(options) {
    markdownOptions(options)
  },

  structure(document: Document, options: Readonly<MarkdownOptions>, call: CallOptions): Structure {
    const { text } = document
    const from = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0
    const frontMatter = findFrontMatter(text, from)
    const lines = new SourceLines(text, frontMatter?.span.end ?? from, lineTableOf(document))
    const reading: Reading = { lines, settings: markdownOptions(options), dropped: [] }
    return { blocks: readBlocks(document, frontMatter, reading, call), dropped: reading.dropped }
  },
}

function* readBlocks(
  document: Document,
  frontMatter: FrontMatter | undefined,
  reading: Reading,
  call: CallOptions,
): Generator<Block> {
  const title = document.title ?? frontMatter?.title
  const context: ContextPart[] = title === undefined ? [] : [{ kind: 'title', text: title }]
  if (frontMatter) yield frontMatterBlock(frontMatter, reading.lines.text, context)
  const nodes = readDocument(reading.lines, formatOf(document), call)
  const blocks = toBlocks(nodes, reading, { strength: BLOCK, context, isTop: true })
  let isFirst = frontMatter !== undefined
  for (const block of blocks) {
    yield isFirst ? { ...block, strength: Math.max(block.strength, AFTER_FRONT_MATTER) } : block
    isFirst = false
  }
}

function formatOf({ uri, mediaType }: Document): 'markdown' | 'mdx' {
  return mediaType === 'text/mdx' || /\.mdx(?:[?#]|$)/i.test(uri ?? '') ? 'mdx' : 'markdown'
}
