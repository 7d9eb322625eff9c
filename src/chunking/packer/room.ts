import type { Block } from '../../core/index.js'
import { wrapperSize } from './frames.js'
import type { Measure } from './measure.js'
import type { Atom } from './piece.js'
import { wrapPiece } from './wrap-piece.js'

/** What of an atom says how much room it takes. */
export type Stretch = Pick<Atom, 'start' | 'end' | 'frame'>

/** What a chunk has room for, beside what makes it whole. */
export class Room {
  readonly maxSize: number
  readonly #measure: Measure
  /** The stretch measured last, which is often asked for again. */
  #start = -1
  #end = -1
  #size = 0

  constructor(measure: Measure, maxSize: number) {
    this.maxSize = maxSize
    this.#measure = measure
  }

  /** Size of a stretch without what is added around it. */
  size(start: number, end: number): number {
    if (start !== this.#start || end !== this.#end) {
      this.#size = this.#measure.between(start, end)
      this.#start = start
      this.#end = end
    }
    return this.#size
  }

  /** Whether a chunk holds all from one atom to another. */
  holds(first: Stretch, last: Stretch): boolean {
    const size = this.size(first.start, last.end)
    // Wrappers take no more than half.
    if (size <= this.maxSize / 2) return true
    return size <= this.maxSize && size + this.wrapperSize(first, last) <= this.maxSize
  }

  /** Whether a chunk holds an atom that is alone, which takes the room of its wrappers if it cannot be cut. */
  holdsAlone(atom: Atom): boolean {
    return isCuttable(atom.block) ? this.holds(atom, atom) : this.size(atom.start, atom.end) <= this.maxSize
  }

  /** Size of what is added around a chunk. */
  wrapperSize(first: Stretch, last: Stretch, end = last.end): number {
    return wrapperSize(first.frame, first.start, last.frame, end, this.maxSize / 2)
  }

  /** How far into an atom a chunk reaches that begins with another one, or with itself. */
  reach(first: Stretch, atom: Stretch): number {
    const wrapper = Math.max(this.wrapperSize(first, atom, atom.start + 1), this.wrapperSize(first, atom))
    return this.#measure.reach(first.start, atom.end, this.maxSize - wrapper)
  }

  /** Whether the finished text keeps the limit, where sizes are estimates. */
  holdsExactly(first: Atom, last: Atom, isWhole: boolean): boolean {
    if (first.overSize) return true
    const { text } = this.#measure.show(first.start, last.end)
    const piece = { start: first.start, startFrame: first.frame, end: last.end, endFrame: last.frame }
    const { open, close } = wrapPiece(piece, text, isWhole, this.maxSize, this.#measure)
    return this.#measure.exact(open + text + close) <= this.maxSize
  }
}

/** Whether an atom of this block may be cut without giving anything up. */
export function isCuttable({ divisible, boundaries }: Block): boolean {
  return divisible === true || boundaries !== undefined
}
