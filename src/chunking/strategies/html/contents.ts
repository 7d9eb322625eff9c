import type { Span } from '../../../core/index.js'
import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { BLOCKISH, REMOVED } from './tree.js'
import type { View } from './view.js'

/** An element that stands in lines of its own, or a run of text and inline elements between such. */
export type Item = ElementItem | Run

export interface ElementItem {
  span: Span
  element: number
}

export interface Run {
  span: Span
  element?: undefined
  /** The inline elements of the run are the children of one element from the first to before the second index. */
  children: [from: number, to: number]
}

/** What an element holds, in order: only what becomes part of a chunk. */
export function* contentsOf(view: View, element: number): Generator<Item> {
  const { tree } = view
  let start = tree.openEnd(element)
  let pieces = tree.pieceFrom(element)
  let first = element + 1
  const stop = tree.next(element)
  for (let child = first; child < stop; child = tree.next(child)) {
    if (!separatesRuns(view, child)) continue
    const run = makeRun(view, { start, end: tree.start(child) }, [pieces, tree.pieceFrom(child)], [first, child])
    if (run) yield run
    if (isShown(view, child)) yield { element: child, span: { start: tree.start(child), end: tree.end(child) } }
    start = tree.end(child)
    pieces = tree.pieceTo(child)
    first = tree.next(child)
  }
  const rest = { start, end: tree.closeStart(element) }
  const run = makeRun(view, rest, [pieces, tree.pieceTo(element)], [first, stop])
  if (run) yield run
}

/**
 * Stretches the items of a block so that together they cover it: its start tag belongs to the first, what stands
 * between two of them to the one before.
 */
export function* fillSpan<T extends { span: Span }>(source: string, items: Iterable<T>, span: Span): Generator<T> {
  let held: T | undefined
  for (const item of items) {
    if (held) yield { ...held, span: { start: held.span.start, end: endBefore(source, held.span, item.span.start) } }
    held = held ? item : { ...item, span: { start: span.start, end: item.span.end } }
  }
  if (held) yield { ...held, span: { start: held.span.start, end: span.end } }
}

function endBefore(source: string, span: Span, next: number): number {
  return skipSpaceBack(source, span.start, next)
}

function separatesRuns({ tree, outline, markup }: View, element: number): boolean {
  if (markup) return tree.has(element, BLOCKISH | REMOVED) || outline.isDissolved(element)
  return tree.has(element, BLOCKISH) && !tree.has(element, REMOVED)
}

function isShown({ tree, rendering, markup }: View, element: number): boolean {
  if (tree.has(element, REMOVED)) return false
  return markup || rendering.inkBefore(tree.pieceFrom(element)) < rendering.inkBefore(tree.pieceTo(element))
}

function makeRun(
  { source, rendering, markup }: View,
  span: Span,
  pieces: [from: number, to: number],
  children: [from: number, to: number],
): Run | undefined {
  if (!markup) {
    const visible = rendering.visibleSource(...pieces)
    return visible && { span: visible, children }
  }
  const start = skipSpace(source, span.start, span.end)
  const end = skipSpaceBack(source, start, span.end)
  return start < end ? { span: { start, end }, children } : undefined
}
