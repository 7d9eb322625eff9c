import { describe, expect, it } from 'vitest'
import type { Embedder } from '../core/index.js'
import { composeStorage, InMemoryVectorStore, MemoryStorage } from '../stores/index.js'
import { RAGPipeline } from './index.js'

function embedderOf(id: string): Embedder & { inputs: string[] } {
  const inputs: string[] = []
  return {
    id,
    accepts: ['text'],
    output: 'dense',
    inputs,
    async embed(texts) {
      inputs.push(...(texts as string[]))
      return { vectors: (texts as string[]).map((text) => Float32Array.of(text.length, 1)), truncated: [] }
    },
  }
}

const DOCUMENTS = [
  { uri: 'https://docs.example/a', text: 'Tiles are laid in mortar.' },
  { uri: 'https://docs.example/b', text: 'Grout fills the joints.' },
]

describe.each([
  ['memory', () => new MemoryStorage()],
  ['separate engines', () => composeStorage({ vectors: new InMemoryVectorStore() })],
])('an index in %s', (_, makeStorage) => {
  it('remembers its embedder where no model is configured', async () => {
    const storage = makeStorage()
    const words = new RAGPipeline({ storage })
    expect(await words.getIndexEmbedder()).toBeUndefined()
    expect(await words.getStats()).toMatchObject({ totalVectors: 0 })
    await new RAGPipeline({ storage, embeddingModel: embedderOf('one') }).ingest(DOCUMENTS)
    await words.ingest({ uri: 'https://docs.example/c', text: 'Only words find this.' })
    expect(await words.getIndexEmbedder()).toEqual({ id: 'one', dimensions: 2 })
    expect(await words.getStats()).toMatchObject({
      totalChunks: 3,
      totalVectors: 2,
      embedder: 'one',
      embeddingDimension: 2,
    })
  })

  it('refuses another embedder before it is asked for anything, and says what embedding again takes', async () => {
    const storage = makeStorage()
    await new RAGPipeline({ storage, embeddingModel: embedderOf('one') }).ingest(DOCUMENTS)
    const other = embedderOf('openai:text-embedding-3-large')
    const pipeline = new RAGPipeline({ storage, embeddingModel: other, enableHybridSearch: true })
    for (const work of [
      () => pipeline.search('tiles'),
      () => pipeline.query('tiles?'),
      () => pipeline.ingest(DOCUMENTS),
    ]) {
      const error = await work().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'EMBEDDER_MISMATCH',
        details: { expected: 'one', given: other.id, chunks: 2, tokens: 15, cost: expect.any(Number) },
      })
      expect((error as Error).message).toMatch(/ingest the documents again .* 2 chunks, about 15 tokens, \$0\.0000/)
    }
    expect(other.inputs).toEqual([])
    expect(await pipeline.search('tiles', { indexName: 'elsewhere' })).toEqual([])
    await pipeline.ingest(DOCUMENTS, { indexName: 'elsewhere' })
    expect(await pipeline.search('tiles', { indexName: 'elsewhere', topK: 1 })).toHaveLength(1)
  })

  it('quotes no price of a hosted model for one of the same name on another server', async () => {
    const storage = makeStorage()
    await new RAGPipeline({ storage, embeddingModel: embedderOf('one') }).ingest(DOCUMENTS)
    const embeddingModel = { provider: 'openai', modelName: 'text-embedding-3-large', baseUrl: 'http://127.0.0.1:9' }
    const error = await new RAGPipeline({ storage, embeddingModel }).search('tiles').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'EMBEDDER_MISMATCH' })
    expect((error as Error).message).not.toContain('$')
  })

  it('warns of vectors that a changed document loses without a model, and of no others', async () => {
    const storage = makeStorage()
    await new RAGPipeline({ storage, embeddingModel: embedderOf('one') }).ingest(DOCUMENTS)
    const changed = [
      { ...DOCUMENTS[0]!, text: 'Tiles lie in lime.' },
      { uri: 'https://docs.example/new', text: 'New.' },
    ]
    const { documents } = await new RAGPipeline({ storage }).ingest(changed)
    expect(documents[0]).toMatchObject({ status: 'updated', warnings: [expect.stringMatching(/vectors .* "one"/)] })
    expect(documents[1]).toMatchObject({ status: 'added', warnings: [] })
  })

  it('keeps vectors of unchanged documents when they are ingested again without a model', async () => {
    const storage = makeStorage()
    const embeddingModel = embedderOf('one')
    const options = { strategy: 'recursive', chunkSize: 500, chunkOverlap: 0 }
    await new RAGPipeline({ storage, embeddingModel }).ingest(DOCUMENTS, options)
    const words = new RAGPipeline({ storage })
    const { documents } = await words.ingest(DOCUMENTS, options)
    expect(documents.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])
    expect((await words.getStats()).totalVectors).toBe(2)
  })

  it('gets vectors for documents that were ingested without a model', async () => {
    const storage = makeStorage()
    const options = { strategy: 'recursive', chunkSize: 500, chunkOverlap: 0 }
    await new RAGPipeline({ storage }).ingest(DOCUMENTS, options)
    const pipeline = new RAGPipeline({ storage, embeddingModel: embedderOf('one') })
    const { documents } = await pipeline.ingest(DOCUMENTS, options)
    expect(documents.map(({ status }) => status)).toEqual(['updated', 'updated'])
    expect((await pipeline.getStats()).totalVectors).toBe(2)
  })
})
