import { describe, expect, it } from 'vitest'
import { embeddings, modelServer } from '../../test/support/model-server.js'
import type { Embedder, ModelName } from '../core/index.js'
import { createEmbedder, createLanguageModel, createReranker, modelRegistry } from './index.js'

const NONE = { env: {} }

describe('naming a model', () => {
  it('reaches no server and loads no weights', async () => {
    const world = { env: { OPENAI_API_KEY: 'sk-made-up-key' }, fetch: () => Promise.reject(new Error('asked')) }
    const embedder = await createEmbedder({ provider: 'openai', modelName: 'text-embedding-3-small' }, world)
    expect(embedder).toMatchObject({ id: 'openai:text-embedding-3-small', dimensions: 1536, maxInputTokens: 8192 })
    await createLanguageModel({ provider: 'openai', modelName: 'gpt-4o-mini' }, world)
  })

  it('takes address and key from the environment, the call before it', async () => {
    await using server = await modelServer((request) => embeddings(request))
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-of-environment', OTHER_KEY: 'sk-other' }
    const spec = { provider: 'openai', modelName: 'text-embedding-3-small' }
    for (const more of [{}, { apiKey: 'sk-of-call' }, { apiKeyEnv: 'OTHER_KEY' }, { keyHeader: 'api-key' }]) {
      await (await createEmbedder({ ...spec, ...more }, { env })).embed(['x'], { inputType: 'query' })
    }
    const [first, second, third, fourth] = server.requests.map(({ headers }) => headers)
    expect(first!.authorization).toBe('Bearer sk-of-environment')
    expect(second!.authorization).toBe('Bearer sk-of-call')
    expect(third!.authorization).toBe('Bearer sk-other')
    expect(fourth).toMatchObject({ 'api-key': 'sk-of-environment' })
    expect(fourth).not.toHaveProperty('authorization')
  })

  it('says which variable is missing, and only where the server wants a key', async () => {
    const missing = { code: 'MISSING_API_KEY', details: { environment: ['OPENAI_API_KEY'] } }
    await expect(createEmbedder({ provider: 'openai' }, NONE)).rejects.toMatchObject(missing)
    await expect(createEmbedder({ provider: 'openai' }, { env: { OPENAI_API_KEY: ' ' } })).rejects.toMatchObject(
      missing,
    )
    await createEmbedder({ provider: 'openai', baseUrl: 'http://localhost:8080/v1' }, NONE)
    await createEmbedder({ provider: 'ollama', modelName: 'nomic-embed-text' }, NONE)
    const named = { provider: 'ollama', modelName: 'nomic-embed-text', apiKeyEnv: 'MY_KEY' }
    await expect(createEmbedder(named, NONE)).rejects.toMatchObject({ details: { environment: ['MY_KEY'] } })
  })

  it('counts vectors of other dimensions or prefixes as other embedders', async () => {
    const id = async (more: object) =>
      (await createEmbedder({ provider: 'openai', apiKey: 'sk-x', ...more } as ModelName, NONE)).id
    const ids = [{}, { dimensions: 1536 }, { dimensions: 512 }, { queryPrefix: 'q: ' }, { documentPrefix: 'q: ' }]
    expect(new Set(await Promise.all(ids.map(id))).size).toBe(4)
    expect(await id({ dimensions: 1536 })).toBe(await id({}))
    expect(await id({ baseUrl: 'http://elsewhere:1/v1' })).toBe(await id({}))
  })

  it('believes what is known of a model only at its own server', async () => {
    await using server = await modelServer((request) => embeddings(request, 7))
    const spec = { provider: 'openai', modelName: 'text-embedding-3-small', baseUrl: server.url }
    const embedder = await createEmbedder(spec, NONE)
    expect(embedder.dimensions).toBeUndefined()
    await embedder.embed(['x'], { inputType: 'query' })
    expect(embedder.dimensions).toBe(7)
  })

  it('puts prefixes before each input of their type', async () => {
    await using server = await modelServer((request) => embeddings(request))
    const prefixes = { queryPrefix: 'query: ', documentPrefix: 'passage: ' }
    const spec = { provider: 'openai', modelName: 'e5-base', baseUrl: server.url, ...prefixes }
    const embedder = await createEmbedder(spec, NONE)
    await embedder.embed(['x'], { inputType: 'query' })
    await embedder.embed(['x'], { inputType: 'document' })
    expect(server.requests.map(({ body }) => body.input)).toEqual([['query: x'], ['passage: x']])
  })

  it.each<[object, string]>([
    [{ provider: 'opnai' }, 'UNKNOWN_PROVIDER'],
    [{ provider: 'openai', model: 'x' }, 'UNKNOWN_OPTION'],
    [{ provider: 'openai', dimension: 5 }, 'UNKNOWN_OPTION'],
    [{ provider: 'tei', modelName: 'x', baseUrl: 'http://h', dimensions: 5 }, 'UNKNOWN_OPTION'],
    [{ provider: 'hash', apiKey: 'x' }, 'UNKNOWN_OPTION'],
    [{ provider: 'openai', dimensions: 0 }, 'INVALID_OPTION'],
    [{ provider: 'openai', maxRetries: -1 }, 'INVALID_OPTION'],
    [{ provider: 'openai', timeoutMs: 1.5 }, 'INVALID_OPTION'],
    [{ provider: 'openai', timeoutMs: 2 ** 31 }, 'INVALID_OPTION'],
    [{ provider: 'openai', baseUrl: 'localhost:8080' }, 'INVALID_OPTION'],
    [{ provider: 'openai', baseUrl: 7 }, 'INVALID_OPTION'],
    [{ provider: 'openai', modelName: '' }, 'INVALID_OPTION'],
    [{ provider: 'openai', headers: { a: 1 } }, 'INVALID_OPTION'],
    [{ provider: 'ollama' }, 'INVALID_OPTION'],
    [{ provider: 'tei', modelName: 'x' }, 'INVALID_OPTION'],
    [{ provider: 'hash', modelName: 'letters' }, 'INVALID_OPTION'],
    [{ modelName: 'x' }, 'INVALID_OPTION'],
  ])('refuses %j with %s', async (spec, code) => {
    const work = createEmbedder(spec as ModelName, { env: { OPENAI_API_KEY: 'sk-made-up-key' } })
    await expect(work).rejects.toMatchObject({ code })
  })

  it.each([undefined, null, 'openai', 7, {}, []])('refuses %j as a model', async (spec) => {
    await expect(createEmbedder(spec as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(createLanguageModel(spec as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(createReranker(spec as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})

describe('a model of the wrong kind', () => {
  it.each([
    { provider: 'openai', modelName: 'text-embedding-3-small' },
    { provider: 'openai', modelName: 'nomic-embed-text', baseUrl: 'http://localhost:1/v1' },
    { provider: 'openai', modelName: 'BAAI/bge-m3' },
    { provider: 'cohere', modelName: 'rerank-v3.5' },
    { provider: 'voyage', modelName: 'voyage-3.5' },
    { provider: 'hash' },
    { provider: 'tei', modelName: 'x' },
  ])('%j cannot write text', async (spec) => {
    const error = await createLanguageModel(spec, { env: { OPENAI_API_KEY: 'k' } }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'MODEL_NOT_GENERATIVE' })
    expect((error as Error).message).toContain('must be generative')
  })

  it('an embedder object cannot write text either', async () => {
    const embedder = await createEmbedder({ provider: 'hash' })
    await expect(createLanguageModel(embedder as never)).rejects.toMatchObject({ code: 'MODEL_NOT_GENERATIVE' })
    await expect(createReranker(embedder as never)).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
  })

  it.each([
    { provider: 'openai', modelName: 'gpt-4o-mini' },
    { provider: 'anthropic', modelName: 'claude-haiku-4-5' },
    { provider: 'cohere', modelName: 'rerank-v3.5' },
  ])('%j does not embed', async (spec) => {
    const work = createEmbedder(spec, { env: { OPENAI_API_KEY: 'k' } })
    await expect(work).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
  })
})

describe('a model object of ours', () => {
  it('is taken as it is', async () => {
    const own: Embedder = {
      id: 'own',
      accepts: ['text'],
      output: 'dense',
      embed: async () => ({ vectors: [], truncated: [] }),
    }
    expect(await createEmbedder(own)).toBe(own)
  })
})

describe('the registry', () => {
  it('describes every provider without loading it, and takes new ones', async () => {
    for (const { name, metadata } of modelRegistry.list()) {
      expect(metadata.description, name).toMatch(/\w{3}/)
      expect(metadata.embedding ?? metadata.language ?? metadata.reranking, name).toBeDefined()
    }
    for (const name of ['openai', 'anthropic', 'google', 'cohere', 'voyage', 'jina', 'tei', 'transformers', 'hash']) {
      expect(modelRegistry.has(name)).toBe(true)
    }
    expect(modelRegistry.resolve('Gemini')).toBe('google')
    expect(modelRegistry.has('local')).toBe(false)
  })

  it('gives each provider the kinds it declares', async () => {
    for (const { name, metadata } of modelRegistry.list()) {
      const provider = await modelRegistry.get(name)
      // Servers that share one format share its code, and declare less than it can.
      for (const kind of ['embedding', 'language', 'reranking'] as const) {
        if (metadata[kind]) expect(provider[kind], `${name} ${kind}`).toBeTypeOf('function')
      }
    }
  })
})
