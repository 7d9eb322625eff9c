import { describe, expect, it } from 'vitest'
import { createRAGPipeline, RAGPipeline } from './index.js'

const embeddingModel = { provider: 'hash' }
const secretive = { connectionString: 'postgres://me:password@host' }

describe('a pipeline is refused when it is made', () => {
  it.each([
    ['UNKNOWN_PROVIDER', { embeddingModel: { provider: 'opnai' } }],
    ['UNKNOWN_PROVIDER', { generationModel: { provider: 'opnai', modelName: 'x' } }],
    ['MODEL_NOT_GENERATIVE', { generationModel: { provider: 'openai', modelName: 'text-embedding-3-small' } }],
    ['MODEL_NOT_GENERATIVE', { generationModel: { embed: async () => ({}) } }],
    ['FEATURE_NOT_AVAILABLE', { embeddingModel: { provider: 'openai', modelName: 'gpt-4o' } }],
    ['FEATURE_NOT_AVAILABLE', { graphThreshold: 0.7 }],
    ['UNKNOWN_STRATEGY', { defaultChunkingStrategy: 'recursiv' }],
    ['INVALID_OPTION', { defaultChunkingStrategy: 5 }],
    ['INVALID_OPTION', { embeddingModel: secretive }],
    ['INVALID_OPTION', { generationModel: 'gpt-4o' }],
    ['INVALID_OPTION', { vectorStore: secretive }],
    ['INVALID_OPTION', { bm25Index: secretive }],
    ['INVALID_OPTION', { storage: secretive }],
    ['INVALID_OPTION', { storage: null }],
    ['INVALID_OPTION', { embeddingModel, enableHybridSearch: 'false' }],
    ['INVALID_OPTION', { embeddingModel, enableHybridSearch: 1 }],
    ['INVALID_OPTION', { enableReranking: 0 }],
    ['INVALID_OPTION', { enableGraphRAG: 'no' }],
  ])('%s: %j', (code, config) => {
    let error: unknown
    try {
      new RAGPipeline(config as never)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code })
    expect(JSON.stringify(error)).not.toContain('password')
  })

  it.each([
    { baseUrl: 'http://localhost' },
    { apiKey: 'sk-0123456789' },
    { embeddingModel: 'x' },
    { enableHybrid: '' },
  ])('createRAGPipeline(%j)', async (options) => {
    await expect(createRAGPipeline(options as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})

describe('an embedder of code without types', () => {
  const embedderOf = (reply: object) => ({ id: 'mine', accepts: ['text'], output: 'dense', embed: async () => reply })

  it('may say nothing of truncated inputs', async () => {
    const model = embedderOf({ vectors: [Float32Array.of(1, 0)] })
    await using pipeline = new RAGPipeline({ embeddingModel: model as never })
    const { documents } = await pipeline.ingest({ text: 'One.' })
    expect(documents[0]).toMatchObject({ status: 'added', warnings: [] })
    expect(await pipeline.search('one')).toHaveLength(1)
  })

  it.each([{}, { vectors: undefined }, { vectors: [] }])(
    'that answers %j fails the document with a typed error',
    async (reply) => {
      await using pipeline = new RAGPipeline({ embeddingModel: embedderOf(reply) as never })
      const { documents } = await pipeline.ingest({ text: 'One.' })
      expect(documents[0]).toMatchObject({ status: 'failed', error: { code: 'PROVIDER_RESPONSE' } })
    },
  )
})
