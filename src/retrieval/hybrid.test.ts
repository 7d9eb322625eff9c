import { describe, expect, it } from 'vitest'
import type { Embedder } from '../core/index.js'
import { InMemoryBM25Index } from '../indexes/bm25/index.js'
import { InMemoryVectorStore } from '../stores/memory-vector-store.js'
import { createHybridSearch, type HybridSearchConfig } from './hybrid.js'

const DOCUMENTS = [
  { id: 'A', vector: [1, 0], text: 'streaming streaming config', metadata: { lang: 'en' } },
  { id: 'B', vector: [0.8, 0.6], text: 'streaming streaming streaming config', metadata: { lang: 'en' } },
  { id: 'C', vector: [0.95, 0.3], text: 'water', metadata: { lang: 'fr' } },
  {
    id: 'D',
    vector: [-1, 0.1],
    text: 'streaming rivers carry sand, gravel, leaves and boats',
    metadata: { lang: 'fr' },
  },
]

class FixedEmbedder implements Embedder {
  readonly id = 'fixed'
  readonly accepts = ['text'] as const
  readonly output = 'dense'
  readonly fusionWeight: number | undefined
  calls = 0

  constructor(fusionWeight?: number) {
    this.fusionWeight = fusionWeight
  }

  async embed(inputs: readonly unknown[]) {
    this.calls++
    return { vectors: inputs.map(() => Float32Array.of(1, 0)), truncated: [] }
  }
}

async function setUp(config: Partial<HybridSearchConfig> = {}) {
  const vectorStore = new InMemoryVectorStore()
  const bm25Index = new InMemoryBM25Index()
  const embedder = new FixedEmbedder()
  await vectorStore.upsert('docs', DOCUMENTS)
  await bm25Index.addDocuments(DOCUMENTS)
  const search = createHybridSearch({ vectorStore, bm25Index, indexName: 'docs', embeddingModel: embedder, ...config })
  return { search, vectorStore, bm25Index, embedder }
}

describe('createHybridSearch', () => {
  it('fuses both legs by reciprocal rank and says how: A, B, then what one leg found', async () => {
    const { search, bm25Index } = await setUp()
    const hits = await search('streaming', { topK: 3 })
    expect(hits.map(({ id }) => id)).toEqual(['A', 'B', 'D'])
    expect(hits[0]).toEqual({
      id: 'A',
      score: 1 / 61 + 1 / 62,
      text: 'streaming streaming config',
      metadata: { lang: 'en' },
      scores: {
        vector: 1,
        text: expect.closeTo((await bm25Index.search('streaming'))[1]!.score, 12),
        fused: 1 / 61 + 1 / 62,
      },
      ranks: { vector: 1, text: 2 },
    })
  })

  it('finds nothing in empty stores, and does not call the model', async () => {
    const embedder = new FixedEmbedder()
    const vectorStore = new InMemoryVectorStore()
    const search = createHybridSearch({
      vectorStore,
      bm25Index: new InMemoryBM25Index(),
      indexName: 'my-docs',
      embeddingModel: embedder,
    })
    expect(await search('anything', { topK: 10 })).toEqual([])
    expect(embedder.calls).toBe(0)
    await vectorStore.upsert('my-docs', [{ id: 'late', vector: [1, 0], text: 'late' }])
    expect((await search('anything')).map(({ text }) => text)).toEqual(['late'])
    expect(embedder.calls).toBe(1)
  })

  it('names no model it does not need: a made-up provider fails at the first question, not before', async () => {
    const { vectorStore, bm25Index } = await setUp()
    const embeddingModel = { provider: 'nobody' }
    const nowhere = createHybridSearch({ vectorStore, bm25Index, indexName: 'empty', embeddingModel })
    expect((await nowhere('streaming')).map(({ id }) => id)).toEqual(['B', 'A', 'D'])
    const search = createHybridSearch({ vectorStore, bm25Index, indexName: 'docs', embeddingModel })
    await expect(search('streaming')).rejects.toMatchObject({ code: 'UNKNOWN_PROVIDER' })
  })

  it('filters both legs', async () => {
    const { search } = await setUp()
    expect((await search('streaming', { filter: { lang: 'fr' } })).map(({ id }) => id)).toEqual(['D', 'C'])
  })

  it('weighs the legs by what the embedder says it is worth, unless told otherwise', async () => {
    const byWords = await setUp({ embeddingModel: new FixedEmbedder(0) })
    expect((await byWords.search('streaming')).map(({ id }) => id)).toEqual(['B', 'A', 'D'])
    const byMeaning = await byWords.search('streaming', { fusion: { method: 'linear', alpha: 1 } })
    expect(byMeaning.map(({ id }) => id)).toEqual(['A', 'C', 'B', 'D'])
    const configured = await setUp({ fusion: { method: 'rrf', weights: { vector: 0, text: 1 } } })
    expect((await configured.search('streaming')).map(({ id }) => id)).toEqual(['B', 'A', 'D'])
  })

  it('cuts at topK and at minScore', async () => {
    const { search } = await setUp({ topK: 1 })
    expect(await search('streaming')).toHaveLength(1)
    const hits = await search('streaming', { topK: 9, minScore: 2 / 63 })
    expect(hits.map(({ id }) => id)).toEqual(['A', 'B'])
  })

  it('searches the named collection of an index that holds several', async () => {
    const asked: unknown[] = []
    const { search } = await setUp({
      bm25Index: {
        capabilities: new InMemoryVectorStore().capabilities,
        search: async (...call: unknown[]) => {
          asked.push(call)
          return [{ id: 'D', score: 3 }]
        },
        upsert: async () => undefined,
        delete: async () => 0,
      },
    })
    const hits = await search('water', { topK: 1, filter: { lang: 'fr' } })
    expect(asked).toEqual([['docs', 'water', 50, { lang: 'fr' }, { signal: undefined }]])
    expect(hits[0]).toMatchObject({ id: 'D', text: DOCUMENTS[3]!.text, ranks: { vector: 2, text: 1 } })
  })

  it('finds nothing for a question without words', async () => {
    const { search, embedder } = await setUp()
    expect(await search(' \n ')).toEqual([])
    expect(embedder.calls).toBe(0)
  })

  it('stops when it is told to', async () => {
    const { search } = await setUp()
    await expect(search('streaming', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it.each([
    ['an unknown option', { limit: 3 }, 'UNKNOWN_OPTION'],
    ['topK 0', { topK: 0 }, 'INVALID_OPTION'],
    ['minScore NaN', { minScore: Number.NaN }, 'INVALID_OPTION'],
    ['an unknown fusion', { fusion: { method: 'borda' } }, 'INVALID_OPTION'],
    ['a filter operator nobody knows', { filter: { lang: { $like: 'e' } } }, 'INVALID_FILTER'],
  ])('refuses %s', async (_, options, code) => {
    const { search } = await setUp()
    await expect(search('streaming', options as never)).rejects.toMatchObject({ code })
  })

  it('refuses a configuration that cannot work', async () => {
    const { vectorStore, bm25Index, embedder } = await setUp()
    const whole = { vectorStore, bm25Index, indexName: 'docs', embeddingModel: embedder }
    for (const [change, code] of [
      [{ vectorStore: {} }, 'INVALID_OPTION'],
      [{ bm25Index: undefined }, 'INVALID_OPTION'],
      [{ indexName: '' }, 'INVALID_OPTION'],
      [{ embeddingModel: undefined }, 'INVALID_OPTION'],
      [{ fusion: { method: 'rrf', k: -1 } }, 'INVALID_OPTION'],
      [{ reranker: true }, 'UNKNOWN_OPTION'],
    ] as const) {
      expect(codeOf(() => createHybridSearch({ ...whole, ...change } as never))).toBe(code)
    }
    for (const config of [undefined, null, 5]) {
      expect(codeOf(() => createHybridSearch(config as never))).toBe('INVALID_OPTION')
    }
  })

  it('shows nothing of what is given for a store, which may hold a password', () => {
    const vectorStore = { connectionString: 'postgres://me:password@host' }
    const make = () => createHybridSearch({ vectorStore, indexName: 'docs' } as never)
    expect(make).toThrow(/vectorStore must be a vector store/)
    expect(make).not.toThrow(/password/)
  })

  it.each([{}, undefined, { vectors: [] }])('fails with a typed error where the embedder answers %j', async (reply) => {
    const embeddingModel = { id: 'mine', accepts: ['text'], output: 'dense', embed: async () => reply }
    const { search } = await setUp({ embeddingModel: embeddingModel as never })
    await expect(search('streaming')).rejects.toMatchObject({ code: 'PROVIDER_RESPONSE' })
  })
})

function codeOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return undefined
}
