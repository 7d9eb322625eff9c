import { describe, expect, it } from 'vitest'
import { type Answer, modelServer } from '../../test/support/model-server.js'
import type { Json } from '../core/index.js'
import { createEmbedder } from './index.js'

const KEY = 'key-of-a-provider-123456'
const WORLD = { env: {} }
const PICTURE = { image: new Uint8Array([1, 2, 3]), mediaType: 'image/png' }

interface WireCase {
  provider: string
  modelName: string
  answer: Answer
  path: string
  header: [name: string, value: string]
  body: Record<string, Json>
}

const bearer: [string, string] = ['authorization', `Bearer ${KEY}`]
const twoRows = {
  json: { data: [1, 0].map((index) => ({ index, embedding: [index, 1] })), usage: { total_tokens: 6 } },
}

const EMBEDDINGS: (WireCase & { inputTokens: number; options?: Record<string, Json> })[] = [
  {
    provider: 'openai',
    modelName: 'text-embedding-3-small',
    options: { dimensions: 2 },
    answer: twoRows,
    path: '/v1/embeddings',
    header: bearer,
    body: { model: 'text-embedding-3-small', input: ['a', 'b'], dimensions: 2, encoding_format: 'float' },
    inputTokens: 6,
  },
  {
    provider: 'google',
    modelName: 'gemini-embedding-001',
    options: { dimensions: 2 },
    answer: { json: { embeddings: [{ values: [0, 1] }, { values: [1, 1] }] } },
    path: '/v1/models/gemini-embedding-001:batchEmbedContents',
    header: ['x-goog-api-key', KEY],
    body: {
      requests: ['a', 'b'].map((text) => ({
        model: 'models/gemini-embedding-001',
        content: { parts: [{ text }] },
        taskType: 'RETRIEVAL_QUERY',
        outputDimensionality: 2,
      })),
    },
    inputTokens: 2,
  },
  {
    provider: 'cohere',
    modelName: 'embed-v4.0',
    options: { dimensions: 2 },
    answer: {
      json: {
        embeddings: {
          float: [
            [0, 1],
            [1, 1],
          ],
        },
        meta: { billed_units: { input_tokens: 6 } },
      },
    },
    path: '/v1/embed',
    header: bearer,
    body: {
      model: 'embed-v4.0',
      input_type: 'search_query',
      embedding_types: ['float'],
      truncate: 'NONE',
      output_dimension: 2,
      texts: ['a', 'b'],
    },
    inputTokens: 6,
  },
  {
    provider: 'voyage',
    modelName: 'voyage-3.5',
    options: { dimensions: 2 },
    answer: twoRows,
    path: '/v1/embeddings',
    header: bearer,
    body: { model: 'voyage-3.5', input: ['a', 'b'], input_type: 'query', truncation: false, output_dimension: 2 },
    inputTokens: 6,
  },
  {
    provider: 'jina',
    modelName: 'jina-embeddings-v3',
    options: { dimensions: 2 },
    answer: twoRows,
    path: '/v1/embeddings',
    header: bearer,
    body: { model: 'jina-embeddings-v3', input: ['a', 'b'], truncate: false, task: 'retrieval.query', dimensions: 2 },
    inputTokens: 6,
  },
  {
    provider: 'tei',
    modelName: 'my-embedding-model',
    answer: {
      json: [
        [0, 1],
        [1, 1],
      ],
    },
    path: '/v1/embed',
    header: bearer,
    body: { inputs: ['a', 'b'], normalize: true, truncate: false },
    inputTokens: 2,
  },
]

describe.each(EMBEDDINGS)(
  'embeddings of $provider',
  ({ provider, modelName, options, answer, path, header, body, inputTokens }) => {
    it('are asked for and read in its own shape', async () => {
      await using server = await modelServer(() => answer)
      const spec = { provider, modelName, baseUrl: server.url, apiKey: KEY, ...options }
      const embedder = await createEmbedder(spec, WORLD)
      const { vectors, usage } = await embedder.embed(['a', 'b'], { inputType: 'query' })
      expect(vectors.map((vector) => Array.from(vector as Float32Array, (value) => value.toFixed(3)))).toEqual([
        ['0.000', '1.000'],
        ['0.707', '0.707'],
      ])
      expect(usage).toEqual({ inputTokens })
      expect(server.requests[0]).toMatchObject({ path, body, headers: { [header[0]]: header[1] } })
      expect(embedder.id.startsWith(`${provider}:${modelName}`)).toBe(true)
    })
  },
)

describe('pictures', () => {
  it('go to the models that see them, beside text', async () => {
    await using jina = await modelServer(() => twoRows)
    const clip = await createEmbedder(
      { provider: 'jina', modelName: 'jina-clip-v2', baseUrl: jina.url, dimensions: 2 },
      WORLD,
    )
    await clip.embed(['a', PICTURE], { inputType: 'document' })
    expect(jina.requests[0]!.body.input).toEqual(['a', { image: 'AQID' }])
    await using cohere = await modelServer(() => ({
      json: {
        embeddings: {
          float: [
            [0, 1],
            [1, 1],
          ],
        },
      },
    }))
    const embed = await createEmbedder({ provider: 'cohere', baseUrl: cohere.url, dimensions: 2 }, WORLD)
    await embed.embed(['a', PICTURE], { inputType: 'document' })
    expect(cohere.requests[0]!.body.inputs[1].content[0].image_url.url).toBe('data:image/png;base64,AQID')
  })

  it('are refused by the others before anything is sent', async () => {
    await using server = await modelServer(() => twoRows)
    const embedder = await createEmbedder({ provider: 'openai', baseUrl: server.url }, WORLD)
    const work = embedder.embed([PICTURE], { inputType: 'document' })
    await expect(work).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
    expect(server.requests).toHaveLength(0)
  })
})
