/**
 * The largest border between two graphemes (user-perceived characters, UAX #29) that is at most `pos`.
 * Reads back to the nearest sure border only, at most to `floor`.
 *
 * @param floor a border already known, for example where the current chunk begins. When the grapheme at `pos` began at
 *   or before it, the answer is the code point border in (floor, pos], or `floor` when there is none.
 */
export function graphemeBoundaryAtOrBefore(text: string, pos: number, floor = 0): number {
  if (pos >= text.length) return text.length
  if (pos <= floor) return codePointBoundaryAtOrBefore(text, pos)
  const boundary = graphemeStart(text, pos, floor)
  if (boundary > floor) return boundary
  return Math.max(floor, codePointBoundaryAtOrBefore(text, pos))
}

/** Whether a border between two graphemes lies at `pos`, given that one lies at `floor`. */
export function isGraphemeBoundary(text: string, pos: number, floor = 0): boolean {
  return graphemeStart(text, pos, floor) === pos
}

/**
 * The smallest border between two graphemes that is at least `pos`, or `to` when there is none before. Reads from the
 * nearest sure border to the end of the grapheme only.
 *
 * @param floor a border already known, at most `pos`
 * @param to where the search ends; counts as a border
 */
export function graphemeBoundaryAtOrAfter(text: string, pos: number, floor: number, to: number): number {
  if (pos >= to) return to
  const start = graphemeStart(text, pos, floor)
  if (start === pos) return pos
  for (const { segment } of graphemeSegmenter().segment(text.slice(start, to))) return start + segment.length
  return to
}

/** The largest offset at most `pos` that does not fall inside a surrogate pair. */
export function codePointBoundaryAtOrBefore(text: string, pos: number): number {
  if (pos <= 0) return 0
  if (pos >= text.length) return text.length
  return isLow(text.charCodeAt(pos)) && isHigh(text.charCodeAt(pos - 1)) ? pos - 1 : pos
}

let segmenter: Intl.Segmenter | undefined

function graphemeSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter
}

/** Where the grapheme at `pos` begins, or `floor` when it began before. */
function graphemeStart(text: string, pos: number, floor: number): number {
  if (pos <= floor || pos >= text.length || isSureBoundary(text, pos)) return pos
  return boundaryInWindow(text, windowStart(text, pos, floor), pos)
}

/** `start` is a border; whether there is one at `pos` depends on nothing after the code point there. */
function boundaryInWindow(text: string, start: number, pos: number): number {
  const window = text.slice(start, pos + 2)
  return (
    start +
    (graphemeSegmenter()
      .segment(window)
      .containing(pos - start)?.index ?? pos - start)
  )
}

function windowStart(text: string, pos: number, floor: number): number {
  let start = codePointBoundaryAtOrBefore(text, pos) - 1
  while (start > floor && !isSureBoundary(text, start)) start--
  return Math.max(start, floor)
}

/**
 * Whether a border lies at `at` beyond doubt, decided from the two neighbours alone. False means "ask the segmenter".
 * Nothing joins two plain units, and nothing joins a new emoji to a finished one unless a joiner stands between.
 */
function isSureBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  if (after === LINE_FEED) return before !== CARRIAGE_RETURN
  if (before === LINE_FEED) return true
  if (isPlain(before)) return isPlain(after) || isEmojiStart(text, at)
  if (after < 0x300) return after !== 0xa9 && after !== 0xae && !mayPrepend(before)
  return isLow(before) && isEmojiLead(text.charCodeAt(at - 2)) && isEmojiStart(text, at)
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Units that join neither to the left nor to the right among themselves: letters and signs without combining power. */
function isPlain(unit: number): boolean {
  if (unit < 0x300) return true
  if (unit >= 0x370 && unit < 0x530) return unit < 0x483 || unit > 0x489
  if (unit >= 0xe01 && unit <= 0xe30) return true
  if (unit >= 0x3041 && unit <= 0x3096) return true
  if (unit >= 0x30a1 && unit <= 0x30fe) return true
  if (unit >= 0x3400 && unit <= 0x9fff) return true
  return unit >= 0xac00 && unit <= 0xd7a3
}

/** The class Prepend; low surrogates count, since some of it lies in the astral planes. */
function mayPrepend(unit: number): boolean {
  if (unit < 0x600 || isPlain(unit)) return false
  if (unit <= 0x605 || unit === 0x6dd || unit === 0x70f || unit === 0x890 || unit === 0x891 || unit === 0x8e2)
    return true
  return unit === 0xd4e || isLow(unit)
}

/** A pictograph of the planes of emoji that is neither a skin tone nor half of a flag nor a tag. */
function isEmojiStart(text: string, at: number): boolean {
  const high = text.charCodeAt(at)
  const low = text.charCodeAt(at + 1)
  if (high === 0xd83d || high === 0xd83e) return isLow(low)
  return high === 0xd83c && low >= 0xdf00 && low <= 0xdffa
}

function isEmojiLead(unit: number): boolean {
  return unit === 0xd83d || unit === 0xd83e || unit === 0xd83c
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
