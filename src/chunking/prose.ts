import type { Block, ContextPart, Metadata, Span } from '../core/index.js'
import { sentences } from '../text/index.js'
import { divide } from './inherit.js'
import { isSpace, skipSpace } from './packer/space.js'

/** What the blocks of running text carry on from the block they are part of. */
export interface ProseOptions {
  context?: readonly ContextPart[] | undefined
  metadata?: Metadata | undefined
  /** Of the cuts between sentences, below .9. Default .2; words have half of it. */
  strength?: number | undefined
}

/** A longer sentence is none: it is one run of words, without a block for each. */
const LONGEST_SENTENCE = 2000

/** Running text as sentences, each splitting into words: the inner structure of a paragraph. Linear, for any script. */
export function* proseBlocks(text: string, span: Span, options: ProseOptions = {}): Generator<Block> {
  const { strength = 0.2 } = options
  const inside = { ...options, strength: strength / 2 }
  for (const sentence of sentences(text, span.start, span.end)) {
    const block = blockOf(sentence, 'sentence', strength, options)
    block.running = true
    const isLong = sentence.end - sentence.start > LONGEST_SENTENCE
    yield divide(block, () => (isLong ? [wordsBlock(sentence, 'words', inside)] : wordBlocks(text, sentence, inside)))
  }
}

/** Runs between white space. */
export function* wordBlocks(text: string, span: Span, options: ProseOptions = {}): Generator<Block> {
  for (let start = skipSpace(text, span.start, span.end); start < span.end; ) {
    let end = start + 1
    while (end < span.end && !isSpace(text.charCodeAt(end))) end++
    yield wordsBlock({ start, end }, 'word', options)
    start = skipSpace(text, end, span.end)
  }
}

/** May be cut anywhere: at best between words, but there are long ones, and scripts without spaces. */
function wordsBlock(span: Span, kind: 'word' | 'words', options: ProseOptions): Block {
  return { ...blockOf(span, kind, options.strength ?? 0.1, options), divisible: true }
}

function blockOf(span: Span, kind: string, strength: number, { context, metadata }: ProseOptions): Block {
  return { span, kind, strength, ...(context && { context }), ...(metadata && { metadata }) }
}
