import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairTokenizer, unfairTokenizer, wordTokenizer } from '../../../test/laws/tokenizers.js'
import type { Block, Chunk, Span, Structure } from '../../core/index.js'
import { createBoundaries, wordEnds } from '../boundaries.js'
import { completeDocument } from '../input.js'
import { proseBlocks, wordBlocks } from '../prose.js'
import { packStructure, type Sizes } from './index.js'

async function pack(text: string, blocks: Iterable<Block>, sizes: Partial<Sizes>): Promise<Chunk[]> {
  const structure: Structure = { blocks }
  const document = completeDocument(text, 'text/plain')
  const all = { maxSize: 1000, overlap: 0, minSize: 0, ...sizes }
  return (await packStructure(document, structure, all, undefined, {})).chunks
}

const spanOf = (text: string, part: string): Span => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
})
const shownOf = (chunks: readonly Chunk[]) => chunks.map(({ text }) => text)
const flagsOf = (chunks: readonly Chunk[]) => chunks.flatMap(({ flags }) => flags)

/** The ways to say that text is running: by its parts, by its boundaries, or as words that may be cut anywhere. */
const RUNNING: Record<string, (text: string, span: Span) => Block> = {
  parts: (text, span) => ({ ...line(span), running: true, split: () => wordBlocks(text, span) }),
  boundaries: (text, span) => ({ ...line(span), running: true, boundaries: createBoundaries(text, [wordEnds]) }),
  words: (_, span) => ({ ...line(span), running: true, divisible: true }),
}

function line(span: Span): Block {
  return { span, kind: 'line', strength: 0.3 }
}

function heading(span: Span): Block {
  return { span, kind: 'heading', strength: 0.95, keepWithNext: true }
}

/** One block around everything, which makes its parts whole. */
function wrapped(text: string, wrapper: { open: string; close: string }, lines: readonly Block[]): Block {
  return { ...line({ start: 0, end: text.length }), wrap: () => wrapper, split: () => lines }
}

describe.each(Object.entries(RUNNING))('running text, known by its %s', (_, running) => {
  const sentence = 'one two three four five six seven.'
  const text = `First.\n${sentence}\nLast.`

  it('is cut earlier when it fits, but not together with what makes it whole', async () => {
    const parts = ['First.', 'Last.'].map((part) => line(spanOf(text, part)))
    const lines = [parts[0]!, running(text, spanOf(text, sentence)), parts[1]!]
    const chunks = await pack(text, [wrapped(text, { open: '<<', close: '>>' }, lines)], { maxSize: sentence.length })
    expect(flagsOf(chunks)).toEqual([])
    expect(shownOf(chunks).join('|')).toMatch(/^First\.(?:[^|]*>>\|<<)+[^|]*\nLast\.$/)
  })

  it('follows its heading when it fits, but not together with it', async () => {
    const whole = `# Heading\n\n${sentence}`
    const blocks = [heading(spanOf(whole, '# Heading')), running(whole, spanOf(whole, sentence))]
    const chunks = await pack(whole, blocks, { maxSize: sentence.length })
    expect(shownOf(chunks)).toEqual(['# Heading\n\none two three four five', 'six seven.'])
  })

  it('keeps its indent, and is cut where both do not fit', async () => {
    const indented = `    ${sentence}`
    const chunks = await pack(indented, [running(indented, spanOf(indented, sentence))], { maxSize: 36 })
    expect(shownOf(chunks)).toEqual(['    one two three four five six', 'seven.'])
  })
})

describe('what is to stay whole', () => {
  const row = 'one two three four five six seven.'

  it('takes the room of its wrapper, and says so', async () => {
    const text = `First.\n${row}\nLast.`
    const lines = ['First.', row, 'Last.'].map((part) => line(spanOf(text, part)))
    const chunks = await pack(text, [wrapped(text, { open: '<<', close: '>>' }, lines)], { maxSize: row.length })
    expect(shownOf(chunks)).toEqual(['First.>>', row, '<<Last.'])
    expect(flagsOf(chunks)).toEqual(['elided-wrapper'])
  })

  it('leaves a heading alone that it does not fit together with', async () => {
    const text = `# Heading\n\n${row}`
    const item: Block = { ...line(spanOf(text, row)), split: () => proseBlocks(text, spanOf(text, row)) }
    const boundaries = createBoundaries(text, [wordEnds])
    for (const block of [item, { ...line(spanOf(text, row)), boundaries, divisible: true }]) {
      const chunks = await pack(text, [heading(spanOf(text, '# Heading')), block], { maxSize: row.length })
      expect(shownOf(chunks)).toEqual(['# Heading', row])
    }
  })

  it('gives up its indent when it fits only without and has no parts', async () => {
    const text = `x\n    ${row}`
    const blocks = [line({ start: 0, end: 1 }), line(spanOf(text, row))]
    expect(shownOf(await pack(text, blocks, { maxSize: 36 }))).toEqual(['x', row])
  })

  it('keeps the indent of its first part when it is larger with it', async () => {
    const text = 'x\n    ```\n    one\n    two\n    ```'
    const fence = spanOf(text, text.slice(6))
    const lines = () =>
      [...text.matchAll(/\S+/g)].slice(1).map(({ 0: part, index }) => line({ start: index, end: index + part.length }))
    const block: Block = { ...line(fence), strength: 0.5, split: lines }
    expect(
      shownOf(await pack(text, [line({ start: 0, end: 1 }), block], { maxSize: fence.end - fence.start })),
    ).toEqual(['x\n    ```\n    one\n    two', '    ```'])
  })
})

/** Lines of running text inside one block that wraps them. */
interface Wrapped {
  lines: [words: string, way: string, indent: string][]
  open: string
  close: string
  maxSize: number
  /** Of the size, for the overlap. */
  share: number
}

describe('wrappers', () => {
  const word = fc.constantFrom('a', 'tile', 'mosaic', 'internationalization', 'e\u0301', '文字', '👩‍👩‍👧‍👦')
  const lineOfWords = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  const documents: fc.Arbitrary<Wrapped> = fc.record({
    lines: fc.array(
      fc.tuple(lineOfWords, fc.constantFrom(...Object.keys(RUNNING)), fc.constantFrom('', '  ', '\t\t\t')),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    open: fc.nat(20).map((length) => '<'.repeat(length)),
    close: fc.nat(20).map((length) => '>'.repeat(length)),
    maxSize: fc.integer({ min: 1, max: 64 }),
    share: fc.constantFrom(0, 0, 0.5),
  })

  async function packAll({ lines, open, close, maxSize, share }: Wrapped, sizes: Partial<Sizes>): Promise<Chunk[]> {
    let text = ''
    const spans = lines.map(([words, , indent]) => {
      text += `${indent}${words}\n`
      return { start: text.length - 1 - words.length, end: text.length - 1 }
    })
    const blocks = lines.map(([, way], index) => RUNNING[way]!(text, spans[index]!))
    const overlap = Math.floor(maxSize * share)
    const chunks = await pack(text, [wrapped(text, { open, close }, blocks)], { maxSize, overlap, ...sizes })
    let missing = text
    for (const { span } of chunks) {
      missing = missing.slice(0, span.start) + ' '.repeat(span.end - span.start) + missing.slice(span.end)
    }
    expect(missing.trim()).toBe('')
    return chunks
  }

  it('are never given up by running text that could be cut, unless they are more than half', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const { maxSize, open, close } = document
        const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
        for (const { text, flags, ...chunk } of await packAll(document, {})) {
          if (!flags.includes('over-size')) expect(text.length).toBeLessThanOrEqual(maxSize)
          const own = text.slice(chunk.open.length, text.length - chunk.close.length).trim()
          if (open.length + close.length > maxSize / 2 || [...graphemes.segment(own)].length === 1) continue
          expect({ own, flags: flags.filter((flag) => flag === 'elided-wrapper') }).toEqual({ own, flags: [] })
        }
      }),
      { numRuns: 400 },
    )
  })

  it('are counted in where sizes are tokens', async () => {
    const tokenizers = fc.constantFrom(wordTokenizer, pairTokenizer, unfairTokenizer)
    await fc.assert(
      fc.asyncProperty(documents, tokenizers, async (document, tokenizer) => {
        for (const { text, flags } of await packAll(document, { tokenizer })) {
          if (!flags.includes('over-size')) expect(tokenizer.count(text)).toBeLessThanOrEqual(document.maxSize)
        }
      }),
      { numRuns: 300 },
    )
  })
})
