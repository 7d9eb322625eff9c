import type { Block, ContextPart } from '../../../core/index.js'
import { proseBlocks } from '../../prose.js'
import type { FrontMatter } from './front-matter.js'
import { SourceLines } from './lines.js'
import { BLOCK, SENTENCE } from './strength.js'

const ENTRY = /^[^\s#-]/

/** Front matter as one block; what does not fit is cut between its entries, each part with the delimiters around it. */
export function frontMatterBlock({ span }: FrontMatter, text: string, context: ContextPart[]): Block {
  const lines = new SourceLines(text.slice(0, span.end), span.start)
  const lineBreak = lines.lineBreak(0)
  return {
    span,
    kind: 'front-matter',
    strength: BLOCK,
    ...(context.length > 0 && { context }),
    wrap: () => ({ open: lines.line(0) + lineBreak, close: lineBreak + lines.line(lines.count - 1) }),
    split: () => frontMatterLines(lines, context),
  }
}

/** Line by line; a cut is better before an entry than inside one. */
function* frontMatterLines(lines: SourceLines, context: ContextPart[]): Generator<Block> {
  for (let line = 0; line < lines.count; line++) {
    if (lines.isBlank(line)) continue
    const isEntry = ENTRY.test(lines.line(line))
    const isEdge = line === 0 || line === lines.count - 1
    const strength = isEdge ? 0 : isEntry ? BLOCK / 2 : BLOCK / 4
    const span = lines.span(line, line + 1)
    yield {
      span,
      kind: 'line',
      strength,
      keepWithNext: line === 0,
      context,
      split: () => proseBlocks(lines.text, span, { context, strength: strength * SENTENCE }),
    }
  }
}
