import { describe, expect, it } from 'vitest'
import { embeddings, modelServer } from '../../test/support/model-server.js'
import { createEmbedder, PRICES, PRICES_AS_OF, priceOf } from './index.js'

describe('prices', () => {
  it('carry a date and are sane', () => {
    expect(Date.parse(PRICES_AS_OF)).not.toBeNaN()
    for (const [id, { input, output }] of Object.entries(PRICES)) {
      expect(id).toMatch(/^[a-z]+:[\w.-]+$/)
      expect(input).toBeGreaterThan(0)
      if (output !== undefined) expect(output).toBeGreaterThanOrEqual(input)
    }
  })

  it('hold for vectors of any length, and for no unknown model', () => {
    expect(priceOf('openai:text-embedding-3-small:256')).toEqual(PRICES['openai:text-embedding-3-small'])
    expect(priceOf('openai:constructor')).toBeUndefined()
    expect(priceOf('ollama:nomic-embed-text')).toBeUndefined()
  })

  it('are charged at the provider itself and not at another server of the same format', async () => {
    await using server = await modelServer((request) => embeddings(request, 1536))
    const spec = { provider: 'openai', modelName: 'text-embedding-3-small' }
    const redirected = {
      env: { OPENAI_API_KEY: 'sk-made-up-key' },
      fetch: (_: string, init: RequestInit) => fetch(`${server.url}/embeddings`, init),
    }
    const home = await createEmbedder(spec, redirected)
    expect((await home.embed(['a', 'b'], { inputType: 'query' })).usage).toEqual({
      inputTokens: 20,
      cost: (20 * 0.02) / 1e6,
    })
    const other = await createEmbedder({ ...spec, baseUrl: server.url }, { env: {} })
    expect((await other.embed(['a'], { inputType: 'query' })).usage).toEqual({ inputTokens: 10 })
  })
})
