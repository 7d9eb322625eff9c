import { lowerBound, type Span } from '../../../core/index.js'
import { skipSpaceBack } from '../../packer/space.js'
import type { Rendering } from './rendering.js'
import type { Tag } from './tags.js'
import { ANNOUNCES, REMOVED, type Tree, UNCLOSED } from './tree.js'

/**
 * Blocks are nested no deeper than this; what lies around them dissolves. Keeps the work on pages of absurd depth in
 * proportion to their size.
 */
const MOST_LEVELS = 32

/** What the whole page says of each of its elements. */
export interface Outline {
  /** The element does not become a block; what is inside it does. */
  isDissolved(element: number): boolean
  /** The element begins a topic: a heading or a section that shows something. */
  isBorder(element: number): boolean
  /** The element is a heading that begins a topic, or a wrapper that shows nothing else. */
  isHeading(element: number): boolean
  /** How many levels of elements the element holds. */
  height(element: number): number
  /** A tag in the span has no partner, or an end tag is missing there. */
  isRecovered(span: Span): boolean
}

/**
 * Finds the elements that are no blocks themselves because a topic begins or ends inside them, because they hold
 * something that chunks with markup leave out or whose headings count all the same, or because they are nested too deep.
 */
export function outlinePage(source: string, tree: Tree, rendering: Rendering, markup: boolean): Outline {
  const { size } = tree
  const borders = findBorders(tree, rendering)
  const dissolved = new Uint8Array(size)
  const levels = new Uint8Array(size)
  const unclean = new Uint8Array(size)
  const headings = new Uint8Array(size)
  const unclosed: number[] = []
  const lastBegin = new Int32Array(size).fill(-1)
  const firstEnd = new Int32Array(size).fill(0x7fffffff)
  for (let element = size - 1; element >= 0; element--) {
    const parent = tree.parent(element)
    if (tree.has(element, REMOVED)) {
      if ((markup || tree.has(element, ANNOUNCES)) && parent >= 0) unclean[parent] = 1
      continue
    }
    const begin = rendering.inkBefore(tree.pieceFrom(element))
    const end = rendering.inkBefore(tree.pieceTo(element))
    const holdsBorder = lastBegin[element]! > begin || firstEnd[element]! < end
    if (tree.tag(element).kind === 'document' || holdsBorder || unclean[element] || levels[element]! > MOST_LEVELS) {
      dissolved[element] = 1
    }
    if (tree.has(element, UNCLOSED) && !dissolved[element]) unclosed.push(tree.end(element))
    if (borders[element] && tree.tag(element).heading) headings[element] = 1
    if (parent < 0) continue
    if (headings[element] && end - begin === inkOf(tree, rendering, parent)) headings[parent] = 1
    unclean[parent]! |= unclean[element]!
    levels[parent] = Math.max(levels[parent]!, Math.min(levels[element]! + 1, MOST_LEVELS + 1))
    lastBegin[parent] = Math.max(lastBegin[parent]!, borders[element] ? begin : -1, lastBegin[element]!)
    const ownEnd = borders[element] && tree.tag(element).section ? end : 0x7fffffff
    firstEnd[parent] = Math.min(firstEnd[parent]!, ownEnd, firstEnd[element]!)
  }
  const faults = visibleEnds(source, unclosed)
  return {
    isDissolved: (element) => dissolved[element] === 1,
    isBorder: (element) => borders[element] === 1,
    isHeading: (element) => headings[element] === 1,
    height: (element) => levels[element]!,
    isRecovered: ({ start, end }) => lowerBound(faults, start + 1) < lowerBound(faults, end + 1),
  }
}

/** Offsets in order, without the white space before them: blocks are trimmed. */
function visibleEnds(source: string, offsets: readonly number[]): Int32Array {
  const sorted = Int32Array.from(new Set(offsets)).sort()
  return sorted.map((offset) => skipSpaceBack(source, 0, offset))
}

/** Headings and sections that show something; those in the cells of a table of data are part of the table. */
function findBorders(tree: Tree, rendering: Rendering): Uint8Array {
  const tables = findDataTables(tree)
  const inside = new Uint8Array(tree.size)
  const borders = new Uint8Array(tree.size)
  for (let element = 1; element < tree.size; element++) {
    inside[element] = tables[element]! | inside[tree.parent(element)]!
    if (inside[element] || !opensTopic(tree.tag(element))) continue
    if (inkOf(tree, rendering, element) > 0) borders[element] = 1
  }
  return borders
}

/** How many visible pieces of text an element holds. */
export function inkOf(tree: Tree, rendering: Rendering, element: number): number {
  return rendering.inkBefore(tree.pieceTo(element)) - rendering.inkBefore(tree.pieceFrom(element))
}

function opensTopic(tag: Tag): boolean {
  return tag.heading !== undefined || tag.section === true
}

/** Tables with a caption or header cells; others may be there for the layout. */
function findDataTables(tree: Tree): Uint8Array {
  const table = new Int32Array(tree.size)
  const data = new Uint8Array(tree.size)
  for (let element = 1; element < tree.size; element++) {
    const { name } = tree.tag(element)
    const outer = table[tree.parent(element)]!
    if (outer > 0 && (name === 'th' || name === 'thead' || name === 'caption')) data[outer] = 1
    table[element] = name === 'table' ? element : outer
  }
  return data
}
