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
 * Sizes in the unit asked for. `between` is cheap and additive. It is exact for plain characters, never too low for
 * renderings, whose white space may be trimmed, and an estimate for tokens, which `exact` then checks on the finished
 * text.
 */
export interface Measure {
  between(start: number, end: number): number
  exact(text: string): number
  /** Whether `between` is never too low and needs no check. */
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
  const segments = whole ? columnsOf(whole.segments, whole.text.length) : undefined
  const begins = segments ? whereTextBegins(segments) : same
  const ends = segments ? whereTextEnds(segments) : same
  const tokens = tokenizer?.encode(whole?.text ?? source).offsets
  const count = tokens ? (shown: number) => lowerBound(tokens, shown) : same
  const between = (start: number, end: number) => Math.max(0, count(ends(end)) - count(begins(start)))
  return {
    certain: tokenizer === undefined,
    between,
    exact: tokenizer ? (shown) => tokenizer.count(shown) : (shown) => shown.length,
    reach: (start, end, size) => firstIndex(end + 1, (offset) => between(start, offset) > size, start + 1) - 1,
    reachBack: (start, end, size) => firstIndex(end, (offset) => between(offset, end) <= size, start),
    pieceAround: segments ? (offset) => pieceAround(segments, offset) : () => undefined,
    show: (start, end) => (structure.render ? structure.render({ start, end }) : { text: source.slice(start, end) }),
  }
}

const same = (offset: number): number => offset

/** The segments of a whole document as columns: they are searched for every block. */
interface Columns {
  start: Float64Array
  end: Float64Array
  at: Float64Array
  length: Float64Array
  verbatim: Uint8Array
  /** Length of the rendering. */
  total: number
}

function columnsOf(segments: readonly Segment[], total: number): Columns {
  const count = segments.length
  const columns: Columns = {
    start: new Float64Array(count),
    end: new Float64Array(count),
    at: new Float64Array(count),
    length: new Float64Array(count),
    verbatim: new Uint8Array(count),
    total,
  }
  for (let index = 0; index < count; index++) {
    const { start, end, at, length, verbatim } = segments[index]!
    columns.start[index] = start
    columns.end[index] = end
    columns.at[index] = at
    columns.length[index] = length
    columns.verbatim[index] = verbatim ? 1 : 0
  }
  return columns
}

/** Where, in the rendering of the whole document, the text that follows a source offset begins. */
function whereTextBegins({ start, end, at, verbatim, total }: Columns): (offset: number) => number {
  return (offset) => {
    const segment = lowerBound(end, offset + 1)
    if (segment === end.length) return total
    return at[segment]! + (verbatim[segment] ? Math.max(0, offset - start[segment]!) : 0)
  }
}

/** Where the text that precedes a source offset ends. */
function whereTextEnds({ start, end, at, verbatim, length }: Columns): (offset: number) => number {
  return (offset) => {
    const segment = lowerBound(start, offset) - 1
    if (segment < 0) return 0
    const whole = offset >= end[segment]!
    if (!verbatim[segment]) return at[segment]! + (whole ? length[segment]! : 0)
    return at[segment]! + (whole ? length[segment]! : offset - start[segment]!)
  }
}

function pieceAround({ start, end, verbatim }: Columns, offset: number): Span | undefined {
  const segment = lowerBound(start, offset) - 1
  if (segment < 0 || verbatim[segment] || end[segment]! <= offset) return undefined
  return { start: start[segment]!, end: end[segment]! }
}
