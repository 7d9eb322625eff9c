import {
  type Document,
  firstIndex,
  lowerBound,
  type Segment,
  type Span,
  type Structure,
  type Tokenizer,
} from '../../core/index.js'

/**
 * Sizes in the unit asked for. `between` is cheap and additive; it is exact for plain characters and an estimate for
 * tokens and renderings, which `exact` then checks on the finished text.
 */
export interface Measure {
  between(start: number, end: number): number
  exact(text: string): number
  /** Whether `between` needs no check. */
  readonly certain: boolean
  /** Largest offset up to `end` for which `between(start, offset) <= size`. */
  reach(start: number, end: number, size: number): number
  /** Smallest offset from `start` on for which `between(offset, end) <= size`. */
  reachBack(start: number, end: number, size: number): number
  /** The source around an offset that shows as one piece, as a character reference does: not to be cut. */
  pieceAround(offset: number): Span | undefined
  /** The text a chunk of this span shows, without `open` and `close`. */
  show(start: number, end: number): { text: string; segments?: Segment[] }
}

export function createMeasure(document: Document, structure: Structure, tokenizer: Tokenizer | undefined): Measure {
  if (!structure.render && !tokenizer) return characters(document.text)
  return estimated(document.text, structure, tokenizer)
}

function characters(text: string): Measure {
  return {
    certain: true,
    between: (start, end) => end - start,
    exact: (shown) => shown.length,
    reach: (start, end, size) => Math.min(end, start + size),
    reachBack: (start, end, size) => Math.max(start, end - size),
    pieceAround: () => undefined,
    show: (start, end) => ({ text: text.slice(start, end) }),
  }
}

function estimated(source: string, structure: Structure, tokenizer: Tokenizer | undefined): Measure {
  const whole = structure.render?.({ start: 0, end: source.length })
  const begins = whole ? whereTextBegins(whole.segments, whole.text.length) : same
  const starts = Float64Array.from(whole?.segments ?? [], (segment) => segment.start)
  const ends = whole ? whereTextEnds(whole.segments, starts) : same
  const tokens = tokenizer?.encode(whole?.text ?? source).offsets
  const count = tokens ? (shown: number) => lowerBound(tokens, shown) : same
  const between = (start: number, end: number) => Math.max(0, count(ends(end)) - count(begins(start)))
  return {
    certain: false,
    between,
    exact: tokenizer ? (shown) => tokenizer.count(shown) : (shown) => shown.length,
    reach: (start, end, size) => firstIndex(end + 1, (offset) => between(start, offset) > size, start + 1) - 1,
    reachBack: (start, end, size) => firstIndex(end, (offset) => between(offset, end) <= size, start),
    pieceAround: whole ? (offset) => pieceAround(whole.segments, starts, offset) : () => undefined,
    show: (start, end) => (structure.render ? structure.render({ start, end }) : { text: source.slice(start, end) }),
  }
}

const same = (offset: number): number => offset

/** Where, in the rendering of the whole document, the text that follows a source offset begins. */
function whereTextBegins(segments: Segment[], total: number): (offset: number) => number {
  const ends = Float64Array.from(segments, (segment) => segment.end)
  return (offset) => {
    const segment = segments[lowerBound(ends, offset + 1)]
    if (!segment) return total
    return segment.at + (segment.verbatim ? Math.max(0, offset - segment.start) : 0)
  }
}

/** Where the text that precedes a source offset ends. */
function whereTextEnds(segments: Segment[], starts: Float64Array): (offset: number) => number {
  return (offset) => {
    const segment = segments[lowerBound(starts, offset) - 1]
    if (!segment) return 0
    if (!segment.verbatim) return segment.at + (offset >= segment.end ? segment.length : 0)
    return segment.at + Math.min(offset - segment.start, segment.length)
  }
}

function pieceAround(segments: Segment[], starts: Float64Array, offset: number): Span | undefined {
  const segment = segments[lowerBound(starts, offset) - 1]
  return segment && !segment.verbatim && segment.end > offset ? segment : undefined
}
