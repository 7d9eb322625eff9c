import { type Chunk, locate, type Span } from '../core/index.js'
import { sentences } from '../text/index.js'

/** A stretch of a chunk that can be quoted by itself. */
export interface Quotable {
  /** In the chunk's text. */
  from: number
  to: number
  text: string
  /** In the document. */
  span: Span
  /** A heading or a bare label: says what something is about, not what is so. */
  label: boolean
}

/** Markers of list items, quotes, headings and table rows before the words of a line. */
const LEAD = /^[\s>]*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|#{1,6}\s+|\|\s*)?/
const NEW_UNIT = /^[\s>]*(?:[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s|\||```|~~~|\$\$|\\(?:begin|end|item|section|subsection)\b)/
const NOTHING_SAID = /^[\s|:*_=~`#>.+-]*$/

/** The sentences, list items, rows and lines of a chunk that have a source; `open` and `close` are never quoted. */
export function quotables(chunk: Chunk): Quotable[] {
  const found: Quotable[] = []
  const start = chunk.segments ? 0 : chunk.open.length
  const end = chunk.text.length - (chunk.segments ? 0 : chunk.close.length)
  for (const unit of unitsOf(chunk.text, start, end)) {
    const isHeading = /^[\s>]*#{1,6}\s/.test(chunk.text.slice(unit.start, unit.end))
    for (const sentence of sentences(chunk.text, unit.start, unit.end)) {
      const from = sentence.start + LEAD.exec(chunk.text.slice(sentence.start, sentence.end))![0].length
      const text = chunk.text.slice(from, sentence.end)
      if (NOTHING_SAID.test(text)) continue
      const span = locate(chunk, from, sentence.end)
      if (span) found.push({ from, to: sentence.end, text, span, label: isHeading || text.trimEnd().endsWith(':') })
    }
  }
  return found
}

/** Stretches of lines that belong together: a paragraph, a list item with its continuation, a row, a code line. */
function* unitsOf(text: string, start: number, end: number): Generator<Span> {
  let unitStart = start
  let inFence = false
  for (let lineStart = start; lineStart < end; ) {
    const feed = text.indexOf('\n', lineStart)
    const lineEnd = feed < 0 || feed >= end ? end : feed + 1
    const line = text.slice(lineStart, lineEnd)
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (lineStart > unitStart && (inFence || isFence || NEW_UNIT.test(line) || line.trim() === '')) {
      yield { start: unitStart, end: lineStart }
      unitStart = lineStart
    }
    if (isFence) inFence = !inFence
    lineStart = lineEnd
  }
  if (unitStart < end) yield { start: unitStart, end }
}
