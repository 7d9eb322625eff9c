import { lowerBound } from '../../../core/index.js'
import { inkOf } from './outline.js'
import type { Rendering } from './rendering.js'
import type { Tree } from './tree.js'

/** A header of more source than this is not repeated. */
const LONGEST_HEADER = 2000

/** The headers of all tables of a page. */
export interface TableHeaders {
  /** What heads a table or row group: `thead`, or rows. */
  of(element: number): readonly number[] | undefined
  /** Whether an element is all header. */
  includes(element: number): boolean
}

/**
 * Finds what heads each table: `thead`, or the header rows it begins with, though they stand in row groups; and, beside
 * that, the header rows of row groups.
 */
export function findTableHeaders(tree: Tree, rendering: Rendering): TableHeaders {
  const headers = new Map<number, number[]>()
  const parts = new Set<number>()
  for (let element = 1; element < tree.size; element++) {
    const { kind } = tree.tag(element)
    if (kind !== 'table' && kind !== 'rows') continue
    if (kind === 'rows' && holdsAny(tree, element, headers.get(tree.parent(element)))) continue
    const header = leadingHeader(tree, rendering, element)
    if (header.length === 0) continue
    headers.set(element, header)
    for (const part of header) {
      const group = tree.parent(part)
      parts.add(part)
      if (group !== element && isLast(tree, rendering, group, part)) parts.add(group)
    }
  }
  return { of: (element) => headers.get(element), includes: (element) => parts.has(element) }
}

/** `thead`, or the leading header rows; only the first of them where there are no other rows. */
function leadingHeader(tree: Tree, rendering: Rendering, element: number): number[] {
  const header: number[] = []
  let columns = 0
  for (let at = element + 1; at < tree.next(element); ) {
    const { name, kind } = tree.tag(at)
    const isShown = inkOf(tree, rendering, at) > 0
    if (isShown && name === 'thead') return repeatable(tree, rendering, element, [...header, at])
    if (isShown && kind === 'rows') {
      at++
      continue
    }
    if (isShown && kind === 'row') {
      const cells = headerCells(tree, rendering, at)
      // A single cell under several is the title of some rows only.
      if (cells === 0 || (cells === 1 && columns > 1)) return repeatable(tree, rendering, element, header)
      header.push(at)
      columns = cells
    }
    at = tree.next(at)
  }
  return repeatable(tree, rendering, element, header.slice(0, 1))
}

/** A header that is short and has something under it, else none. */
function repeatable(tree: Tree, rendering: Rendering, element: number, header: number[]): number[] {
  const last = header.at(-1)
  if (last === undefined || tree.end(last) - tree.start(header[0]!) > LONGEST_HEADER) return []
  return isLast(tree, rendering, element, last) ? [] : header
}

/** Whether an element shows nothing behind one of its parts. */
function isLast(tree: Tree, rendering: Rendering, element: number, part: number): boolean {
  return rendering.inkBefore(tree.pieceTo(part)) === rendering.inkBefore(tree.pieceTo(element))
}

/** How many header cells a row has that holds nothing else but empty cells; 0 for another, or a key without a value. */
function headerCells(tree: Tree, rendering: Rendering, row: number): number {
  let headers = 0
  let empty = 0
  for (let cell = row + 1; cell < tree.next(row); cell = tree.next(cell)) {
    const { name } = tree.tag(cell)
    if (name === 'th') headers++
    if (name !== 'td') continue
    if (inkOf(tree, rendering, cell) > 0) return 0
    if (headers > 0) empty++
  }
  return headers === 1 && empty > 0 ? 0 : headers
}

/** Whether one of the elements, which are in order, is this one or inside it. */
function holdsAny(tree: Tree, element: number, elements: readonly number[] = []): boolean {
  const first = elements[lowerBound(elements, element)]
  return first !== undefined && first < tree.next(element)
}
