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

/** All of a block as one atom. */
export function createAtom(block: Block, frame: Frame | undefined, start: number, end: number, gap: Atom['gap']): Atom {
  const { strength, keepWithNext = false } = block
  return { start, end, strength, keepWithNext, block, frame, gap, cut: false, overSize: false }
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

/** Of the names that only some blocks are in, so many are said. */
const MOST_NAMES = 12

/**
 * Context of a chunk over several blocks: the headings and the names around them that all blocks share, outermost first.
 * Names that are in force in some of them only stand side by side in one last part, so that they are found and do not
 * read like a path. Headings that only introduce what follows do not shorten the path.
 */
export function sharedContext(atoms: readonly Atom[]): ContextPart[] {
  let bodies = atoms.length === 1 ? atoms : atoms.filter((atom) => !atom.keepWithNext)
  if (bodies.length === 0) bodies = atoms.slice(-1)
  const first = bodies[0]!.block.context
  if (bodies.every((atom) => atom.block.context === first)) return first ? [...first] : []
  const contexts = [...new Set(bodies.map((atom) => atom.block.context ?? NO_CONTEXT))]
  const titles = new Map(contexts.flatMap((context) => context.filter(isTitle)).map((part) => [part.text, part]))
  const paths = contexts.map((context) => context.filter(isName))
  const shared = sharedPath(paths)
  return [
    ...titles.values(),
    ...sharedPath(contexts.map((context) => context.filter(isHeading))),
    ...shared,
    ...sideBySide(paths.flatMap((path) => path.slice(shared.length))),
  ]
}

/** Whether what an atom holds stands under the heading of an earlier one: its path begins with that one's. */
export function standsBelow(atom: Atom, earlier: Atom): boolean {
  const path = headingsOf(earlier)
  const own = headingsOf(atom)
  return sharedPath([path, own]).length === path.length && (own.length > path.length || !atom.keepWithNext)
}

function headingsOf({ block }: Atom): ContextPart[] {
  return (block.context ?? NO_CONTEXT).filter(isHeading)
}

const NO_CONTEXT: readonly ContextPart[] = []

function sharedPath(paths: readonly (readonly ContextPart[])[]): ContextPart[] {
  const [first = [], ...others] = paths
  let length = first.length
  for (const path of others) {
    let same = 0
    while (same < length && isSame(first[same]!, path[same])) same++
    length = same
  }
  return first.slice(0, length)
}

function isSame(a: ContextPart, b: ContextPart | undefined): boolean {
  return a.text === b?.text && a.kind === b.kind && a.level === b.level
}

/** One part for all names of a kind. */
function sideBySide(names: readonly ContextPart[]): ContextPart[] {
  const kinds = new Map<ContextPart['kind'], Set<string>>()
  for (const { kind, text } of names) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(text))
  return [...kinds].map(([kind, texts]) => ({ kind, text: [...texts].slice(0, MOST_NAMES).join(', ') }))
}

function isTitle(part: ContextPart): boolean {
  return part.kind === 'title'
}

function isName({ kind }: ContextPart): boolean {
  return kind !== 'title' && kind !== 'heading'
}

function isHeading(part: ContextPart): boolean {
  return part.kind === 'heading'
}
