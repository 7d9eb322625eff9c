import type { Span } from '../../../core/index.js'

/** Where a separator goes when a cut falls on it: to the piece before, to the one after, or away. */
export type KeepSeparator = 'end' | 'start' | false

/** Finds the next separator in `part` at or after an offset. */
type Finder = (part: string, from: number) => Span | undefined

const BLANK_LINE = /\r?\n[ \t]*(?:\r?\n|\r)|\r[ \t]*\r/g
const LINE_END = /\r\n|\n|\r/g

/** Finder for a literal string or a pattern. `\n` and `\n\n` stand for any line end and any blank line. */
export function createFinder(separator: string, isRegex: boolean): Finder {
  if (isRegex) return patternFinder(new RegExp(separator, 'gu'))
  if (separator === '\n\n') return patternFinder(BLANK_LINE)
  if (separator === '\n') return patternFinder(LINE_END)
  return (part, from) => {
    const start = part.indexOf(separator, from)
    return start < 0 ? undefined : { start, end: start + separator.length }
  }
}

function patternFinder(pattern: RegExp): Finder {
  return (part, from) => {
    pattern.lastIndex = from
    let match = pattern.exec(part)
    // An empty match separates nothing.
    while (match && match[0] === '') {
      pattern.lastIndex++
      match = pattern.exec(part)
    }
    return match ? { start: match.index, end: match.index + match[0].length } : undefined
  }
}

/** The pieces of a span between its separators. */
export function* piecesBetween(text: string, span: Span, find: Finder, keep: KeepSeparator): Generator<Span> {
  // Searching a slice keeps every search inside the span.
  const part = text.slice(span.start, span.end)
  let start = 0
  let from = 0
  for (;;) {
    const separator = from < part.length ? find(part, from) : undefined
    if (!separator) break
    const end = keep === 'end' ? separator.end : separator.start
    if (end > start) yield { start: span.start + start, end: span.start + end }
    start = keep === 'start' ? separator.start : separator.end
    from = separator.end
  }
  if (start < part.length) yield { start: span.start + start, end: span.end }
}
