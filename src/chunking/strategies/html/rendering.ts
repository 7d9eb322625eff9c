import { lowerBound, type Segment, type Span } from '../../../core/index.js'
import { isSpace } from '../../packer/space.js'
import { BLANK_LINE, INK, NEW_LINE, NO_BREAK, type Pieces, PREFORMATTED, SPACE, VERBATIM } from './text-flow.js'

/**
 * The text of a whole page and where every piece of it comes from. Rendering a part of the source is a binary search
 * and a slice.
 */
export class Rendering {
  /** The page without its tags, lines as a browser shows them. */
  readonly text: string
  readonly #pieces: Pieces
  /** Offsets of the pieces in `text`; pieces that are hidden are empty. */
  readonly #from: Int32Array
  readonly #to: Int32Array
  /** How many of the pieces before each one hold something visible. */
  readonly #ink: Int32Array

  /** @param hidden spans whose text is left out, in order */
  constructor(source: string, pieces: Pieces, hidden: readonly Span[]) {
    this.#pieces = pieces
    this.#from = new Int32Array(pieces.count)
    this.#to = new Int32Array(pieces.count)
    this.#ink = new Int32Array(pieces.count + 1)
    this.text = this.#assemble(source, hidden)
  }

  /** Pieces with something visible among the first `count`. */
  inkBefore(count: number): number {
    return this.#ink[count]!
  }

  /** The source from the first to the last visible piece of a range of pieces, or undefined if it shows nothing. */
  visibleSource(fromPiece: number, toPiece: number): Span | undefined {
    const seen = this.#ink[fromPiece]!
    if (this.#ink[toPiece]! === seen) return undefined
    const first = lowerBound(this.#ink, seen + 1) - 1
    const last = lowerBound(this.#ink, this.#ink[toPiece]!) - 1
    return { start: this.#pieces.start[first]!, end: this.#pieces.end[last]! }
  }

  /** The shown text of a source span, trimmed, with its segments. */
  render(part: Span): { text: string; segments: Segment[] } {
    const range = this.shown(part)
    const text = this.text.slice(range.start, range.end)
    return { text, segments: this.#segments(range) }
  }

  /** The stretch of {@link text} that a source span shows, without white space around it; an indent is kept. */
  shown(part: Span): Span {
    const { start, end } = this.#within(part)
    let to = end
    while (to > start && isSpace(this.text.charCodeAt(to - 1))) to--
    let from = start
    while (from < to && isSpace(this.text.charCodeAt(from))) from++
    return { start: this.#includeIndent(from, start), end: to }
  }

  /** The source offset of the character at an offset of {@link text}. */
  sourceStart(offset: number): number {
    const piece = upperBound(this.#from, offset) - 1
    const start = this.#pieces.start[piece]!
    if (!(this.#pieces.flags[piece]! & VERBATIM)) return start
    return Math.min(start + offset - this.#from[piece]!, this.#pieces.end[piece]!)
  }

  /** The source offset after the character before an offset of {@link text}. */
  sourceEnd(offset: number): number {
    const piece = upperBound(this.#from, offset - 1) - 1
    const verbatim = this.#pieces.flags[piece]! & VERBATIM
    if (!verbatim) return this.#pieces.end[piece]!
    return Math.min(this.#pieces.start[piece]! + offset - this.#from[piece]!, this.#pieces.end[piece]!)
  }

  /** How much of {@link text} is shown before a source offset. */
  shownBefore(offset: number): number {
    const { start, end, flags } = this.#pieces
    const piece = lowerBound(start, offset) - 1
    if (piece < 0) return 0
    const beyond = end[piece]! - offset
    if (beyond <= 0) return this.#to[piece]!
    const from = this.#from[piece]!
    return flags[piece]! & VERBATIM ? Math.max(from, this.#to[piece]! - beyond) : from
  }

  /** The pieces of a stretch of {@link text}, in its own offsets. */
  *stretches(range: Span): Generator<Span & { verbatim: boolean }> {
    for (let piece = upperBound(this.#from, range.start) - 1; piece < this.#pieces.count; piece++) {
      if (this.#from[piece]! >= range.end) return
      const start = Math.max(range.start, this.#from[piece]!)
      const end = Math.min(range.end, this.#to[piece]!)
      if (start < end) yield { start, end, verbatim: (this.#pieces.flags[piece]! & VERBATIM) !== 0 }
    }
  }

  #assemble(source: string, hidden: readonly Span[]): string {
    const { count, start, end, separator, flags, replaced } = this.#pieces
    const parts: string[] = []
    let length = 0
    let pending = NO_BREAK
    let nextHidden = 0
    for (let piece = 0; piece < count; piece++) {
      const wanted = separator[piece]!
      if (wanted > pending) pending = wanted
      while (nextHidden < hidden.length && hidden[nextHidden]!.end <= start[piece]!) nextHidden++
      if (nextHidden < hidden.length && hidden[nextHidden]!.start <= start[piece]!) {
        this.#from[piece] = this.#to[piece] = length
        this.#ink[piece + 1] = this.#ink[piece]!
        continue
      }
      if (pending !== NO_BREAK && length > 0) {
        const between = separatorText(pending, parts[parts.length - 1]!.endsWith('\n'))
        parts.push(between)
        length += between.length
      }
      pending = NO_BREAK
      const kind = flags[piece]!
      let text = ' '
      if (kind & VERBATIM) text = source.slice(start[piece]!, end[piece]!)
      else if (!(kind & SPACE)) text = replaced.get(piece)!
      parts.push(text)
      this.#from[piece] = length
      length += text.length
      this.#to[piece] = length
      this.#ink[piece + 1] = this.#ink[piece]! + (kind & INK ? 1 : 0)
    }
    return parts.join('')
  }

  /** Only the part of a verbatim piece that lies in the span; another piece goes to the span it begins in. */
  #within(part: Span): Span {
    const { start, end, flags } = this.#pieces
    let first = lowerBound(start, part.start)
    const last = lowerBound(start, part.end) - 1
    let cut = 0
    if (first > 0 && flags[first - 1]! & VERBATIM && end[first - 1]! > part.start) {
      first--
      cut = part.start - start[first]!
    }
    if (last < first) return { start: 0, end: 0 }
    const from = Math.min(this.#from[first]! + cut, this.#to[first]!)
    const beyond = flags[last]! & VERBATIM ? Math.max(0, end[last]! - part.end) : 0
    return { start: from, end: Math.max(from, this.#to[last]! - beyond) }
  }

  #includeIndent(from: number, floor: number): number {
    let start = from
    while (start > floor && isBlank(this.text.charCodeAt(start - 1))) start--
    if (start === from) return from
    const piece = upperBound(this.#from, start) - 1
    return this.#pieces.flags[piece]! & PREFORMATTED ? start : from
  }

  #segments(range: Span): Segment[] {
    const { count, start, end, flags } = this.#pieces
    const segments: Segment[] = []
    for (let piece = Math.max(0, upperBound(this.#from, range.start) - 1); piece < count; piece++) {
      const from = this.#from[piece]!
      const to = this.#to[piece]!
      if (from >= range.end) break
      if (to <= range.start || from === to) continue
      const at = Math.max(from, range.start)
      const length = Math.min(to, range.end) - at
      const verbatim = (flags[piece]! & VERBATIM) !== 0
      const sourceStart = verbatim ? start[piece]! + at - from : start[piece]!
      segments.push({
        at: at - range.start,
        length,
        start: sourceStart,
        end: verbatim ? sourceStart + length : end[piece]!,
        verbatim,
      })
    }
    return segments
  }
}

/** @param afterLineEnd the text before ends its line by itself, as `pre` often does */
function separatorText(kind: number, afterLineEnd: boolean): string {
  if (kind === BLANK_LINE) return afterLineEnd ? '\n' : '\n\n'
  if (kind === NEW_LINE) return afterLineEnd ? '' : '\n'
  return '\t'.repeat(kind)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}

/** First index whose value is above `wanted`. */
function upperBound(values: Int32Array, wanted: number): number {
  return lowerBound(values, wanted + 1)
}
