import {
  type Document,
  firstIndex,
  lowerBound,
  type Segment,
  type Span,
  type Structure,
  type Tokenizer,
} from '../../core/index.js'
import { type Graphemes, shownGraphemes, sourceGraphemes } from './graphemes.js'
import { ShownText } from './shown-text.js'

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
  readonly graphemes: Graphemes
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
    graphemes: sourceGraphemes(text),
    show: (start, end) => ({ text: text.slice(start, end) }),
  }
}

function estimated(source: string, structure: Structure, tokenizer: Tokenizer | undefined): Measure {
  const whole = structure.render?.({ start: 0, end: source.length })
  const shown = whole && new ShownText(whole.text, whole.segments)
  const begins = shown ? (offset: number) => shown.begins(offset) : same
  const ends = shown ? (offset: number) => shown.ends(offset) : same
  const tokens = tokenizer?.encode(whole?.text ?? source).offsets
  const count = tokens ? (shown: number) => lowerBound(tokens, shown) : same
  const between = (start: number, end: number) => Math.max(0, count(ends(end)) - count(begins(start)))
  return {
    certain: tokenizer === undefined,
    between,
    exact: tokenizer ? (shown) => tokenizer.count(shown) : (shown) => shown.length,
    reach: (start, end, size) => firstIndex(end + 1, (offset) => between(start, offset) > size, start + 1) - 1,
    reachBack: (start, end, size) => firstIndex(end, (offset) => between(offset, end) <= size, start),
    pieceAround: (offset) => shown?.pieceAround(offset),
    graphemes: shown ? shownGraphemes(shown) : sourceGraphemes(source),
    show: (start, end) => (structure.render ? structure.render({ start, end }) : { text: source.slice(start, end) }),
  }
}

const same = (offset: number): number => offset
