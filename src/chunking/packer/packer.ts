import type { Block, Structure } from '../../core/index.js'
import { chooseCut } from './choose-cut.js'
import { type Cutting, type FoundCut, findCut, firstGrapheme, firstWhole, LEAST_FILL, softCut } from './cut.js'
import { cutAtom, divideAtom, hasSeveralGraphemes } from './cut-atom.js'
import { createFrame, type Frame } from './frames.js'
import { Gaps } from './gaps.js'
import type { Measure } from './measure.js'
import { findOverlap } from './overlap.js'
import { type Atom, createAtom, type Piece, part, standsBelow } from './piece.js'
import { isCuttable, Room, type Stretch } from './room.js'
import { includeIndent, skipSpace, skipSpaceBack } from './space.js'

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
  readonly #room: Room
  /** Atoms of the chunk in the making; the first `#overlapped` of them repeat the previous one. */
  #window: Atom[] = []
  #overlapped = 0
  /** Own atoms of the piece made last, for overlaps. */
  #previous: readonly Atom[] = []
  readonly #gaps: Gaps
  #frontier = 0
  /** Blocks that are being split, the innermost last. */
  readonly #splitting: { parts: Iterator<Block>; frame: Frame }[] = []

  constructor(text: string, structure: Structure, measure: Measure, options: PackingOptions) {
    this.#text = text
    this.#structure = structure
    this.#measure = measure
    this.#options = options
    this.#cutting = { text, exact: structure.exact ?? false, measure, maxSize: options.maxSize }
    this.#room = new Room(measure, options.maxSize)
    this.#gaps = new Gaps(text, structure)
  }

  /** Takes the next top-level block of the structure. */
  push(block: Block): void {
    const stack = this.#splitting
    this.#admit(block, undefined)
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!
      const next = top.parts.next()
      if (next.done) stack.pop()
      else this.#admit(next.value, top.frame)
    }
  }

  /** Ends the document; the pieces are complete. */
  finish(): Piece[] {
    this.#fillGap(this.#text.length)
    this.#flush()
    return this.pieces
  }

  #admit(block: Block, frame: Frame | undefined): void {
    const start = skipSpace(this.#text, Math.max(block.span.start, this.#frontier), block.span.end)
    if (start >= block.span.end) return
    const end = this.#wholeEnd(start, skipSpaceBack(this.#text, start, block.span.end))
    const indented = includeIndent(this.#text, start, this.#frontier)
    const fits = this.#fitsBare(indented, end)
    const stretch = { start: indented, end, frame }
    // What is in one line, or cannot be cut, loses its indent rather than its end.
    const mayLoseIndent = !fits && this.#room.size(start, end) <= this.#options.maxSize
    const losesIndent =
      mayLoseIndent && (block.split ? !block.running && !this.#hasLines(start, end) : !isCuttable(block))
    // What is too large and has boundaries is cut at those, without being taken apart.
    const isSplit = fits ? block.running && this.#isCrowded(block.strength, stretch) : !block.boundaries
    if (block.split && isSplit && !losesIndent) {
      const parts = block.split()[Symbol.iterator]()
      this.#splitting.push({ parts, frame: createFrame(this.#text, block, frame, this.#measure.exact) })
      return
    }
    const gap = this.#fillGap(start)
    this.#frontier = end
    this.#place(createAtom(block, frame, losesIndent ? start : indented, end, gap))
  }

  #hasLines(start: number, end: number): boolean {
    return this.#text.slice(start, end).includes('\n')
  }

  /** Whether a stretch is not larger than a chunk. What fits together with the window is not. */
  #fitsBare(start: number, end: number): boolean {
    const { maxSize } = this.#options
    const first = this.#window[0]
    return (
      (first !== undefined && this.#room.size(first.start, end) <= maxSize) || this.#room.size(start, end) <= maxSize
    )
  }

  /**
   * Whether running text that fits by itself does not fit beside its heading or its wrappers. For a heading no sentence
   * is cut.
   */
  #isCrowded(strength: number, stretch: Stretch): boolean {
    const first = this.#window[0]
    const room = this.#room
    const isPart = stretch.frame?.block.running === true
    if (first && !isPart && strength < SECTION && !room.holds(first, stretch)) {
      if (this.#introduces() && this.#isSmallLead(stretch.start)) return true
    }
    return stretch.frame?.wrapped !== undefined && !room.holds(stretch, stretch)
  }

  /** A block that ends inside a grapheme holds all of it. What is rendered has graphemes of its own. */
  #wholeEnd(start: number, end: number): number {
    const { length } = this.#text
    const { graphemes } = this.#measure
    if (this.#structure.render || end === length || graphemes.isBetween(end, start)) return end
    return graphemes.atOrAfter(end, start, Math.min(length, end + this.#options.maxSize))
  }

  /** Text a strategy left out without saying so becomes a block of its own: nothing is lost. */
  #fillGap(until: number): Atom['gap'] {
    const { kind, leftOver } = this.#gaps.before(until, this.#frontier)
    for (const span of leftOver) {
      const start = includeIndent(this.#text, span.start, this.#frontier)
      this.#frontier = span.end
      const block: Block = { span, kind: 'text', strength: 0.5, divisible: true }
      this.#place(createAtom(block, undefined, start, span.end, 'none'))
    }
    return kind
  }

  #place(atom: Atom): void {
    if (this.#hasOwn() && this.#endsSection(atom)) this.#flush()
    const overlap = this.#hasOwn() ? undefined : this.#window[0]
    if (atom.strength >= SECTION || atom.gap === 'removed' || (overlap && !sharesWrapper(overlap, atom)))
      this.#forgetOverlap()
    let rest: Atom | undefined = atom
    while (!this.#fits(rest)) {
      const tooLarge = !this.#room.holdsAlone(rest)
      if (this.#overlapYields(rest)) this.#shrinkOverlap(rest)
      else if (this.#hasOwn() && !this.#isLead(rest, tooLarge))
        this.#emit(chooseCut(this.#window, this.#overlapped, rest, this.#room))
      else if (!this.#hasOwn() && this.#overlapped > 0 && !this.#goesOnAfterOverlap(rest, tooLarge))
        this.#shrinkOverlap(rest)
      else {
        rest = this.#takePrefix(rest)
        if (!rest) return
      }
    }
    this.#window.push(rest)
  }

  /** Whether an atom that does not fit beside the overlap is cut rather than moved on. */
  #goesOnAfterOverlap({ block }: Atom, tooLarge: boolean): boolean {
    return isCuttable(block) && (tooLarge || block.boundaries !== undefined || this.#structure.exact === true)
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

  /** Whether the window may grow by this atom. */
  #fits(atom: Atom): boolean {
    const first = this.#window[0]
    return first ? this.#room.holds(first, atom) : this.#room.holdsAlone(atom)
  }

  /** Whether all that the window holds of its own only introduces what follows. */
  #introduces(): boolean {
    const window = this.#window
    for (let index = this.#overlapped; index < window.length; index++) if (!window[index]!.keepWithNext) return false
    return this.#hasOwn()
  }

  /** Whether what introduces leaves enough of a chunk to what follows. */
  #isSmallLead(until: number, share = MOST_LEAD): boolean {
    return this.#measure.between(this.#window[0]!.start, until) <= this.#options.maxSize * share
  }

  /**
   * Whether the window is too little for a chunk beside an atom that is cut anyway: a heading before one long paragraph,
   * a list marker before one endless word. A cut inside a word does not come of it, unless there is no other.
   */
  #isLead(atom: Atom, tooLarge: boolean): boolean {
    const introduces = this.#introduces()
    if (tooLarge ? !introduces && !atom.block.divisible : !introduces || !isParagraph(atom)) return false
    if (!this.#isSmallLead(atom.start, introduces ? MOST_LEAD : LEAST_FILL)) return false
    const visible = skipSpace(this.#text, atom.start, atom.end)
    const reach = this.#room.reach(this.#window[0] ?? atom, atom)
    if (reach < firstGrapheme(this.#cutting, atom, visible)) return false
    if (softCut(this.#text, atom, visible, reach)) return true
    return !softCut(this.#text, atom, visible, this.#measure.reach(visible, atom.end, this.#options.maxSize))
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
    return this.#shorten(count, (first, last, isWhole) => isWhole || this.#room.holds(first, last))
  }

  /** Where sizes are estimates: as much as keeps the limit as finished text. */
  #fitExactly(count: number): number {
    return this.#shorten(count, (first, last, isWhole) => this.#room.holdsExactly(first, last, isWhole))
  }

  /** The largest count of atoms in the window that a chunk holds; may cut an atom that is alone. */
  #shorten(count: number, holds: (first: Atom, last: Atom, isWhole: boolean) => boolean): number {
    for (let fitting = count; ; ) {
      const first = this.#window[0]!
      // An atom that may not be cut, or cannot be, takes the room of its wrappers.
      const isWhole = fitting === 1 && !(isCuttable(first.block) && hasSeveralGraphemes(this.#cutting, first))
      if (holds(first, this.#window[fitting - 1]!, isWhole)) return fitting
      if (fitting - this.#overlapped > 1) fitting--
      else if (this.#overlapped > 0) {
        this.#window.shift()
        this.#overlapped = 0
        fitting = 1
      } else {
        const parts = divideAtom(this.#cutting, first, this.#room.reach(first, first))
        this.#window.splice(0, 1, ...parts)
        // It shows as one piece, as a character reference does.
        if (parts.length === 1 && parts[0]!.start === first.start && parts[0]!.end === first.end) return fitting
      }
    }
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
    const own = this.#window[0]
    if (room <= 0 || (own && (own.strength >= SECTION || own.gap === 'removed'))) return
    const overlap = findOverlap(this.#text, this.#previous, room, this.#measure, this.#structure)
    if (!overlap) return
    const last = this.#window.at(-1)
    if (last && !(sharesWrapper(overlap, this.#window[0]!) && this.#room.holds(overlap, last))) return
    this.#window.unshift(overlap)
    this.#overlapped = 1
  }

  /** Whether an atom would go with what introduces it, but for the overlap. */
  #overlapYields(atom: Atom): boolean {
    return this.#overlapped > 0 && this.#introduces() && this.#room.holds(this.#window[this.#overlapped]!, atom)
  }

  /** The overlap yields to an atom that fits only with less of it, or without it. */
  #shrinkOverlap(atom: Atom, end = atom.end): void {
    const overlap = this.#window[0]!
    const had = this.#measure.between(overlap.start, overlap.end)
    this.#window = this.#window.slice(this.#overlapped)
    const wrappers = this.#room.wrapperSize(this.#window[0] ?? atom, atom, end)
    const room = this.#options.maxSize - this.#measure.between(overlap.end, end) - wrappers
    this.#overlapped = 0
    this.#beginOverlap(Math.min(room, had - 1))
  }

  /** Makes a piece of as much of an atom as fits after what is in the window, and returns the rest. */
  #takePrefix(atom: Atom): Atom | undefined {
    const visible = skipSpace(this.#text, atom.start, atom.end)
    const reach = this.#room.reach(this.#window[0] ?? atom, atom)
    const found = findCut(this.#cutting, atom, visible, reach)
    if (found.hard && !this.#hasOwn()) {
      // An overlap, an indent and what would be added around it yield to a grapheme, the first two to a word too.
      if (this.#overlapped > 0) {
        const whole = firstWhole(this.#cutting, atom, visible)
        if (reach < whole) {
          this.#shrinkOverlap(atom, whole)
          return atom
        }
      } else {
        const whole = firstGrapheme(this.#cutting, atom, visible)
        if (atom.start < visible && reach < firstWhole(this.#cutting, atom, visible))
          return part(atom, visible, atom.end)
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

/** Whether an atom is a whole paragraph that can be cut where it is. */
function isParagraph({ block, frame }: Atom): boolean {
  return isCuttable(block) && block.running === true && !frame?.block.running
}

/** An overlap may begin inside a wrapped block only if the chunk's own text is in there too. */
function sharesWrapper(overlap: Atom, own: Atom): boolean {
  return overlap.frame?.wrapped === undefined || overlap.frame.wrapped === own.frame?.wrapped
}
