import type { Block, Span } from '../../../core/index.js'
import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { type TopItem, topBlock } from './top-level.js'
import { REMOVED, type Tree } from './tree.js'
import type { View } from './view.js'

/** Source that is in no chunk, and why. */
export interface Dropped {
  span: Span
  reason: string
}

const SPREAD = 'tags of an element whose parts are chunks of their own'
const NOTHING = 'markup without text'

/**
 * Blocks of chunks without tags. What shows nothing belongs to the block before it, so that chunks need not be cut
 * there; only in front of the first block and behind the last one it is left out.
 *
 * @param within the part of the source that the items are from
 * @param dropped receives what no block covers
 */
export function* renderedBlocks(
  view: View,
  items: Iterator<TopItem>,
  within: Span,
  dropped: Dropped[],
): Generator<Block> {
  const removed = removedElements(view.tree, within)
  for (const entry of removed) dropped.push(entry)
  let held = items.next()
  if (held.done) {
    if (removed.length === 0) dropped.push(...tagsBetween(view.source, within.start, within.end, NOTHING))
    absorbBehind(view.source, removed, absorbBefore(removed, within.start, within.end), within.end)
    return
  }
  let start = absorbBefore(removed, within.start, held.value.item.span.start)
  while (!held.done) {
    const next = items.next()
    const lastEnd = held.value.item.span.end
    const end: number = next.done
      ? absorbBehind(view.source, removed, lastEnd, within.end)
      : skipSpaceBack(view.source, lastEnd, next.value.item.span.start)
    yield topBlock(view, held.value, { start, end })
    if (!next.done) start = next.value.item.span.start
    held = next
  }
}

/**
 * Blocks of chunks that show the markup: elements as they are. Between them lie the removed elements and the tags of
 * elements that did not become a block.
 *
 * @param within the part of the source that the items are from
 * @param dropped receives what no block covers
 */
export function* markupBlocks(
  view: View,
  items: Iterable<TopItem>,
  within: Span,
  dropped: Dropped[],
): Generator<Block> {
  const { source } = view
  const removed = removedElements(view.tree, within)
  let nextRemoved = 0
  let position = within.start
  const dropUntil = (until: number): void => {
    for (; nextRemoved < removed.length && removed[nextRemoved]!.span.start < until; nextRemoved++) {
      const entry = removed[nextRemoved]!
      dropped.push(...tagsBetween(source, position, entry.span.start, SPREAD), entry)
      position = entry.span.end
    }
    dropped.push(...tagsBetween(source, position, until, SPREAD))
  }
  for (const top of items) {
    dropUntil(top.item.span.start)
    yield topBlock(view, top, top.item.span)
    position = top.item.span.end
  }
  dropUntil(within.end)
}

/** The removed elements inside a span that are not inside one another, in order. */
function removedElements(tree: Tree, within: Span): Dropped[] {
  const found: Dropped[] = []
  for (let element = 1; element < tree.size; ) {
    if (!tree.has(element, REMOVED)) {
      element++
      continue
    }
    const span = { start: tree.start(element), end: tree.end(element) }
    const reason = tree.reasons.get(element)!
    if (span.start >= within.start && span.end <= within.end && span.start < span.end) found.push({ span, reason })
    element = tree.next(element)
  }
  return found
}

/** Stretches the removed elements before the first block over the tags around them; returns where it begins. */
function absorbBefore(removed: readonly Dropped[], from: number, firstBlock: number): number {
  let position = from
  for (const { span } of removed) {
    if (span.end > firstBlock) break
    span.start = position
    position = span.end
  }
  return position
}

/** Stretches the removed elements behind the last block over the tags around them; returns where it ends. */
function absorbBehind(source: string, removed: readonly Dropped[], lastBlock: number, to: number): number {
  let index = removed.length
  while (index > 0 && removed[index - 1]!.span.start >= lastBlock) index--
  if (index === removed.length) return to
  const blockEnd = skipSpaceBack(source, lastBlock, removed[index]!.span.start)
  for (; index < removed.length; index++) removed[index]!.span.end = removed[index + 1]?.span.start ?? to
  return blockEnd
}

/** A stretch of tags without the white space around it, or nothing. */
function tagsBetween(source: string, from: number, to: number, reason: string): Dropped[] {
  const start = skipSpace(source, from, to)
  const end = skipSpaceBack(source, start, to)
  return start < end ? [{ span: { start, end }, reason }] : []
}
