import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunker } from '../../src/chunking/index.js'
import { brokenPage, page } from './formats/html.js'
import { source as latex } from './formats/latex.js'
import { markdown } from './formats/markdown.js'
import { anything, HOSTILE, mutated, prose, realDocuments } from './generators.js'
import { checkLaws, checkOverlap } from './laws.js'
import { pairTokenizer, unfairTokenizer, wordTokenizer } from './tokenizers.js'

/** What a strategy adds to the laws of all; what L4 means for its format is tested beside it. */
interface Subject {
  strategy: string
  options?: Record<string, unknown>
  /** Documents in the strategy's own format, generated. */
  source?: fc.Arbitrary<string>
  /** Real documents to mutate. */
  real?: readonly string[]
  /** Hostile inputs of the format: name and maker by size. */
  hostile?: Readonly<Record<string, (units: number) => string>>
}

const text = realDocuments('text', '.txt')

/** A later strategy joins by one line. */
const SUBJECTS: readonly Subject[] = [
  { strategy: 'character', real: text },
  { strategy: 'character', options: { separator: '. ' }, real: text },
  { strategy: 'recursive', real: text },
  { strategy: 'recursive', options: { keepSeparator: false, separators: ['\n\n', '. ', ' ', ''] }, real: text },
  { strategy: 'recursive', options: { language: 'python' }, real: text },
  {
    strategy: 'recursive',
    options: { separators: ['\\n+', '[.;] '], isSeparatorRegex: true, keepSeparator: 'start' },
    real: text,
  },
  { strategy: 'markdown', source: markdown, real: realDocuments('markdown', '.md') },
  { strategy: 'html', source: fc.oneof(page, brokenPage), real: realDocuments('html', '.html') },
  { strategy: 'html', options: { stripTags: false }, source: page },
  { strategy: 'latex', source: latex, real: realDocuments('latex', '.tex') },
]

const RUNS = Number(process.env['TESSERA_LAW_RUNS'] ?? 150)

const sizes = fc
  .oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 400 }), fc.integer({ min: 401, max: 5000 }))
  .chain((maxSize) =>
    fc.record({
      maxSize: fc.constant(maxSize),
      overlap: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: maxSize - 1 })),
      minSize: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: maxSize })),
    }),
  )

const units = fc.constantFrom(
  {},
  {},
  { unit: 'tokens', tokenizer: wordTokenizer },
  { unit: 'tokens', tokenizer: pairTokenizer },
  { unit: 'tokens', tokenizer: unfairTokenizer },
)

describe.each(SUBJECTS)('$strategy $options', ({ strategy, options = {}, source, real = [], hostile = {} }) => {
  const sources = fc.oneof(
    { weight: 3, arbitrary: source ?? prose },
    { weight: 1, arbitrary: anything },
    { weight: 3, arbitrary: mutated(real) },
  )

  it('keeps the laws for any text, size, overlap and unit', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(sources, sizes, units, async (document, size, unit) => {
        const chunker = await createChunker(strategy, { ...options, ...size, ...unit })
        checkOverlap(await checkLaws(document, chunker))
      }),
      { numRuns: RUNS },
    )
  })

  it.each(Object.entries({ ...HOSTILE, ...hostile }))(
    'takes linear time for %s',
    { timeout: 240_000 },
    async (_, make) => {
      const chunker = await createChunker(strategy, { ...options, maxSize: 1000, overlap: 0 })
      const small = make(1 << 17)
      const large = make(1 << 20)
      await cpu(() => chunker.chunk(small))
      const before = await cpu(() => chunker.chunk(small))
      const after = await cpu(() => chunker.chunk(large))
      expect(after).toBeLessThan(Math.max(before, 20) * 16)
    },
  )

  it('gives nothing for white space and one chunk for a single letter', async () => {
    const chunker = await createChunker(strategy, options)
    for (const blank of ['', ' ', '\n\n\t', '\ufeff', '\r\n \u00a0']) expect(await chunker.chunk(blank)).toEqual([])
    expect((await chunker.chunk(' x ')).map((chunk) => chunk.text.trim())).toEqual(['x'])
  })
})

async function cpu(work: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}
