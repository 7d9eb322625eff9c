import { describe, expect, it } from 'vitest'
import { type Bench, expectCode } from './bench.js'
import { collect, DIMENSIONS, makeEntry, vectorOf } from './entries.js'

/** Records without a document: what the contracts of vectors and words promise by themselves. */
export function singleRecordConformance(at: Bench): void {
  describe('single records', () => {
    it('are upserted, replaced and deleted in each leg by itself', async () => {
      const { vectors, text } = at.storage
      await vectors.upsert('main', [
        { id: 'x', vector: vectorOf('x'), text: 'ex', metadata: { n: 1 } },
        { id: 'y', vector: [...vectorOf('y')] },
        { id: 'x', vector: vectorOf('x2'), text: 'ex two', metadata: { n: 2 } },
      ])
      await text.upsert('main', [
        { id: 'x', text: 'quick brown fox', metadata: { n: 5 } },
        { id: 'z', text: 'lazy dog', context: [{ kind: 'title', text: 'Kennel' }], documentId: 'd' },
      ])
      const [nearest] = await vectors.query('main', vectorOf('x2'), 1)
      expect(nearest).toMatchObject({ id: 'x', text: 'ex two', metadata: { n: 2 } })
      expect(await vectors.query('main', vectorOf('x'), 9, { n: 5 })).toEqual([])
      expect((await text.search('main', 'fox', 9, { n: 5 }))[0]).toMatchObject({ id: 'x', text: 'quick brown fox' })
      expect((await text.search('main', 'kennel', 9))[0]).toMatchObject({ id: 'z', metadata: {} })
      await text.upsert('main', [{ id: 'x', text: 'slow turtle' }])
      expect(await text.search('main', 'fox', 9)).toEqual([])
      expect(await vectors.count('main')).toBe(2)
      expect(await vectors.delete('main', ['x', 'x', 'unknown'])).toBe(1)
      expect((await vectors.query('main', vectorOf('x2'), 9)).map(({ id }) => id)).toEqual(['y'])
      expect(await text.search('main', 'turtle', 9)).toHaveLength(1)
      expect(await text.delete('main', ['x', 'unknown'])).toBe(1)
      expect(await text.search('main', 'turtle', 9)).toEqual([])
      expect(await text.delete('nowhere', ['x'])).toBe(0)
    })

    it('are deleted by filter', async () => {
      const { vectors } = at.storage
      const records = ['a', 'b', 'c'].map((id) => ({ id, vector: vectorOf(id), metadata: { id } }))
      await vectors.upsert('main', records)
      expect(await vectors.delete('main', { id: { $in: ['a', 'c'] } })).toBe(2)
      expect(await vectors.count('main')).toBe(1)
      await expectCode(vectors.delete('main', { id: { $nope: 1 } }), 'INVALID_FILTER')
    })

    it('cannot change chunks of a document, nor documents take over single records', async () => {
      const { vectors, text } = at.storage
      const entry = makeEntry('file:///a', ['chunk text'])
      const { id } = entry.chunks[0]!
      await text.upsert('main', [{ id, text: 'loose text' }])
      await expectCode(at.storage.put('main', entry), 'INVALID_OPTION')
      await text.delete('main', [id])
      await at.storage.put('main', entry)
      await expectCode(vectors.upsert('main', [{ id, vector: vectorOf('x') }]), 'INVALID_OPTION')
      await expectCode(vectors.delete('main', [id]), 'INVALID_OPTION')
      await expectCode(vectors.delete('main', {}), 'INVALID_OPTION')
      await expectCode(text.upsert('main', [{ id, text: 'x' }]), 'INVALID_OPTION')
      await expectCode(text.delete('main', [id]), 'INVALID_OPTION')
      expect((await text.search('main', 'chunk', 3))[0]?.text).toBe('chunk text')
    })

    it('are refused as a whole when one is wrong', async () => {
      const { vectors, text } = at.storage
      const good = { id: 'a', vector: vectorOf('a') }
      const zero = new Float32Array(DIMENSIONS)
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: zero }]), 'INVALID_VECTOR')
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: ['1'] as never }]), 'INVALID_VECTOR')
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: [] }]), 'INVALID_VECTOR')
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: vectorOf('b', 4) }]), 'DIMENSION_MISMATCH')
      await expectCode(vectors.upsert('main', [good, { id: '', vector: vectorOf('b') }]), 'INVALID_OPTION')
      await expectCode(
        text.upsert('main', [
          { id: 'a', text: 'x' },
          { id: 'b', text: 5 as never },
        ]),
        'INVALID_OPTION',
      )
      expect(await vectors.count('main')).toBe(0)
      expect(await text.search('main', 'x', 3)).toEqual([])
    })

    it('keep declared dimensions and metrics', async () => {
      const { vectors } = at.storage
      await vectors.createIndex('dot', { dimensions: 2, metric: 'dot' })
      await vectors.createIndex('dot', { dimensions: 2, metric: 'dot' })
      await expectCode(vectors.createIndex('dot', { dimensions: 3, metric: 'dot' }), 'DIMENSION_MISMATCH')
      await expectCode(vectors.createIndex('dot', { dimensions: 2 }), 'INVALID_OPTION')
      await expectCode(vectors.createIndex('bad', { dimensions: 0 }), 'INVALID_OPTION')
      await expectCode(vectors.createIndex('bad', { dimensions: 2, metric: 'manhattan' as never }), 'INVALID_OPTION')
      await expectCode(vectors.upsert('dot', [{ id: 'a', vector: [1, 2, 3] }]), 'DIMENSION_MISMATCH')
      await vectors.upsert('dot', [
        { id: 'near', vector: [1, 1] },
        { id: 'long', vector: [10, 0] },
        { id: 'zero', vector: [0, 0] },
      ])
      const found = await vectors.query('dot', [1, 1], 3)
      expect(found.map(({ id, score }) => [id, score])).toEqual([
        ['long', 10],
        ['near', 2],
        ['zero', 0],
      ])
      await vectors.createIndex('l2', { dimensions: 2, metric: 'l2' })
      await vectors.upsert('l2', [
        { id: 'a', vector: [0, 0] },
        { id: 'b', vector: [3, 4] },
      ])
      expect((await vectors.query('l2', [0, 0], 2)).map(({ score }) => score + 0)).toEqual([0, -5])
      expect(await vectors.describe('dot')).toEqual({ indexName: 'dot', dimensions: 2, metric: 'dot', count: 3 })
      expect(await vectors.listIndexes()).toEqual(['dot', 'l2'])
      expect(await at.storage.listIndexes()).toEqual([])
    })

    it('go with their index', async () => {
      const { vectors, text } = at.storage
      await at.storage.put('main', makeEntry('file:///a', ['some words']))
      await vectors.upsert('main', [{ id: 'v', vector: vectorOf('v') }])
      expect(await vectors.dropIndex('main')).toBe(true)
      expect(await vectors.dropIndex('main')).toBe(false)
      expect(await text.search('main', 'words', 3)).toEqual([])
      expect(await collect(at.storage.documents('main'))).toEqual([])
      const wide = makeEntry('file:///b', ['wide'], { vectors: [vectorOf('w', 16)], embedder: 'other' })
      await at.storage.put('main', wide)
      expect(await vectors.count('main')).toBe(1)
    })

    it('let the embedder change once nothing of the old one is left', async () => {
      const old = makeEntry('file:///a', ['text'])
      await at.storage.put('main', old)
      await at.storage.put('main', makeEntry('file:///a', ['text'], { vectors: [vectorOf('t', 4)], embedder: 'other' }))
      const { vectors } = at.storage
      expect(await vectors.query('main', vectorOf('t', 4), 5)).toHaveLength(1)
      await expectCode(vectors.query('main', vectorOf('t'), 5), 'DIMENSION_MISMATCH')
    })

    it('give their vectors again for the same input and embedder', async () => {
      const { storage } = at
      const entry = makeEntry('file:///a', ['one', 'two'], { vectorKeys: ['k1', 'k2'] })
      await storage.put('main', entry)
      await storage.put('other', makeEntry('file:///b', ['two'], { vectorKeys: ['k2'] }))
      expect(await storage.cachedVectors!('main', 'test-embedder', ['k2', 'k0', 'k1'])).toEqual([
        vectorOf('two'),
        undefined,
        vectorOf('one'),
      ])
      expect(await storage.cachedVectors!('main', 'another', ['k1'])).toEqual([undefined])
      await storage.remove('main', entry.document.id)
      expect(await storage.cachedVectors!('main', 'test-embedder', ['k1', 'k2'])).toEqual([undefined, undefined])
      const others = storage.cachedVectors!('other', 'test-embedder', ['k1', 'k2'])
      expect(await others, 'no vector crosses to another index').toEqual([undefined, vectorOf('two')])
    })
  })
}
