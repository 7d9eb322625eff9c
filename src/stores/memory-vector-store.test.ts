import { describe, expect, it } from 'vitest'
import { type EmbeddingVector, TesseraError } from '../core/index.js'
import { InMemoryVectorStore } from './memory-vector-store.js'

async function filled(): Promise<InMemoryVectorStore> {
  const store = new InMemoryVectorStore()
  await store.upsert('docs', [
    { id: 'a', vector: [1, 0], text: 'east', metadata: { lang: 'en', tags: ['x'] } },
    { id: 'b', vector: [1, 1], text: 'north-east', metadata: { lang: 'fr' } },
    { id: 'c', vector: [0, 1] },
  ])
  return store
}

describe('InMemoryVectorStore', () => {
  it('gives back text and metadata of the best, and vectors where asked', async () => {
    const store = await filled()
    const [first, second] = await store.query('docs', [2, 0], 2)
    expect(first).toEqual({ id: 'a', score: 1, text: 'east', metadata: { lang: 'en', tags: ['x'] } })
    expect(second!.id).toBe('b')
    const [third] = await store.query('docs', Float32Array.of(0, 3), 1, undefined, { includeVectors: true })
    expect(third).toEqual({ id: 'c', score: 1, metadata: {}, vector: Float32Array.of(0, 1) })
  })

  it('filters before it cuts', async () => {
    const store = new InMemoryVectorStore()
    await store.upsert(
      'docs',
      Array.from({ length: 1000 }, (_, i) => ({
        id: `d${i}`,
        vector: [1, i],
        metadata: { tag: i % 200 === 0 ? 'm' : 'n' },
      })),
    )
    const hits = await store.query('docs', [0, 1], 5, { tag: 'm' })
    expect(hits.map(({ id }) => id).sort()).toEqual(['d0', 'd200', 'd400', 'd600', 'd800'])
    expect(await store.count('docs', { tag: 'm' })).toBe(5)
  })

  it('replaces whole records of the same id', async () => {
    const store = await filled()
    await store.upsert('docs', [{ id: 'a', vector: [0, -1] }])
    expect(await store.count('docs')).toBe(3)
    expect(await store.query('docs', [0, -1], 1)).toEqual([{ id: 'a', score: 1, metadata: {} }])
  })

  it('keeps and hands out copies', async () => {
    const store = new InMemoryVectorStore()
    const metadata = { tags: ['x'] }
    const vector = Float32Array.of(1, 0)
    await store.upsert('docs', [{ id: 'a', vector, metadata }])
    metadata.tags.push('later')
    vector[0] = -1
    const [hit] = await store.query('docs', [1, 0], 1)
    ;(hit!.metadata!['tags'] as string[]).push('outside')
    expect(await store.query('docs', [1, 0], 1)).toEqual([{ id: 'a', score: 1, metadata: { tags: ['x'] } }])
  })

  it('deletes by id and by filter, and counts what was there', async () => {
    const store = await filled()
    expect(await store.delete('docs', ['a', 'a', 'nobody'])).toBe(1)
    expect(await store.delete('docs', { lang: 'fr' })).toBe(1)
    expect(await store.delete('elsewhere', ['a'])).toBe(0)
    expect((await store.query('docs', [1, 1], 9)).map(({ id }) => id)).toEqual(['c'])
  })

  it('takes all records or none', async () => {
    const store = await filled()
    const bad = store.upsert('docs', [
      { id: 'd', vector: [3, 3] },
      { id: 'a', vector: [Number.NaN, 0] },
    ])
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_VECTOR' })
    expect(await store.count('docs')).toBe(3)
    await expect(store.upsert('new', [{ id: 'a', vector: [0, 0] }])).rejects.toMatchObject({ code: 'INVALID_VECTOR' })
    expect(await store.listIndexes()).toEqual(['docs'])
  })

  it('keeps indexes apart', async () => {
    const store = await filled()
    await store.upsert('other', [{ id: 'z', vector: [1, 2, 3] }])
    expect((await store.query('docs', [1, 0], 9)).map(({ id }) => id)).not.toContain('z')
    expect(await store.listIndexes()).toEqual(['docs', 'other'])
    expect(await store.dropIndex('other')).toBe(true)
    expect(await store.dropIndex('other')).toBe(false)
    expect(await store.count('docs')).toBe(3)
  })

  it('has a metric for each index', async () => {
    const store = new InMemoryVectorStore()
    await store.createIndex('far', { dimensions: 2, metric: 'l2' })
    await store.createIndex('far', { dimensions: 2 })
    await store.upsert('far', [{ id: 'a', vector: [3, 4] }])
    expect(await store.query('far', [0, 0], 1)).toEqual([{ id: 'a', score: -5, metadata: {} }])
    expect(await store.describe('far')).toEqual({ indexName: 'far', dimensions: 2, metric: 'l2', count: 1 })
    await expect(store.createIndex('far', { dimensions: 3 })).rejects.toMatchObject({ code: 'DIMENSION_MISMATCH' })
    await expect(store.createIndex('far', { dimensions: 2, metric: 'dot' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
  })

  it('finds nothing in an index nobody made, and says so only when asked to describe it', async () => {
    const store = new InMemoryVectorStore()
    expect(await store.query('nowhere', [1], 3)).toEqual([])
    expect(await store.count('nowhere')).toBe(0)
    await store.upsert('nowhere', [])
    expect(await store.listIndexes()).toEqual([])
    await expect(store.describe('nowhere')).rejects.toMatchObject({ code: 'INDEX_NOT_FOUND' })
  })

  it.each<[string, (store: InMemoryVectorStore) => Promise<unknown>, string]>([
    ['another dimension stored', (store) => store.upsert('docs', [{ id: 'd', vector: [1] }]), 'DIMENSION_MISMATCH'],
    ['another dimension asked', (store) => store.query('docs', [1, 2, 3], 1), 'DIMENSION_MISMATCH'],
    ['a sparse vector', (store) => store.upsert('docs', [{ id: 'd', vector: sparse() }]), 'INVALID_VECTOR'],
    ['one vector a token', (store) => store.query('docs', [Float32Array.of(1, 2)], 1), 'INVALID_VECTOR'],
    ['a vector of nothing', (store) => store.upsert('new', [{ id: 'd', vector: [] }]), 'INVALID_VECTOR'],
    ['no vector', (store) => store.upsert('docs', [{ id: 'd' } as never]), 'INVALID_VECTOR'],
    ['topK 0', (store) => store.query('docs', [1, 0], 0), 'INVALID_OPTION'],
    [
      'a filter operator nobody knows',
      (store) => store.query('docs', [1, 0], 1, { a: { $like: 1 } }),
      'INVALID_FILTER',
    ],
    ['neither ids nor filter', (store) => store.delete('docs', undefined as never), 'INVALID_OPTION'],
    ['an empty name', (store) => store.upsert('', [{ id: 'd', vector: [1, 2] }]), 'INVALID_OPTION'],
    [
      'a text that is none',
      (store) => store.upsert('docs', [{ id: 'd', vector: [1, 2], text: 7 as never }]),
      'INVALID_OPTION',
    ],
    [
      'metadata that cannot be stored',
      (store) => store.upsert('docs', [{ id: 'd', vector: [1, 2], metadata: { f: () => 1 } as never }]),
      'INVALID_OPTION',
    ],
    [
      'metadata that JSON would change',
      (store) => store.upsert('docs', [{ id: 'd', vector: [1, 2], metadata: { at: new Date() } as never }]),
      'INVALID_OPTION',
    ],
    ['an empty id', (store) => store.upsert('docs', [{ id: '', vector: [1, 2] }]), 'INVALID_OPTION'],
    ['a filter that is null', (store) => store.query('docs', [1, 0], 5, null as never), 'INVALID_FILTER'],
    ['a filter that is empty text', (store) => store.count('docs', '' as never), 'INVALID_FILTER'],
    ['a filter that is false', (store) => store.query('docs', [1, 0], 5, false as never), 'INVALID_FILTER'],
    [
      'an unknown option',
      (store) => store.query('docs', [1, 0], 1, undefined, { vectors: true } as never),
      'UNKNOWN_OPTION',
    ],
    [
      'an aborted call',
      (store) => store.query('docs', [1, 0], 1, undefined, { signal: AbortSignal.abort() }),
      'ABORTED',
    ],
  ])('refuses %s', async (_, action, code) => {
    const store = await filled()
    const error = await action(store).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(TesseraError.isInstance(error) ? error.code : error).toBe(code)
    expect(await store.count('docs')).toBe(3)
  })

  it('is closed once it was closed', async () => {
    const store = await filled()
    await store.close()
    await store.close()
    await expect(store.query('docs', [1, 0], 1)).rejects.toMatchObject({ code: 'STORE_CLOSED' })
    await expect(store.upsert('docs', [])).rejects.toMatchObject({ code: 'STORE_CLOSED' })
  })
})

function sparse(): EmbeddingVector {
  return { indices: Uint32Array.of(1), values: Float32Array.of(1) }
}
