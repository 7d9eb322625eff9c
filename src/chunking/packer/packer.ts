import type { Block, Structure } from '../../core/index.js'
import { graphemeBoundaryAtOrAfter } from '../../text/index.js'
import {
  type Cutting,
  type FoundCut,
  findCut,
  firstGrapheme,
  firstWhole,
  isBetweenGraphemes,
  LEAST_FILL,
  softCut,
} from './cut.js'
import { cutAtom, halveAtom } from './cut-atom.js'
import { createFrame, type Frame, wrapPart } from './frames.js'
import { Gaps } from './gaps.js'
import type { Measure } from './measure.js'
import { findOverlap } from './overlap.js'
import { type Atom, type Piece, part, standsBelow } from './piece.js'
import { includeIndent, skipSpace, skipSpaceBack } from './space.js'
import { wrapPiece } from './wrap-piece.js'

/** From this strength on a cut is a border of sections: made unless `minSize` merges, and nothing overlaps it. */
export const SECTION = 0.9

/** Share of the limit that what only introduces, such as a heading, may take before the first part of a longer block. */
const MOST_LEAD = 0.5

export interface PackingOptions {
  maxSize: number
  overlap: number
}

/**
 * Turns blocks into pieces, in one pass from left to right. It holds at most one chunk's worth of atoms; a block that
 * fits is one atom, a larger one is replaced by its parts. When the window is full, the strongest boundary inside it
 * (the last of equals) becomes the cut.
 */
export class Packer {
  readonly pieces: Piece[] = []
  readonly #text: string
  readonly #structure: Structure
  readonly #measure: Measure
  readonly #options: PackingOptions
  readonly #cutting: Cutting
  /** Atoms of the chunk in the making; the first `#overlapped` of them repeat the previous one. */
  #window: Atom[] = []
  #overlapped = 0
  /** Own atoms of the piece made last, for overlaps. */
  #previous: readonly Atom[] = []
  readonly #gaps: Gaps
  #frontier = 0

  constructor(text: string, structure: Structure, measure: Measure, options: PackingOptions) {
    this.#text = text
    this.#structure = structure
    this.#measure = measure
    this.#options = options
    this.#cutting = { text, exact: structure.exact ?? false, measure, maxSize: options.maxSize }
    this.#gaps = new Gaps(text, structure)
  }

  /** Takes the next top-level block of the structure. */
  push(block: Block): void {
    const stack: { blocks: Iterator<Block>; frame: Frame | undefined }[] = []
    this.#admit(block, undefined, stack)
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!
      const next = top.blocks.next()
      if (next.done) stack.pop()
      else this.#admit(next.value, top.frame, stack)
    }
  }

  /** Ends the document; the pieces are complete. */
  finish(): Piece[] {
    this.#fillGap(this.#text.length)
    this.#flush()
    return this.pieces
  }

  #admit(block: Block, frame: Frame | undefined, stack: { blocks: Iterator<Block>; frame: Frame | undefined }[]): void {
    const start = skipSpace(this.#text, Math.max(block.span.start, this.#frontier), block.span.end)
    if (start >= block.span.end) return
    const end = this.#wholeEnd(start, skipSpaceBack(this.#text, start, block.span.end))
    if (this.#measure.between(start, end) > this.#options.maxSize && block.split) {
      stack.push({
        blocks: block.split()[Symbol.iterator](),
        frame: createFrame(this.#text, block, frame, this.#measure.exact),
      })
      return
    }
    const gap = this.#fillGap(start)
    this.#frontier = end
    this.#place(this.#atom(block, frame, start, end, gap))
  }

  /** A block that ends inside a grapheme holds all of it. What is rendered has graphemes of its own. */
  #wholeEnd(start: number, end: number): number {
    const { length } = this.#text
    if (this.#structure.render || end === length || isBetweenGraphemes(this.#text, end, start)) return end
    return graphemeBoundaryAtOrAfter(this.#text, end, start, Math.min(length, end + this.#options.maxSize))
  }

  #atom(block: Block, frame: Frame | undefined, start: number, end: number, gap: Atom['gap']): Atom {
    const indented = includeIndent(this.#text, start, this.#lastEnd())
    return {
      start: this.#measure.between(indented, end) <= this.#options.maxSize ? indented : start,
      end,
      strength: block.strength,
      keepWithNext: block.keepWithNext ?? false,
      block,
      frame,
      gap,
      cut: false,
      overSize: false,
    }
  }

  /** Text a strategy left out without saying so becomes a block of its own: nothing is lost. */
  #fillGap(until: number): Atom['gap'] {
    const { kind, leftOver } = this.#gaps.before(until, this.#frontier)
    for (const span of leftOver) {
      this.#frontier = span.end
      const block: Block = { span, kind: 'text', strength: 0.5, divisible: true }
      this.#place(this.#atom(block, undefined, span.start, span.end, 'none'))
    }
    return kind
  }

  #lastEnd(): number {
    return this.#window.at(-1)?.end ?? this.pieces.at(-1)?.end ?? 0
  }

  #place(atom: Atom): void {
    if (this.#hasOwn() && this.#endsSection(atom)) this.#flush()
    const overlap = this.#hasOwn() ? undefined : this.#window[0]
    if (atom.strength >= SECTION || atom.gap === 'removed' || (overlap && !sharesWrapper(overlap, atom)))
      this.#forgetOverlap()
    let rest: Atom | undefined = atom
    while (!this.#fits(rest)) {
      const tooLarge = this.#measure.between(rest.start, rest.end) > this.#options.maxSize
      const running = rest.block.boundaries !== undefined || rest.block.divisible
      if (this.#hasOwn() && !(tooLarge && this.#isLead(rest))) this.#emit(this.#chooseCut(rest))
      else if (
        !this.#hasOwn() &&
        this.#overlapped > 0 &&
        !(running && (tooLarge || rest.block.boundaries || this.#structure.exact))
      )
        this.#shrinkOverlap(rest)
      else if (tooLarge || this.#overlapped > 0) {
        rest = this.#takePrefix(rest)
        if (!rest) return
      } else break
    }
    this.#window.push(rest)
  }

  /** Whether the window holds more than an overlap. */
  #hasOwn(): boolean {
    return this.#window.length > this.#overlapped
  }

  /** Whether everything gathered so far is a chunk that must not go on with this atom. */
  #endsSection(atom: Atom): boolean {
    if (atom.strength >= 1 || atom.gap === 'removed') return true
    if (atom.strength < SECTION) return false
    // A heading without a body goes on into what stands below it, not into its sibling.
    const last = this.#window.at(-1)!
    const introduces = this.#window.every((earlier) => earlier.keepWithNext) && standsBelow(atom, last)
    return !(introduces && this.#fits(atom))
  }

  /** Whether the window may grow by this atom. An atom alone may take the room of its wrappers. */
  #fits(atom: Atom): boolean {
    const first = this.#window[0]
    return first ? this.#fitTogether(first, atom) : this.#measure.between(atom.start, atom.end) <= this.#options.maxSize
  }

  #fitTogether(first: Atom, last: Atom): boolean {
    const size = this.#measure.between(first.start, last.end)
    return size <= this.#options.maxSize && size + this.#wrapperSize(first, last) <= this.#options.maxSize
  }

  #wrapperSize(first: Atom, last: Atom, end = last.end): number {
    return wrapPart(first.frame, first.start, last.frame, end, this.#options.maxSize / 2).size
  }

  /**
   * Whether the window is too little for a chunk beside an atom that is cut anyway: a heading before one long paragraph,
   * a list marker before one endless word. A cut inside a word does not come of it, unless there is no other.
   */
  #isLead(atom: Atom): boolean {
    const { maxSize } = this.#options
    const introduces = this.#window.slice(this.#overlapped).every(({ keepWithNext }) => keepWithNext)
    if (!introduces && !atom.block.divisible) return false
    const size = this.#measure.between(this.#window[0]!.start, atom.start)
    if (size > maxSize * (introduces ? MOST_LEAD : LEAST_FILL)) return false
    const visible = skipSpace(this.#text, atom.start, atom.end)
    const reach = this.#prefixReach(atom)
    if (reach < firstGrapheme(this.#cutting, atom, visible)) return false
    if (softCut(this.#text, atom, visible, reach)) return true
    return !softCut(this.#text, atom, visible, this.#measure.reach(visible, atom.end, maxSize))
  }

  /** How far into an atom a piece reaches that begins with what is in the window. */
  #prefixReach(atom: Atom): number {
    const first = this.#window[0] ?? atom
    const room = this.#options.maxSize - this.#wrapperSize(first, atom, atom.start + 1)
    return this.#measure.reach(first.start, atom.end, room)
  }

  /** How many atoms of a full window become the next piece: the cut is at the strongest boundary, the last of equals. */
  #chooseCut(next: Atom): number {
    const window = this.#window
    const least = this.#options.maxSize * LEAST_FILL
    let best = -1
    let bestStrength = -1
    for (let count = window.length; count > this.#overlapped; count--) {
      const last = window[count - 1]!
      if (best >= 0 && this.#measure.between(window[0]!.start, last.end) < least) break
      if (last.keepWithNext) continue
      const strength = (window[count] ?? next).strength
      if (strength > bestStrength) {
        best = count
        bestStrength = strength
      }
    }
    return best < 0 ? this.#partLead(next) : best
  }

  /**
   * All of the window introduces what follows, and that does not fit: the strongest boundary after which the rest still
   * stays with it, so that a table's header keeps its first row and a caption goes; else all of the window.
   */
  #partLead(next: Atom): number {
    const window = this.#window
    let best = window.length
    let bestStrength = -1
    for (let count = this.#overlapped + 1; count < window.length; count++) {
      const { strength } = window[count]!
      if (strength <= bestStrength || !this.#fitTogether(window[count]!, next)) continue
      best = count
      bestStrength = strength
    }
    return best
  }

  /** Makes a piece of the first `count` atoms of the window and begins the next window with their overlap. */
  #emit(count: number): void {
    const taken = this.#measure.certain ? this.#fitWrapped(count) : this.#fitExactly(count)
    const first = this.#window[0]!
    const atoms = this.#window.slice(this.#overlapped, taken)
    const core = atoms[0]!
    const last = atoms[atoms.length - 1]!
    this.pieces.push({
      start: first.start,
      startFrame: first.frame,
      coreStart: core.start,
      end: last.end,
      endFrame: last.frame,
      strength: core.gap === 'removed' ? 1 : core.strength,
      atoms,
    })
    this.#previous = atoms
    this.#window = this.#window.slice(taken)
    this.#overlapped = 0
    this.#beginOverlap(this.#options.overlap)
  }

  /** A window that was cut may begin inside a block now, and need an opening that was not reckoned with. */
  #fitWrapped(count: number): number {
    let fitting = count
    while (fitting > 1 && !this.#fitTogether(this.#window[0]!, this.#window[fitting - 1]!)) {
      if (fitting - this.#overlapped > 1) fitting--
      else {
        this.#window.shift()
        this.#overlapped = 0
        fitting = 1
      }
    }
    return fitting
  }

  /** Where sizes are estimates: the largest count whose finished text keeps the limit. May cut an atom that is alone. */
  #fitExactly(count: number): number {
    for (let fitting = count; ; ) {
      const first = this.#window[0]!
      if (first.overSize || this.#exactSize(first, this.#window[fitting - 1]!) <= this.#options.maxSize) return fitting
      if (fitting - this.#overlapped > 1) fitting--
      else if (this.#overlapped > 0) {
        this.#window.shift()
        this.#overlapped = 0
        fitting = 1
      } else this.#window.splice(0, 1, ...halveAtom(this.#cutting, first))
    }
  }

  #exactSize(first: Atom, last: Atom): number {
    const { text } = this.#measure.show(first.start, last.end)
    const piece = { start: first.start, startFrame: first.frame, end: last.end, endFrame: last.frame }
    const { open, close } = wrapPiece(piece, text, first === last, this.#options.maxSize, this.#measure)
    return this.#measure.exact(open + text + close)
  }

  #flush(): void {
    while (this.#hasOwn()) this.#emit(this.#window.length)
    this.#forgetOverlap()
  }

  #forgetOverlap(): void {
    if (this.#hasOwn()) return
    this.#window = []
    this.#overlapped = 0
    this.#previous = []
  }

  #beginOverlap(room: number): void {
    if (room <= 0) return
    const overlap = findOverlap(this.#text, this.#previous, room, this.#measure, this.#structure)
    if (!overlap) return
    const last = this.#window.at(-1)
    if (last && !(sharesWrapper(overlap, this.#window[0]!) && this.#fitTogether(overlap, last))) return
    this.#window.unshift(overlap)
    this.#overlapped = 1
  }

  /** The overlap yields to an atom that fits only with less of it, or without it. */
  #shrinkOverlap(atom: Atom, end = atom.end): void {
    const overlap = this.#window[0]!
    const had = this.#measure.between(overlap.start, overlap.end)
    const room = this.#options.maxSize - this.#measure.between(overlap.end, end) - this.#wrapperSize(atom, atom, end)
    this.#window = []
    this.#overlapped = 0
    this.#beginOverlap(Math.min(room, had - 1))
  }

  /** Makes a piece of as much of an atom as fits after what is in the window, and returns the rest. */
  #takePrefix(atom: Atom): Atom | undefined {
    const visible = skipSpace(this.#text, atom.start, atom.end)
    const reach = this.#prefixReach(atom)
    const found = findCut(this.#cutting, atom, visible, reach)
    if (found.hard && !this.#hasOwn()) {
      // An overlap, an indent and what would be added around it yield to a grapheme, an overlap to a word too.
      if (this.#overlapped > 0) {
        const whole = firstWhole(this.#cutting, atom, visible)
        if (reach < whole) {
          this.#shrinkOverlap(atom, whole)
          return atom
        }
      } else {
        const whole = firstGrapheme(this.#cutting, atom, visible)
        if (reach < whole && atom.start < visible) return part(atom, visible, atom.end)
        if (reach < whole) return this.#takeHead(atom, whole, findCut(this.#cutting, atom, visible, whole))
      }
    }
    return this.#takeHead(atom, reach, found)
  }

  /** Makes a piece of what is in the window and an atom up to a cut, and returns the rest. */
  #takeHead(atom: Atom, reach: number, found: FoundCut): Atom | undefined {
    const { head, rest } = cutAtom(this.#cutting, atom, reach, found)
    this.#window.push(head)
    this.#emit(this.#window.length)
    return rest
  }
}

/** An overlap may begin inside a wrapped block only if the chunk's own text is in there too. */
function sharesWrapper(overlap: Atom, own: Atom): boolean {
  return overlap.frame?.wrapped === undefined || overlap.frame.wrapped === own.frame?.wrapped
}
