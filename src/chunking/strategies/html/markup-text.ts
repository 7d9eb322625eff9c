import type { Block, ContextPart, Span } from '../../../core/index.js'
import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { proseBlocks } from '../../prose.js'
import { fillSpan } from './contents.js'
import { flagRecovered } from './recovered.js'
import { lineBlocks, textBlocks } from './running-text.js'
import type { View } from './view.js'
import { voidTags } from './void-tags.js'
import { wrapperOf } from './wrapper.js'

const SENTENCE_STRENGTH = 0.2
const TEXT_STRENGTH = 0.1

/** A stretch of text with the inline elements in it: the children of one element from one index to before another. */
interface Part {
  span: Span
  children: [from: number, to: number]
}

/**
 * The inner structure of a run whose chunks show the markup. Sentences end only outside of its inline elements; a
 * sentence that is too large is taken apart into text and elements, and those make their own parts whole.
 */
export function* markupBlocks(
  view: View,
  run: Part,
  preformatted: boolean,
  context: readonly ContextPart[],
): Generator<Block> {
  if (run.children[0] >= run.children[1]) {
    yield* textBlocks(view, run.span, preformatted, context)
    return
  }
  const parts = [...wholeParts(view, run, preformatted)]
  if (parts.length < 2) {
    yield* inlineBlocks(view, run, preformatted, context)
    return
  }
  for (const part of fillSpan(view.source, parts, run.span)) {
    yield flagRecovered(view, {
      span: part.span,
      kind: preformatted ? 'line' : 'sentence',
      strength: SENTENCE_STRENGTH,
      running: !preformatted,
      context,
      split: () => inlineBlocks(view, part, preformatted, context),
    })
  }
}

/** Sentences or lines, joined where an inline element reaches over the border. */
function* wholeParts({ tree, rendering }: View, run: Part, preformatted: boolean): Generator<Part> {
  const shown = rendering.shown(run.span)
  const units = preformatted ? lineBlocks(rendering.text, shown) : proseBlocks(rendering.text, shown)
  const stop = run.children[1]
  let start = run.span.start
  let [first] = run.children
  let child = first
  let before = -1
  for (const unit of units) {
    if (before >= 0) {
      const next = rendering.sourceStart(unit.span.start)
      while (child < stop && tree.end(child) <= before) child = tree.next(child)
      let cut = child < stop ? Math.min(next, tree.start(child)) : next
      if (cut < before) {
        // The sentence ends inside the element, which may end before the next sentence begins.
        cut = tree.end(child) <= next ? tree.end(child) : -1
        if (cut >= 0) child = tree.next(child)
      }
      if (cut > start) {
        yield { span: { start, end: cut }, children: [first, child] }
        start = cut
        first = child
      }
    }
    before = rendering.sourceEnd(unit.span.end)
  }
  yield { span: { start, end: run.span.end }, children: [first, stop] }
}

function* inlineBlocks(
  view: View,
  part: Part,
  preformatted: boolean,
  context: readonly ContextPart[],
): Generator<Block> {
  for (const { span, element } of fillSpan(view.source, inlineItems(view, part), part.span)) {
    if (element === undefined) {
      const split = () => textBlocks(view, span, preformatted, context)
      const block: Block = { span, kind: 'text', strength: TEXT_STRENGTH, running: !preformatted, context, split }
      yield flagRecovered(view, block)
    } else yield inlineElement(view, element, span, preformatted, context)
  }
}

function inlineElement(
  view: View,
  element: number,
  span: Span,
  preformatted: boolean,
  context: readonly ContextPart[],
): Block {
  const { tree } = view
  const tag = tree.tag(element)
  const block = flagRecovered(view, { span, kind: tag.kind, strength: TEXT_STRENGTH, context })
  if (tree.openEnd(element) === tree.end(element)) return block
  const inner: Part = { span, children: [element + 1, tree.next(element)] }
  const keepsSpace = preformatted || tag.preformatted === true
  return {
    ...block,
    wrap: wrapperOf(view, element),
    split: () => markupBlocks(view, inner, keepsSpace, context),
  }
}

function* inlineItems(view: View, part: Part): Generator<{ span: Span; element?: number }> {
  const { tree } = view
  let position = part.span.start
  for (let child = part.children[0]; child < part.children[1]; child = tree.next(child)) {
    yield* textBetween(view, position, tree.start(child))
    yield { span: { start: tree.start(child), end: tree.end(child) }, element: child }
    position = tree.end(child)
  }
  yield* textBetween(view, position, part.span.end)
}

/** The tags of a part's own element are no text; they belong to the item next to them. */
function* textBetween({ source, rendering }: View, from: number, to: number): Generator<{ span: Span }> {
  const start = skipSpace(source, from, to)
  const end = skipSpaceBack(source, start, to)
  const shown = rendering.shown({ start, end })
  if (shown.start < shown.end || voidTags(source, start, end).length > 0) yield { span: { start, end } }
}
