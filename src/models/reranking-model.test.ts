import { describe, expect, it } from 'vitest'
import { failure } from '../../test/support/failure.js'
import { modelServer } from '../../test/support/model-server.js'
import type { LanguageModel, Reranker } from '../core/index.js'
import { checkRerankingModel, createEmbedder, createRerankingModel, isRerankingModel } from './index.js'

const documents = ['a', 'b'].map((text) => ({ id: text, text }))
const order = async (reranker: Reranker) => (await reranker.rerank({ query: 'q', documents })).map(({ index }) => index)

const writer: LanguageModel = {
  id: 'writer',
  generate: async () => ({ text: '{"1": 1, "2": 2}', finishReason: 'stop' }),
  stream: async function* () {},
}
const aiSdk = { specificationVersion: 'v3', provider: 'acme', modelId: 'one' }

describe('a reranking model', () => {
  it('that is named is asked as a language model', async () => {
    await using server = await modelServer(() => ({
      json: { choices: [{ message: { content: '{"1": 1, "2": 2}' }, finish_reason: 'stop' }] },
    }))
    const spec = { provider: 'openai', modelName: 'gpt-4o-mini', baseUrl: server.url }
    const reranker = await createRerankingModel(spec, { env: {} })
    expect(reranker.id).toBe('llm:openai:gpt-4o-mini')
    expect(await order(reranker)).toEqual([1, 0])
    expect(server.requests[0]!.path).toBe('/v1/chat/completions')
    expect(server.requests[0]!.body).toMatchObject({ response_format: { type: 'json_object' } })
  })

  it('may be an object that reranks, one that writes, or either of the AI SDK', async () => {
    const own: Reranker = { id: 'own', rerank: async () => [] }
    expect(await createRerankingModel(own)).toBe(own)
    expect(await order(await createRerankingModel(writer))).toEqual([1, 0])
    const guest = {
      ...aiSdk,
      doRerank: async () => ({
        ranking: [
          { index: 1, relevanceScore: 0.9 },
          { index: 0, relevanceScore: 0.1 },
        ],
      }),
    }
    expect(await order(await createRerankingModel(guest))).toEqual([1, 0])
    const doGenerate = async () => ({
      content: [{ type: 'text', text: '{"1": 1, "2": 2}' }],
      usage: {},
      finishReason: 'stop',
    })
    expect(await order(await createRerankingModel({ ...aiSdk, doGenerate } as never))).toEqual([1, 0])
  })

  it.each<[object, RegExp]>([
    [{ provider: 'openai', modelName: 'text-embedding-3-small' }, /must be generative/],
    [{ provider: 'openai', modelName: 'BAAI/bge-m3', baseUrl: 'http://localhost:1/v1' }, /must be generative/],
    [{ provider: 'hash' }, /must be generative/],
    [{ provider: 'voyage', modelName: 'voyage-3.5' }, /must be generative/],
    [{ provider: 'cohere', modelName: 'rerank-v3.5' }, /must be generative.*await createReranker/],
    [{ provider: 'voyage' }, /must be generative.*await createReranker/],
    [{ provider: 'tei', modelName: 'default' }, /must be generative.*await createReranker/],
    [{ ...aiSdk, doEmbed: async () => ({}) }, /must be generative/],
  ])('that cannot write is refused before anything is loaded: %j', async (spec, message) => {
    const refused = expect.objectContaining({
      code: 'MODEL_NOT_GENERATIVE',
      message: expect.stringMatching(message),
    })
    expect(() => checkRerankingModel(spec as never)).toThrow(refused)
    await expect(createRerankingModel(spec as never)).rejects.toThrow(refused)
  })

  it('that is an embedder, of an unknown provider or nothing at all is refused', async () => {
    const embedder = await createEmbedder({ provider: 'hash' })
    expect((await failure(createRerankingModel(embedder as never))).code).toBe('MODEL_NOT_GENERATIVE')
    expect((await failure(createRerankingModel({ provider: 'opnai' }))).code).toBe('UNKNOWN_PROVIDER')
    for (const spec of [null, undefined, 'gpt-4o-mini', 7, {}, []]) {
      expect((await failure(createRerankingModel(spec as never))).code).toBe('INVALID_OPTION')
    }
  })

  it('is told from a language model by its name', () => {
    const named = (provider: string, modelName?: string) => isRerankingModel({ provider, modelName })
    expect([named('cohere', 'rerank-v3.5'), named('voyage'), named('tei', 'default')]).toEqual([true, true, true])
    expect(named('transformers', './models/ms-marco-MiniLM-L-6-v2')).toBe(true)
    expect([named('cohere'), named('openai', 'gpt-4o-mini'), named('ollama', 'llama3.2')]).toEqual([
      false,
      false,
      false,
    ])
    expect([named('voyage', 'voyage-3.5'), named('hash')]).toEqual([false, false])
  })
})
