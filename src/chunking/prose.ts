import type { Block, ContextPart, Metadata, Span } from '../core/index.js'
import { sentences } from '../text/index.js'
import { isSpace, skipSpace } from './packer/space.js'

/** What the blocks of running text carry on from the block they are part of. */
export interface ProseOptions {
  context?: readonly ContextPart[] | undefined
  metadata?: Metadata | undefined
  /** Of the cuts between sentences, below .9. Default .2; words have half of it. */
  strength?: number | undefined
}

/** Running text as sentences, each splitting into words: the inner structure of a paragraph. Linear, for any script. */
export function* proseBlocks(text: string, span: Span, options: ProseOptions = {}): Generator<Block> {
  const { context, metadata, strength = 0.2 } = options
  const shared = { ...(context && { context }), ...(metadata && { metadata }) }
  for (const sentence of sentences(text, span.start, span.end)) {
    yield {
      span: sentence,
      kind: 'sentence',
      strength,
      ...shared,
      split: () => wordBlocks(text, sentence, { ...options, strength: strength / 2 }),
    }
  }
}

/** Runs between white space. A run may be cut anywhere: it is a word, or text of a script without spaces. */
export function* wordBlocks(text: string, span: Span, options: ProseOptions = {}): Generator<Block> {
  const { context, metadata, strength = 0.1 } = options
  const shared = { ...(context && { context }), ...(metadata && { metadata }) }
  for (let start = skipSpace(text, span.start, span.end); start < span.end; ) {
    let end = start + 1
    while (end < span.end && !isSpace(text.charCodeAt(end))) end++
    yield { span: { start, end }, kind: 'word', strength, divisible: true, ...shared }
    start = skipSpace(text, end, span.end)
  }
}
