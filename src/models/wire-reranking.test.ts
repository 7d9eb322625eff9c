import { describe, expect, it } from 'vitest'
import { modelServer } from '../../test/support/model-server.js'
import { createReranker } from './index.js'

const KEY = 'key-of-a-provider-123456'
const WORLD = { env: {} }
describe.each([
  [
    'cohere',
    '/v1/rerank',
    {
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.2 },
      ],
    },
  ],
  [
    'jina',
    '/v1/rerank',
    {
      results: [
        { index: 0, relevance_score: 0.2 },
        { index: 1, relevance_score: 0.9 },
      ],
    },
  ],
  [
    'voyage',
    '/v1/rerank',
    {
      data: [
        { index: 0, relevance_score: 0.2 },
        { index: 1, relevance_score: 0.9 },
      ],
    },
  ],
  [
    'tei',
    '/v1/rerank',
    [
      { index: 0, score: 0.2 },
      { index: 1, score: 0.9 },
    ],
  ],
])('reranking of %s', (provider, path, json) => {
  it('is asked for and read in its own shape, ordered and cut', async () => {
    await using server = await modelServer(() => ({ json }))
    const reranker = await createReranker({ provider, baseUrl: server.url, apiKey: KEY }, WORLD)
    const documents = ['x', 'y'].map((text) => ({ id: text, text }))
    expect(await reranker.rerank({ query: 'q', documents })).toEqual([
      { index: 1, score: 0.9 },
      { index: 0, score: 0.2 },
    ])
    expect(await reranker.rerank({ query: 'q', documents, topN: 1 })).toEqual([{ index: 1, score: 0.9 }])
    const { body, path: asked } = server.requests[0]!
    expect(asked).toBe(path)
    expect([body.query, body.documents ?? body.texts]).toEqual(['q', ['x', 'y']])
    expect(await reranker.rerank({ query: 'q', documents: [] })).toEqual([])
    await expect(reranker.rerank({ query: 'q', documents, topN: 0 })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(reranker.rerank({ query: ' ', documents })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    expect(server.requests).toHaveLength(2)
  })
})
