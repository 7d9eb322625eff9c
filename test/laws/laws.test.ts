import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunker } from '../../src/chunking/index.js'
import { hash128 } from '../../src/core/index.js'
import { cpu } from './cpu.js'
import { anything, HOSTILE, mutated, prose } from './generators.js'
import { checkLaws, checkOverlap } from './laws.js'
import { SUBJECTS } from './subjects.js'
import { pairTokenizer, unfairTokenizer, wordTokenizer } from './tokenizers.js'

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

describe.each(SUBJECTS)('$strategy $options', ({ strategy, options = {}, source, real, hostile = {} }) => {
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
      const most = Math.max(before, 20) * 16
      let after = await cpu(() => chunker.chunk(large))
      // Other work on the machine costs time too; what grows too fast does so each time.
      for (let again = 0; again < 2 && after >= most; again++) after = await cpu(() => chunker.chunk(large))
      expect(after).toBeLessThan(most)
    },
  )

  it('gives nothing for white space and one chunk for a single letter', async () => {
    const chunker = await createChunker(strategy, options)
    for (const blank of ['', ' ', '\n\n\t', '\ufeff', '\r\n \u00a0']) expect(await chunker.chunk(blank)).toEqual([])
    expect((await chunker.chunk(' x ')).map((chunk) => chunk.text.trim())).toEqual(['x'])
  })
})

describe('ids', () => {
  /** Hashes of the ids of all chunks. Whoever changes one changes the ids in every index that was made with it. */
  it.each([
    ['character', '18369c81bec706d7a319fb8346e92f12'],
    ['recursive', '106594675ea81cca0edb4de2690d0631'],
  ])('of %s are the same in every process and on every machine', async (strategy, hash) => {
    const document = readFileSync(join(import.meta.dirname, 'fixtures', 'workshop.txt'), 'utf8')
    const chunks = await (await createChunker(strategy, { maxSize: 400, overlap: 50 })).chunk(document)
    expect(hash128(chunks.map(({ id }) => id).join())).toBe(hash)
  })
})
