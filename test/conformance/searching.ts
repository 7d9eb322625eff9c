import { describe, expect, it } from 'vitest'
import type { Storage } from '../../src/core/index.js'
import { type Bench, expectCode } from './bench.js'
import { collect, cosine, makeEntry, vectorOf } from './entries.js'

/** What searches find, and in which index. */
export function searchConformance(at: Bench): void {
  describe('searching', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
    const paragraphs = Array.from({ length: 60 }, (_, i) => `${words[i % 6]} ${words[(i * 7) % 5]} number${i}`)

    it('gives exactly the nearest vectors', async () => {
      for (let d = 0; d < 6; d++) {
        await at.storage.put('main', makeEntry(`file:///${d}`, paragraphs.slice(d * 10, d * 10 + 10)))
      }
      const query = vectorOf('some question')
      const expected = paragraphs.map((text) => cosine(vectorOf(text), query)).sort((a, b) => b - a)
      const found = await at.storage.vectors.query('main', query, 12)
      expect(found).toHaveLength(12)
      for (const [rank, { score }] of found.entries()) expect(score).toBeCloseTo(expected[rank]!, 5)
    })

    it('filters before the cut: one match in many is found in every mode', async () => {
      for (let d = 0; d < 30; d++) {
        const metadata = { wanted: d === 17, tags: ['all', `t${d}`] }
        await at.storage.put('main', makeEntry(`file:///${d}`, [`common words here ${d}`], { metadata }))
      }
      for (const filter of [{ wanted: true }, { tags: 't17' }, { $not: { wanted: false } }]) {
        const [byWords, ...restOfWords] = await at.storage.text.search('main', 'common words', 1, filter)
        expect(byWords?.text).toBe('common words here 17')
        expect(restOfWords).toEqual([])
        const byVector = await at.storage.vectors.query('main', vectorOf('far away'), 1, filter)
        expect(byVector.map(({ text }) => text)).toEqual(['common words here 17'])
      }
      expect(await at.wordHits('common', 5, { wanted: 'never' })).toEqual([])
      expect(await at.storage.vectors.count('main', { wanted: true })).toBe(1)
    })

    it('returns vectors only when asked', async () => {
      await at.storage.put('main', makeEntry('file:///a', ['Text.']))
      const [bare] = await at.storage.vectors.query('main', vectorOf('Text.'), 1)
      expect(bare).not.toHaveProperty('vector')
      const [full] = await at.storage.vectors.query('main', vectorOf('Text.'), 1, undefined, { includeVectors: true })
      expect(full!.vector).toEqual(vectorOf('Text.'))
    })

    it('honours required and excluded words and phrases', async () => {
      const entry = makeEntry('file:///a', ['red fox jumps', 'red dog sleeps', 'fox red dog'])
      await at.storage.put('main', entry)
      const found = async (query: Parameters<Storage['text']['search']>[1]) =>
        (await at.storage.text.search('main', query, 9)).map(({ text }) => text).sort()
      expect(await found({ text: 'red', required: ['fox'] })).toEqual(['fox red dog', 'red fox jumps'])
      expect(await found({ text: 'red', excluded: ['dog'] })).toEqual(['red fox jumps'])
      expect(await found({ text: 'red', phrases: ['red fox'] })).toEqual(['red fox jumps'])
    })

    it('weighs the words of a question by how rare they are', async () => {
      await at.storage.put('main', makeEntry('file:///a', ['common rare', 'common word', 'common thing']))
      const weights = (await at.storage.text.wordWeights?.('main', 'common rare unheard common')) ?? []
      expect(weights.map(({ word, count }) => [word, count])).toEqual([
        ['common', 3],
        ['rare', 1],
        ['unheard', 0],
      ])
      const [common, rare, unheard] = weights.map(({ weight }) => weight)
      expect(common).toBeCloseTo(Math.log(1 + 0.5 / 3.5), 12)
      expect(rare).toBeCloseTo(Math.log(1 + 2.5 / 1.5), 12)
      expect(unheard).toBeCloseTo(Math.log(1 + 3.5 / 0.5), 12)
      expect((await at.storage.text.wordWeights?.('nowhere', 'one two'))?.map(({ word }) => word)).toEqual([
        'one',
        'two',
      ])
    })

    it('serves many readers and writers at once', async () => {
      const entries = Array.from({ length: 20 }, (_, d) => makeEntry(`file:///${d}`, [`parallel words ${d}`]))
      const searches = Array.from({ length: 20 }, () => at.storage.text.search('main', 'parallel', 50))
      await Promise.all([...entries.map((entry) => at.storage.put('main', entry)), ...searches])
      expect(await at.wordHits('parallel', 50)).toHaveLength(20)
      await Promise.all(entries.slice(10).map(({ document }) => at.storage.remove('main', document.id)))
      expect(await at.wordHits('parallel', 50)).toHaveLength(10)
      expect(await at.vectorHits(vectorOf('x'), 50)).toHaveLength(10)
    })

    it('never returns what was removed, over many rounds', async () => {
      for (let round = 0; round < 30; round++) {
        await at.storage.put('main', makeEntry(`file:///${round % 7}`, [`round ${round} words`, 'common words']))
        if (round % 3 === 0) await at.storage.remove('main', makeEntry(`file:///${(round + 2) % 7}`, ['x']).document.id)
      }
      const known = new Set<string>()
      for (const { id } of await collect(at.storage.documents('main'))) known.add(id)
      const hits = [...(await at.wordHits('words', 99)), ...(await at.vectorHits(vectorOf('q'), 99))]
      for (const chunk of await at.storage.chunks('main', hits)) expect(known).toContain(chunk?.documentId)
      expect(new Set(hits).size * 2).toBe(hits.length)
    })
  })

  describe('indexes', () => {
    it('never see each other, not even through word statistics', async () => {
      const entry = makeEntry('file:///a.txt', ['Shared secret words.', 'Other words entirely.'])
      await at.storage.put('one', entry)
      const alone = await at.storage.text.search('one', 'secret words', 5)
      for (let d = 0; d < 5; d++) await at.storage.put('two', makeEntry(`file:///${d}`, ['Shared secret words.']))
      await at.storage.put('two', entry)
      expect(await at.storage.text.search('one', 'secret words', 5)).toEqual(alone)
      await at.storage.remove('two', entry.document.id)
      expect(await at.storage.document('one', entry.document.id)).toEqual(entry.document)
      expect(await at.vectorHits(vectorOf('x'), 99, undefined, 'one')).toHaveLength(2)
      expect(await at.wordHits('secret', 99, undefined, 'two')).toHaveLength(5)
      expect(await at.storage.listIndexes()).toEqual(['one', 'two'])
    })

    it('that are unknown are empty, and have no description', async () => {
      expect(await at.wordHits('x', 3, undefined, 'nowhere')).toEqual([])
      expect(await at.vectorHits(vectorOf('x'), 3, undefined, 'nowhere')).toEqual([])
      expect(await at.storage.document('nowhere', 'x')).toBeUndefined()
      expect(await at.storage.chunks('nowhere', ['x', 'y'])).toEqual([undefined, undefined])
      expect(await at.storage.describeDocuments('nowhere', ['x'])).toEqual([undefined])
      expect(await collect(at.storage.documents('nowhere'))).toEqual([])
      expect(await at.storage.neighbours('nowhere', 'x')).toEqual([])
      expect(await at.storage.remove('nowhere', 'x')).toBe(false)
      expect(await at.storage.vectors.count('nowhere')).toBe(0)
      expect(await at.storage.listIndexes()).toEqual([])
      await expectCode(at.storage.vectors.describe('nowhere'), 'INDEX_NOT_FOUND')
    })

    it('refuse another embedder and other dimensions, and keep what they have', async () => {
      await at.storage.put('main', makeEntry('file:///a', ['First.']))
      const other = makeEntry('file:///b', ['Second.'], { embedder: 'other' })
      await expectCode(at.storage.put('main', other), 'EMBEDDER_MISMATCH')
      const wide = makeEntry('file:///b', ['Second.'], { vectors: [vectorOf('Second.', 16)] })
      await expectCode(at.storage.put('main', wide), 'DIMENSION_MISMATCH')
      await expectCode(at.storage.vectors.query('main', vectorOf('x', 16), 1), 'DIMENSION_MISMATCH')
      expect(await at.uris()).toEqual(['file:///a'])
      expect(await at.wordHits('second')).toEqual([])
      await at.storage.put('main', makeEntry('file:///b', ['Second.'], { vectors: null, embedder: 'none' }))
      await at.storage.put('main', makeEntry('file:///c', ['Third.']))
      expect(await at.vectorHits(vectorOf('x'))).toHaveLength(2)
    })
  })
}
