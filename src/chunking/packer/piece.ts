import type { Block, ContextPart } from '../../core/index.js'
import type { Frame } from './frames.js'

/** The smallest unit the packer moves: a block, or a part of one, that fits into a chunk by itself. */
export interface Atom {
  /** Visible text, with the first line's indent. */
  start: number
  end: number
  /** How good a cut just before it is. */
  strength: number
  keepWithNext: boolean
  block: Block
  frame: Frame | undefined
  /** Text that is not white space stands between this atom and the one before: a cut is forced or, between separators, free. */
  gap: 'none' | 'separator' | 'removed'
  /** Was cut out of a block that should have stayed whole. */
  cut: boolean
  /** A single code point that is larger than the limit. */
  overSize: boolean
}

/** A stretch of an atom, with the strength of a cut before it where it does not begin the atom. */
export function part(atom: Atom, start: number, end: number, strength = atom.strength): Atom {
  const { block, frame, gap, cut } = atom
  return { start, end, strength, keepWithNext: false, block, frame, gap, cut, overSize: false }
}

/** A chunk in the making: a run of atoms, perhaps with an overlap before it. */
export interface Piece {
  /** Where the chunk begins, overlap included. */
  start: number
  startFrame: Frame | undefined
  /** Where its own text begins. */
  coreStart: number
  end: number
  endFrame: Frame | undefined
  /** Strength of the cut before it; 1 where nothing may be merged across. */
  strength: number
  atoms: readonly Atom[]
}

const MOST_NAMES = 12

/**
 * Context of a chunk over several blocks: the heading path they share, and every other name that is in force in one of
 * them. Headings that only introduce what follows do not shorten the path.
 */
export function sharedContext(atoms: readonly Atom[]): ContextPart[] {
  let bodies = atoms.length === 1 ? atoms : atoms.filter((atom) => !atom.keepWithNext)
  if (bodies.length === 0) bodies = atoms.slice(-1)
  const first = bodies[0]!.block.context
  if (bodies.every((atom) => atom.block.context === first)) return first ? [...first] : []
  let headings = (first ?? []).filter(isHeading)
  const others = new Map<string, ContextPart>()
  let previous: readonly ContextPart[] | undefined
  for (const { block } of bodies) {
    if (block.context === previous) continue
    previous = block.context
    const path = (block.context ?? []).filter(isHeading)
    headings = headings.slice(0, sharedLength(headings, path))
    for (const part of block.context ?? []) {
      if (!isHeading(part) && others.size < MOST_NAMES) others.set(`${part.kind}\n${part.text}`, part)
    }
  }
  const names = [...others.values()]
  return [
    ...names.filter((part) => part.kind === 'title'),
    ...headings,
    ...names.filter((part) => part.kind !== 'title'),
  ]
}

function sharedLength(a: readonly ContextPart[], b: readonly ContextPart[]): number {
  let length = 0
  while (length < a.length && a[length]!.text === b[length]?.text && a[length]!.level === b[length]?.level) length++
  return length
}

function isHeading(part: ContextPart): boolean {
  return part.kind === 'heading'
}
