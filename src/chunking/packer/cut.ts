import type { Cut } from '../../core/index.js'
import { codePointBoundaryAtOrBefore } from '../../text/index.js'
import type { Graphemes } from './graphemes.js'
import type { Measure } from './measure.js'
import type { Atom } from './piece.js'
import { softBoundary } from './soft-boundary.js'
import { isSpace } from './space.js'

/** Share of the limit below which a strong boundary does not end a chunk, where a later one would do. */
export const LEAST_FILL = 0.25

/** A place to cut at, and what that costs. */
export interface FoundCut extends Cut {
  /** It breaks what should stay whole, a grapheme included. */
  cut: boolean
  /** It falls inside a word, for want of anything better. */
  hard: boolean
}

/** What a search for a cut needs to know. */
export interface Cutting {
  text: string
  /** Sizes are met exactly: a cut between words is not looked for. */
  exact: boolean
  measure: Measure
  maxSize: number
}

/**
 * Where an atom that does not fit is cut: at the last boundary of its block up to `reach`, else between words, graphemes,
 * at worst code points.
 *
 * @param start the atom's first visible unit
 */
export function findCut(cutting: Cutting, atom: Atom, start: number, reach: number): FoundCut {
  const { text, exact, measure } = cutting
  const { graphemes } = measure
  const { boundaries, divisible } = atom.block
  const least = start + Math.max(1, Math.floor((reach - start) * LEAST_FILL))
  const boundary = boundaries?.last(start, least, reach) ?? earlyCut(cutting, atom, start, reach)
  if (boundary && isSound(boundary, start, reach) && isWholeAt(graphemes, boundary, start))
    return { ...boundary, cut: false, hard: false }
  const soft = exact ? undefined : softBoundary(text, start, reach, atom.end)
  for (const place of soft === undefined ? [reach] : [soft, reach]) {
    const at = graphemes.atOrBefore(place, start)
    if (at > start && graphemes.isBorder(at, start)) {
      return { end: at, next: at, cut: !divisible, hard: soft === undefined }
    }
  }
  let at = codePointBoundaryAtOrBefore(text, reach)
  if (at <= start) at = start + (text.codePointAt(start)! > 0xffff ? 2 : 1)
  const piece = measure.pieceAround(at)
  if (piece) at = piece.start > start ? piece.start : Math.min(piece.end, atom.end)
  return { end: at, next: at, cut: true, hard: true }
}

/** Whether a boundary that a strategy gave lies where it was asked for. */
function isSound({ end, next }: Cut, start: number, reach: number): boolean {
  return end > start && end <= reach && next >= end
}

/** Whether a boundary of the block's own leaves graphemes whole. */
function isWholeAt(graphemes: Graphemes, { end, next }: Cut, start: number): boolean {
  return graphemes.isBetween(end, start) && (next === end || graphemes.isBetween(next, start))
}

/**
 * Where the first thing in an atom ends that a cut should leave whole: a word, in text that is not cut at exact sizes;
 * of one that no chunk can hold, the first grapheme.
 *
 * @param start the atom's first visible unit
 */
export function firstWhole({ text, exact, measure, maxSize }: Cutting, atom: Atom, start: number): number {
  const most = measure.reach(start, atom.end, maxSize)
  if (!exact) {
    let end = start
    while (end < most && !isSpace(text.charCodeAt(end))) end++
    if (end < most || most === atom.end) return end
  }
  return measure.graphemes.endOf(start, most)
}

/** Where the first grapheme of an atom ends, or the most of it that a chunk can hold; in any case after `start`. */
export function firstGrapheme({ measure, maxSize }: Cutting, atom: Atom, start: number): number {
  return measure.graphemes.endOf(start, measure.reach(start, atom.end, maxSize))
}

/** Whether an atom can be cut before `reach` without cutting a word. */
export function softCut(text: string, { block, end }: Atom, start: number, reach: number): boolean {
  if (block.boundaries?.last(start, start + 1, reach)) return true
  return softBoundary(text, start, reach, end) !== undefined
}

/** A boundary with little before it: taken unless what follows it must be cut inside a word anyway. */
function earlyCut({ measure, maxSize }: Cutting, { block, end }: Atom, start: number, reach: number): Cut | undefined {
  const early = block.boundaries?.last(start, start + 1, reach)
  if (!early || !block.divisible) return early
  const further = measure.reach(early.next, end, maxSize)
  return further >= end || block.boundaries!.last(early.next, early.next + 1, further) ? early : undefined
}
