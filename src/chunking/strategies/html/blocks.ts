import type { Block, ContextPart, Span } from '../../../core/index.js'
import { divide } from '../../inherit.js'
import { contentsOf, fillSpan, type Item } from './contents.js'
import { markupBlocks } from './markup-text.js'
import { flagRecovered } from './recovered.js'
import { runningText, textBlocks } from './running-text.js'
import { tableParts } from './table.js'
import type { View } from './view.js'
import { wrapperOf } from './wrapper.js'

const RUN_STRENGTH = 0.5

/**
 * The block of an item: an element, or a run of text between elements.
 *
 * @param span what the block covers: the item and, perhaps, what shows nothing around it
 */
export function itemBlock(view: View, item: Item, span: Span, context: readonly ContextPart[]): Block {
  if (item.element !== undefined) return elementBlock(view, item.element, span, context)
  const block: Block = { span, kind: 'paragraph', strength: RUN_STRENGTH, running: true, context }
  flagRecovered(view, block)
  if (!view.markup) return runningText(view, block)
  return divide(block, () => markupBlocks(view, { ...item, span }, false, context))
}

function elementBlock(view: View, element: number, span: Span, context: readonly ContextPart[]): Block {
  const tag = view.tree.tag(element)
  const isHeading = view.outline.isHeading(element)
  const kind = isHeading ? 'heading' : tag.kind
  const block: Block = { span, kind, strength: tag.strength, context }
  if (isHeading || tag.keepWithNext || view.headers.includes(element)) block.keepWithNext = true
  if (kind === 'paragraph') block.running = true
  flagRecovered(view, block)
  if (tag.empty) return block
  if (view.markup) block.wrap = wrapperOf(view, element)
  else if (!tag.preformatted && view.tree.next(element) === element + 1) return runningText(view, block)
  return divide(block, () => innerBlocks(view, element, span, context))
}

/** What an element is made of: blocks, or the sentences, words and lines of its text. */
function* innerBlocks(view: View, element: number, span: Span, context: readonly ContextPart[]): Generator<Block> {
  const { source, tree } = view
  const items = contentsOf(view, element)
  const first = items.next()
  if (first.done) {
    yield flagRecovered(view, { span, kind: 'markup', strength: 0, context })
    return
  }
  const second = items.next()
  if (second.done && first.value.element === undefined) {
    const keepsSpace = tree.tag(element).preformatted === true
    if (view.markup) yield* markupBlocks(view, { ...first.value, span }, keepsSpace, context)
    else yield* textBlocks(view, span, keepsSpace, context)
    return
  }
  const filled = fillSpan(source, chain(first.value, second, items), span)
  for (const part of tableParts(view, element, filled)) {
    if (!('rows' in part)) yield itemBlock(view, part, part.span, context)
    else {
      const { rows, ...group } = part
      const all = { start: rows[0]!.span.start, end: rows[rows.length - 1]!.span.end }
      yield divide(flagRecovered(view, { ...group, span: all, context }), () => mapItems(view, rows, context))
    }
  }
}

function* mapItems(view: View, items: readonly Item[], context: readonly ContextPart[]): Generator<Block> {
  for (const item of items) yield itemBlock(view, item, item.span, context)
}

function* chain<T>(first: T, second: IteratorResult<T>, rest: Iterable<T>): Generator<T> {
  yield first
  if (second.done) return
  yield second.value
  yield* rest
}
