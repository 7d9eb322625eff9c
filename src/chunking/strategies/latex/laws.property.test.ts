import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  broken,
  inline,
  section,
  separator,
  source,
  unbalanced,
  wellFormed,
} from '../../../../test/laws/formats/latex.js'
import { StrategyChunker } from '../../chunker.js'
import { latexStrategy, metadata } from './index.js'

/** Exact offsets, nothing lost, sizes kept, source order. */
async function expectLaws(text: string, maxSize: number, overlap = 0): Promise<void> {
  const chunker = new StrategyChunker('latex', latexStrategy, metadata, { maxSize, overlap })
  const covered = new Uint8Array(text.length)
  let last = -1
  for (const { open, close, span, text: shown } of await chunker.chunk(text)) {
    expect(shown).toBe(open + text.slice(span.start, span.end) + close)
    expect(shown.length).toBeLessThanOrEqual(maxSize)
    expect(span.end).toBeGreaterThan(last)
    last = span.end
    covered.fill(1, span.start, span.end)
  }
  const lost = [...text.matchAll(/\S/g)].filter(({ index }) => covered[index] === 0)
  expect(lost.map(({ index }) => text.slice(index, index + 20))).toEqual([])
}

describe('latex: laws', () => {
  it('hold for generated documents, whole and broken', async () => {
    const documents = fc.tuple(fc.constantFrom('', '\ufeff'), source).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 20, max: 200 }), fc.constantFrom(0, 10), expectLaws),
      { numRuns: 400 },
    )
  })

  it('keep what is balanced balanced in every chunk that is not flagged', async () => {
    const documents = fc.array(fc.tuple(wellFormed, section), { maxLength: 4 }).map((parts) => parts.flat().join('\n'))
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 64, max: 400 }), async (text, maxSize) => {
        expect(unbalanced(text)).toEqual([])
        const chunker = new StrategyChunker('latex', latexStrategy, metadata, { maxSize })
        for (const { text: shown, flags } of await chunker.chunk(text)) {
          if (flags.length === 0) expect({ shown, wrong: unbalanced(shown) }).toEqual({ shown, wrong: [] })
        }
      }),
      { numRuns: 400 },
    )
  })

  it('hold for any text', async () => {
    const pieces = fc.array(fc.oneof(broken, inline, separator, fc.string({ unit: 'grapheme' })), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 20, max: 100 }), (parts, size) => expectLaws(parts.join(''), size)),
      { numRuns: 300 },
    )
  })
})

const shared = resolve(import.meta.dirname, process.env['TESSERA_SHARED'] ?? '../../../../../shared')
const folder = resolve(shared, 'bench/docs/latex')

describe.skipIf(!existsSync(folder))('latex: laws on real documents (skipped where ../shared is absent)', () => {
  const documents = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tex')) : []
  const read = (name: string) => readFileSync(resolve(folder, name), 'utf8')

  it('hold for every document', async () => {
    for (const name of documents) await expectLaws(read(name), 1000)
  })

  it('hold for documents with parts cut out, doubled or replaced', async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true })
    const mutations = fc.array(fc.tuple(place, fc.nat({ max: 200 }), fc.oneof(broken, fc.constant(''))), {
      maxLength: 8,
    })
    const sizes = fc.constantFrom(64, 200, 1000)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), place, mutations, sizes, async (name, from, edits, size) => {
        const whole = read(name)
        let text = whole.slice(Math.floor(from * whole.length), Math.floor(from * whole.length) + 8000)
        for (const [at, length, replacement] of edits) {
          const start = Math.floor(at * text.length)
          text = text.slice(0, start) + replacement + text.slice(start + length)
        }
        await expectLaws(text, size)
      }),
      { numRuns: 60 },
    )
  })
})
