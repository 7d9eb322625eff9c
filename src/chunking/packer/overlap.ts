import type { Block, Structure } from '../../core/index.js'
import { wordEnds } from '../boundaries.js'
import type { Measure } from './measure.js'
import { type Atom, part } from './piece.js'
import { includeIndent, skipSpace } from './space.js'

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
  for (let allowed = room; allowed > 0; ) {
    const overlap = longestOverlap(text, previous, allowed, measure, structure)
    if (!overlap || measure.certain) return overlap
    const size = measure.exact(measure.show(overlap.start, overlap.end).text)
    if (size <= room) return overlap
    // The estimate was too low: by as much as that, less is looked for.
    const estimate = measure.between(overlap.start, overlap.end)
    allowed = Math.min(allowed - 1, Math.floor((estimate * room) / size))
  }
  return undefined
}

/** The longest overlap whose size is, as far as `between` tells, no more than `room`. */
function longestOverlap(
  text: string,
  previous: readonly Atom[],
  room: number,
  measure: Measure,
  structure: Structure,
): Atom | undefined {
  const last = previous.at(-1)
  if (!last) return undefined
  const end = last.end
  if (structure.exact) return tail(text, measure, last, exactStart(previous[0]!.start, end, room, measure))
  let index = previous.length
  while (index > 1 && measure.between(previous[index - 1]!.start, end) <= room) index--
  if (index < previous.length) {
    const first = previous[index]!
    return part(first, first.start, end)
  }
  return insideLast(text, last, room, measure)
}

/** The last atom alone is more than `room`: looks for a boundary in its inner structure. */
function insideLast(text: string, last: Atom, room: number, measure: Measure): Atom | undefined {
  let { block } = last
  for (;;) {
    // Part of a heading, or of what introduces the next block, says nothing.
    if (block.wrap || last.keepWithNext) return undefined
    if (block.boundaries) return fromBoundary(text, last, block, room, measure)
    if (!block.split) {
      if (!block.divisible) return undefined
      const floor = Math.max(last.start, block.span.start)
      const start = wordEnds.first(text, measure.reachBack(floor, last.end, room), last.end)
      return start === undefined ? insideRun(text, last, floor, room, measure) : tail(text, measure, last, start)
    }
    let deepest = block
    for (const child of block.split()) {
      const start = skipSpace(text, child.span.start, child.span.end)
      if (start <= last.start || start >= last.end) {
        if (start < last.end) deepest = child
        continue
      }
      const from = includeIndent(text, start, last.start)
      if (measure.between(from, last.end) <= room) return tail(text, measure, last, from)
      deepest = child
    }
    if (deepest === block) return undefined
    block = deepest
  }
}

/** Running text at the end of the last atom: the strongest boundary in reach. */
function fromBoundary(text: string, last: Atom, run: Block, room: number, measure: Measure): Atom | undefined {
  const floor = Math.max(last.start, run.span.start)
  const start = run.boundaries!.first(measure.reachBack(floor, last.end, room), last.end)
  if (start !== undefined) return tail(text, measure, last, start)
  return run.divisible ? insideRun(text, last, floor, room, measure) : undefined
}

/** No boundary in reach: any grapheme, of a run too long to be a word. */
function insideRun(text: string, last: Atom, floor: number, room: number, measure: Measure): Atom | undefined {
  if (last.end - floor <= LONGEST_WORD) return undefined
  return tail(text, measure, last, exactStart(floor, last.end, room, measure))
}

/** The first border between graphemes that is within `room` of the end. */
function exactStart(floor: number, end: number, room: number, measure: Measure): number {
  return measure.graphemes.atOrAfter(measure.reachBack(floor, end, room), floor, end)
}

/** The end of an atom from `start` on; undefined when that is all of it, or nothing. */
function tail(text: string, measure: Measure, last: Atom, start: number): Atom | undefined {
  const visible = wholeFrom(measure, skipSpace(text, start, last.end), last)
  if (visible >= last.end || visible <= skipSpace(text, last.start, last.end)) return undefined
  return part(last, includeIndent(text, visible, start), last.end)
}

/** Where the next grapheme begins, should a boundary lie inside one. */
function wholeFrom({ graphemes }: Measure, start: number, last: Atom): number {
  if (graphemes.isBetween(start, last.start)) return start
  return graphemes.atOrAfter(start, last.start, last.end)
}
