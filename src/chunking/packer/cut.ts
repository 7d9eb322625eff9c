import type { Cut } from '../../core/index.js'
import { codePointBoundaryAtOrBefore, graphemeBoundaryAtOrBefore, isGraphemeBoundary } from '../../text/index.js'
import type { Measure } from './measure.js'
import type { Atom } from './piece.js'
import { softBoundary } from './soft-boundary.js'

/** Share of the limit below which a strong boundary does not end a chunk, where a later one would do. */
export const LEAST_FILL = 0.25

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
 * @returns `cut`: whether that breaks what should stay whole, a grapheme included
 */
export function findCut(cutting: Cutting, atom: Atom, start: number, reach: number): Cut & { cut: boolean } {
  const { text, exact } = cutting
  const { boundaries, divisible } = atom.block
  const least = start + Math.max(1, Math.floor((reach - start) * LEAST_FILL))
  const boundary = boundaries?.last(start, least, reach) ?? earlyCut(cutting, atom, start, reach)
  if (boundary && boundary.end > start) return { end: boundary.end, next: boundary.next, cut: false }
  const soft = exact ? undefined : softBoundary(text, start, reach, atom.end)
  let at = graphemeBoundaryAtOrBefore(text, soft ?? reach, start)
  if (at > start) return { end: at, next: at, cut: !divisible || !isGraphemeBoundary(text, at, start) }
  at = codePointBoundaryAtOrBefore(text, reach)
  if (at <= start) at = start + (text.codePointAt(start)! > 0xffff ? 2 : 1)
  return { end: at, next: at, cut: true }
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
