import type { Structure } from '../../core/index.js'
import { graphemeBoundaryAtOrBefore } from '../../text/index.js'
import type { Measure } from './measure.js'
import type { Atom } from './piece.js'
import { includeIndent, skipSpace, skipSpaceBack } from './space.js'

/** No word is longer; a longer run without a boundary may be entered anywhere. */
const LONGEST_WORD = 100

/**
 * The stretch at the end of the previous piece that the next one repeats: as much as `room` allows, from a boundary on,
 * and never the whole piece.
 *
 * @param previous own atoms of the previous piece
 */
export function findOverlap(
  text: string,
  previous: readonly Atom[],
  room: number,
  measure: Measure,
  structure: Structure,
): Atom | undefined {
  const last = previous.at(-1)
  if (!last) return undefined
  const end = last.end
  if (structure.exact) return tail(text, last, exactStart(text, previous[0]!.start, end, room, measure))
  let index = previous.length
  while (index > 1 && measure.between(previous[index - 1]!.start, end) <= room) index--
  if (index < previous.length) {
    const first = previous[index]!
    return { ...first, end, keepWithNext: false }
  }
  return insideLast(text, last, room, measure)
}

/** The last atom alone is more than `room`: looks for a boundary in its inner structure. */
function insideLast(text: string, last: Atom, room: number, measure: Measure): Atom | undefined {
  let { block } = last
  for (;;) {
    if (block.wrap) return undefined
    if (!block.split) {
      const run = last.end - Math.max(last.start, block.span.start)
      if (!block.divisible || run <= LONGEST_WORD) return undefined
      return tail(text, last, exactStart(text, Math.max(last.start, block.span.start), last.end, room, measure))
    }
    let deepest = block
    for (const child of block.split()) {
      const start = skipSpace(text, child.span.start, child.span.end)
      if (start <= last.start || start >= last.end) {
        if (start < last.end) deepest = child
        continue
      }
      if (measure.between(start, last.end) <= room) return tail(text, last, start)
      deepest = child
    }
    if (deepest === block) return undefined
    block = deepest
  }
}

function exactStart(text: string, floor: number, end: number, room: number, measure: Measure): number {
  let low = floor
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (measure.between(middle, end) <= room) high = middle
    else low = middle + 1
  }
  const boundary = graphemeBoundaryAtOrBefore(text, low, floor)
  if (boundary === low) return low
  // The grapheme begins too early: the next one begins where this one ends.
  let after = low + 1
  while (after < end && graphemeBoundaryAtOrBefore(text, after, floor) !== after) after++
  return after
}

function tail(text: string, last: Atom, start: number): Atom | undefined {
  const visible = skipSpace(text, start, last.end)
  if (visible <= last.start && last.end - visible >= last.end - last.start) return undefined
  const end = skipSpaceBack(text, visible, last.end)
  if (visible >= end) return undefined
  return { ...last, start: includeIndent(text, visible, start), end, keepWithNext: false }
}
