import type { Document, Segment, Structure, Tokenizer } from '../../core/index.js'

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
    show: (start, end) => ({ text: text.slice(start, end) }),
  }
}

function estimated(source: string, structure: Structure, tokenizer: Tokenizer | undefined): Measure {
  const whole = structure.render?.({ start: 0, end: source.length })
  const toShown = whole ? shownOffset(whole.segments, whole.text.length) : (offset: number) => offset
  const tokens = tokenizer?.encode(whole?.text ?? source).offsets
  const position = tokens ? (offset: number) => countBelow(tokens, toShown(offset)) : toShown
  return {
    certain: false,
    between: (start, end) => position(end) - position(start),
    exact: tokenizer ? (shown) => tokenizer.count(shown) : (shown) => shown.length,
    reach(start, end, size) {
      const limit = position(start) + size
      let low = start
      let high = end
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (position(middle) <= limit) low = middle
        else high = middle - 1
      }
      return low
    },
    reachBack(start, end, size) {
      const limit = position(end) - size
      let low = start
      let high = end
      while (low < high) {
        const middle = (low + high) >> 1
        if (position(middle) >= limit) high = middle
        else low = middle + 1
      }
      return low
    },
    show: (start, end) => (structure.render ? structure.render({ start, end }) : { text: source.slice(start, end) }),
  }
}

/** Where a source offset comes to lie in the rendering of the whole document. */
function shownOffset(segments: Segment[], total: number): (offset: number) => number {
  const starts = Float64Array.from(segments, (segment) => segment.start)
  return (offset) => {
    const index = countBelow(starts, offset + 1) - 1
    if (index < 0) return 0
    const segment = segments[index]!
    const inside = offset - segment.start
    const shown = segment.verbatim ? Math.min(inside, segment.length) : offset >= segment.end ? segment.length : 0
    return Math.min(total, segment.at + shown)
  }
}

/** How many of the ascending values are below `limit`. */
function countBelow(values: Uint32Array | Float64Array, limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
