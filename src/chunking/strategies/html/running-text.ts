import type { Block, ContextPart, Span } from '../../../core/index.js'
import { divide } from '../../inherit.js'
import { isSpace } from '../../packer/space.js'
import { proseBlocks } from '../../prose.js'
import { fillSpan } from './contents.js'
import { flagRecovered } from './recovered.js'
import type { View } from './view.js'
import { tagBlocks } from './void-tags.js'

const LINE_STRENGTH = 0.2
const PARAGRAPH_OF_LINES_STRENGTH = 0.3
const CHARACTER_STRENGTH = 0.02

/** Running text of a chunk without tags, as one block that is cut between sentences or words. */
export function runningText(view: View, block: Block): Block {
  block.boundaries = view.boundaries
  block.divisible = true
  return block.running ? divide(block, () => sentenceBlocks(view, block)) : block
}

function* sentenceBlocks(view: View, { span, context }: Block): Generator<Block> {
  const { source, rendering, boundaries } = view
  const shown = rendering.shown(span)
  const sentences = proseBlocks(rendering.text, shown)
  for (const { block, span: own } of fillSpan(source, locateAll(view, sentences), span)) {
    const { kind, strength } = block
    yield { span: own, kind, strength, running: true, divisible: true, boundaries, ...(context && { context }) }
  }
}

/**
 * The inner structure of a run of text. What it is made of is found in the text as it is shown, where no tag and no
 * entity is in the way, and carried back to the source.
 *
 * @param preformatted lines instead of sentences
 */
export function textBlocks(
  view: View,
  span: Span,
  preformatted: boolean,
  context: readonly ContextPart[],
): Iterable<Block> {
  const shown = view.rendering.shown(span)
  const { text } = view.rendering
  if (shown.start >= shown.end) return tagBlocks(view, span, undefined, context)
  if (preformatted) return toSource(view, lineBlocks(text, shown), span, context)
  if (view.markup) return toSource(view, proseBlocks(text, shown), span, context)
  return [runningText(view, { span, kind: 'text', strength: 0, context })]
}

/** Where in the source each stretch of a run lies; the blocks' spans are those of the rendered text. */
function* toSource(view: View, blocks: Iterable<Block>, span: Span, context: readonly ContextPart[]): Generator<Block> {
  const { source, rendering } = view
  const located = locateAll(view, blocks)
  for (const { block, span: own } of fillSpan(source, located, span)) {
    const shown = block.span
    const verbatim = own.end - own.start === shown.end - shown.start && rendering.sourceEnd(shown.end) === own.end
    yield flagRecovered(view, {
      span: own,
      kind: block.kind,
      strength: block.strength,
      context,
      ...(block.running && { running: true }),
      // Elsewhere a cut could fall into a tag or an entity.
      ...(block.divisible && verbatim && { divisible: true }),
      ...(block.split && { split: () => toSource(view, block.split!(), own, context) }),
      ...(!block.split && !verbatim && { split: () => characters(view, shown, own, context) }),
    })
  }
}

function* locateAll({ rendering }: View, blocks: Iterable<Block>): Generator<{ block: Block; span: Span }> {
  for (const block of blocks) {
    const { start, end } = block.span
    if (start < end) yield { block, span: { start: rendering.sourceStart(start), end: rendering.sourceEnd(end) } }
  }
}

/** A word with entities or tags inside, stretch by stretch, so that none of them is cut. */
function* characters(view: View, shown: Span, span: Span, context: readonly ContextPart[]): Generator<Block> {
  const { source, rendering } = view
  const pieces = [...rendering.stretches(shown)].map(({ start, end, verbatim }) => {
    const text = { start: rendering.sourceStart(start), end: rendering.sourceEnd(end), verbatim }
    return { span: text, text }
  })
  for (const { span: own, text } of fillSpan(source, pieces, span)) {
    const alone = !view.markup || (own.start === text.start && own.end === text.end)
    yield flagRecovered(view, {
      span: own,
      kind: 'characters',
      strength: CHARACTER_STRENGTH,
      context,
      ...(alone && text.verbatim && { divisible: true }),
      ...(!alone && { split: () => tagBlocks(view, own, text, context) }),
    })
  }
}

/** Lines that are not blank; a cut after a blank line is better than after any other. */
export function* lineBlocks(text: string, span: Span): Generator<Block> {
  let strength = PARAGRAPH_OF_LINES_STRENGTH
  for (let start = span.start; start < span.end; ) {
    const at = text.indexOf('\n', start)
    const lineEnd = at < 0 || at > span.end ? span.end : at
    let end = lineEnd
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--
    if (end > start) {
      yield { span: { start, end }, kind: 'line', strength }
      strength = LINE_STRENGTH
    } else strength = PARAGRAPH_OF_LINES_STRENGTH
    start = lineEnd + 1
  }
}
