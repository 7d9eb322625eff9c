import { firstIndex } from '../../core/index.js'
import { LEAST_FILL } from './cut.js'
import type { Atom } from './piece.js'
import type { Room } from './room.js'

/**
 * How many atoms of a full window become the next piece: the cut is at the strongest boundary, the last of equals.
 *
 * @param overlapped how many atoms at the beginning only repeat the previous piece
 * @param next the atom that does not fit any more
 */
export function chooseCut(window: readonly Atom[], overlapped: number, next: Atom, room: Room): number {
  const { start } = window[0]!
  const least = room.maxSize * LEAST_FILL
  const tooEarly = firstIndex(window.length, (index) => room.size(start, window[index]!.end) >= least)
  let best = -1
  let bestStrength = -1
  for (let count = window.length; count > overlapped; count--) {
    if (best >= 0 && count <= tooEarly) break
    if (window[count - 1]!.keepWithNext) continue
    const { strength } = window[count] ?? next
    if (strength <= bestStrength) continue
    best = count
    bestStrength = strength
  }
  return best < 0 ? partLead(window, overlapped, next, room) : best
}

/**
 * All of the window introduces what follows, and that does not fit: the strongest boundary, the last of equals, after
 * which the rest still stays with it, so that a table's header keeps its first row and a caption goes; else all of the
 * window.
 */
function partLead(window: readonly Atom[], overlapped: number, next: Atom, room: Room): number {
  let best = window.length
  let bestStrength = -1
  for (let count = overlapped + 1; count < window.length; count++) {
    const { strength } = window[count]!
    if (strength < bestStrength || !room.holds(window[count]!, next)) continue
    best = count
    bestStrength = strength
  }
  return best
}
