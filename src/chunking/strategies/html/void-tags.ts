import type { Block, ContextPart, Span } from '../../../core/index.js'
import { fillSpan } from './contents.js'
import { flagRecovered } from './recovered.js'
import { tagNamed } from './tags.js'
import { type TokenHandler, tokenize } from './tokenizer.js'
import type { View } from './view.js'

const TAG_STRENGTH = 0.02

/**
 * The void tags in a stretch of markup, such as `img`. The tree does not hold those that are inline.
 *
 * @param from an offset outside of tags
 */
export function voidTags(source: string, from: number, to: number): Span[] {
  const markup = source.slice(from, to)
  if (!markup.includes('<')) return []
  const reader = new VoidTagReader(from)
  tokenize(markup, reader, false)
  return reader.found
}

/**
 * A stretch of markup around one piece of text, or none, tag by tag. Tags that are not void are those of an element
 * around: they stay with what is next to them.
 */
export function* tagBlocks(
  view: View,
  span: Span,
  text: (Span & { verbatim: boolean }) | undefined,
  context: readonly ContextPart[],
): Generator<Block> {
  const { source } = view
  const items: { span: Span; verbatim?: boolean }[] = []
  for (const tag of voidTags(source, span.start, text ? text.start : span.end)) items.push({ span: tag })
  if (text) {
    items.push({ span: { start: text.start, end: text.end }, verbatim: text.verbatim })
    for (const tag of voidTags(source, text.end, span.end)) items.push({ span: tag })
  }
  if (items.length === 0) yield flagRecovered(view, { span, kind: 'markup', strength: 0, context })
  for (const { span: own, verbatim } of fillSpan(source, items, span)) {
    const divisible = verbatim === true && own.start === text!.start && own.end === text!.end
    const kind = verbatim === undefined ? 'markup' : 'characters'
    yield flagRecovered(view, { span: own, kind, strength: TAG_STRENGTH, context, ...(divisible && { divisible }) })
  }
}

/** Collects void tags and passes over everything else. */
class VoidTagReader implements TokenHandler {
  readonly inForeign = false
  readonly found: Span[] = []
  readonly #from: number
  #start = -1

  constructor(from: number) {
    this.#from = from
  }

  beginStartTag(name: string, start: number): void {
    this.#start = tagNamed(name).empty ? start : -1
  }

  endStartTag(end: number): void {
    if (this.#start >= 0) this.found.push({ start: this.#from + this.#start, end: this.#from + end })
  }

  text(): void {}
  reference(): void {}
  attribute(): void {}
  endTag(): void {}
  comment(): void {}
  doctype(): void {}
  unfinished(): void {}
}
