import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelName } from '../../core/index.js'
import { createEmbedder, createReranker } from '../index.js'
import type { ModelSettings } from '../provider.js'
import { modelRegistry } from '../registry.js'
import { readSpec } from '../spec.js'
import { transformersEmbedding } from './embedding.js'
import type { Tensor, Transformers } from './peer.js'
import { pool } from './pooling.js'
import { transformersReranking } from './reranking.js'

function settingsOf(spec: ModelName, kind: 'embedding' | 'reranking'): ModelSettings {
  const metadata = modelRegistry.metadata('transformers')
  return readSpec(spec, kind, 'transformers', metadata, {}, fetch).settings
}

const call = (inputType: 'query' | 'document') => ({ inputType, signal: new AbortController().signal })

/** A model whose token vectors are the token ids, with one token a character, and a tokenizer that knows no limit. */
function fakePeer(seen: string[] = []): Transformers {
  const tensor = (dims: number[], data: number[]): Tensor => ({ dims, data: Float32Array.from(data) })
  const tokenizer = (text: string, options: { truncation: boolean; max_length?: number; text_pair?: string }) => {
    seen.push(text)
    const all = Array.from(text + (options.text_pair ?? ''), (character) => character.charCodeAt(0))
    const ids = options.truncation ? all.slice(0, options.max_length) : all
    return { input_ids: tensor([1, ids.length], ids) }
  }
  const encoder = Object.assign(
    async ({ input_ids: ids }: Record<string, Tensor>) => {
      const rows = Array.from(ids!.data as Float32Array).flatMap((id) => [id, 1])
      return { last_hidden_state: tensor([1, rows.length / 2, 2], rows) }
    },
    { config: {} },
  )
  const judge = Object.assign(
    async ({ input_ids: ids }: Record<string, Tensor>) => ({ logits: tensor([1, 1], [ids!.dims[1]! - 5]) }),
    { config: {} },
  )
  const loaded = async <T>(value: T) => value
  return {
    env: { remoteHost: '' },
    AutoTokenizer: { from_pretrained: () => loaded(tokenizer) },
    AutoModel: { from_pretrained: () => loaded(encoder) },
    AutoModelForSequenceClassification: { from_pretrained: () => loaded(judge) },
  }
}

describe('a model folder', () => {
  let folder: string
  const write = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content))
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'model-'))
    write('config.json', { hidden_size: 2 })
    write('sentence_bert_config.json', { max_seq_length: 8 })
    write('config_sentence_transformers.json', { prompts: { query: 'q: ', document: '' } })
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('says by its own files how it wants to be used', async () => {
    const seen: string[] = []
    const settings = settingsOf({ provider: 'transformers', modelName: folder, pooling: 'last' }, 'embedding')
    const endpoint = await transformersEmbedding(settings, async () => fakePeer(seen))
    expect(endpoint).toMatchObject({ dimensions: 2, maxInputTokens: 8 })
    expect(seen).toEqual([])
    const reply = await endpoint.embed(['abc', 'abcdefghijkl'], call('query'))
    expect(seen.slice(0, 2)).toEqual(['q: abc', 'q: abcdefghijkl'])
    expect(reply.truncated).toEqual([1])
    expect(reply.inputTokens).toBe(6 + 8)
    expect(Array.from(reply.vectors[0] as Float32Array)).toEqual(['c'.charCodeAt(0), 1])
    await endpoint.embed(['xyz'], call('document'))
    expect(seen.at(-1)).toBe('xyz')
  })

  it('reads no more than the smallest limit of its files and of the caller', async () => {
    const spec = { provider: 'transformers', modelName: folder }
    const limitOf = async (more = {}) => {
      const peer = async () => fakePeer()
      const endpoint = await transformersEmbedding(settingsOf({ ...spec, ...more }, 'embedding'), peer)
      const { truncated, inputTokens } = await endpoint.embed(['abcdefghijkl'], call('document'))
      expect(truncated).toEqual([0])
      expect(endpoint.maxInputTokens).toBe(inputTokens)
      expect((await createEmbedder({ ...spec, ...more })).maxInputTokens).toBe(inputTokens)
      return inputTokens
    }
    expect(await limitOf({ maxInputTokens: 5 })).toBe(5)
    expect(await limitOf({ maxInputTokens: 500 })).toBe(8)
    write('tokenizer_config.json', { model_max_length: 7 })
    expect(await limitOf()).toBe(7)
    write('tokenizer_config.json', { model_max_length: 1e30 })
    write('config.json', { hidden_size: 2, max_position_embeddings: 6 })
    expect(await limitOf()).toBe(6)
    write('config.json', { hidden_size: 2, max_position_embeddings: 6, model_type: 'xlm-roberta', pad_token_id: 1 })
    expect(await limitOf()).toBe(4)
    write('config.json', { hidden_size: 2 })
    rmSync(join(folder, 'tokenizer_config.json'))
  })

  it('gives way to prefixes of the caller', async () => {
    const seen: string[] = []
    const spec = { provider: 'transformers', modelName: folder, queryPrefix: '' }
    const endpoint = await transformersEmbedding(settingsOf(spec, 'embedding'), async () => fakePeer(seen))
    await endpoint.embed(['abc'], call('query'))
    expect(seen).toEqual(['abc'])
  })

  it('with a cross-encoder scores pairs between 0 and 1', async () => {
    const settings = settingsOf({ provider: 'transformers', modelName: folder }, 'reranking')
    const endpoint = await transformersReranking(settings, async () => fakePeer())
    const scores = await endpoint.rerank('qq', ['a', 'abc', 'abcde'], call('query'))
    expect(scores[1]).toEqual({ index: 1, score: 0.5 })
    expect(scores.map(({ score }) => Number(score))).toEqual([...scores.map(({ score }) => Number(score))].sort())
  })

  it('with layers that cannot be run is refused', async () => {
    write('modules.json', [{ type: 'sentence_transformers.models.Dense' }])
    await expect(createEmbedder({ provider: 'transformers', modelName: folder })).rejects.toMatchObject({
      code: 'FEATURE_NOT_AVAILABLE',
    })
    rmSync(join(folder, 'modules.json'))
  })

  it('with broken files is refused', async () => {
    writeFileSync(join(folder, 'modules.json'), '{')
    await expect(createEmbedder({ provider: 'transformers', modelName: folder })).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
    })
    rmSync(join(folder, 'modules.json'))
  })

  it('that does not exist is never looked for on the network', async () => {
    for (const modelName of ['./no-such-model', '/no/such/model', '../x/y', 'C:\\models\\x', tmpdir()]) {
      const error = await createReranker({ provider: 'transformers', modelName }).catch((thrown: unknown) => thrown)
      expect(error, modelName).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    }
    await expect(createReranker({ provider: 'transformers', modelName: 'no-owner' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
  })
})

describe('pooling', () => {
  const rows = [1, 8, 3, 4]
  it.each([
    ['mean', [2, 6]],
    ['cls', [1, 8]],
    ['last', [3, 4]],
    ['max', [3, 8]],
  ] as const)('%s', (pooling, expected) => {
    expect(Array.from(pool(rows, 2, 2, pooling))).toEqual(expected)
  })
})

/** The package itself: of this project, else of a folder it was installed in. */
async function realPeer(): Promise<Transformers | undefined> {
  const from = process.env['TESSERA_PEERS']
  const base = from === undefined ? import.meta.url : join(resolve(from), 'index.js')
  try {
    const path = createRequire(base).resolve('@huggingface/transformers')
    return (await import(pathToFileURL(path).href)) as Transformers
  } catch {
    return undefined
  }
}

const models = join(process.env['TESSERA_SHARED'] ?? '../shared', 'models')
const peer = await realPeer()
const missing = !peer
  ? 'skipped: @huggingface/transformers is not installed (TESSERA_PEERS may name a folder that has it)'
  : existsSync(models)
    ? undefined
    : 'skipped: no models at ../shared/models'

describe.skipIf(missing)(`real encoders${missing ? ` (${missing})` : ''}`, () => {
  it.each(['all-minilm-l6-v2', 'bge-small-en-v1.5'])(
    '%s gives the reference vectors, whatever the company',
    async (name) => {
      const folder = join(models, name)
      const reference = JSON.parse(readFileSync(join(folder, 'reference.json'), 'utf8'))
      const settings = settingsOf({ provider: 'transformers', modelName: folder }, 'embedding')
      const endpoint = await transformersEmbedding(settings, async () => peer!)
      const { vectors } = await endpoint.embed(reference.sentences, call('document'))
      for (const [i, expected] of (reference.int8 as number[][]).entries()) {
        expect(cosineOf(vectors[i] as Float32Array, expected)).toBeGreaterThan(0.9999)
      }
      const alone = await endpoint.embed([reference.sentences[0]], call('document'))
      expect(alone.vectors[0]).toEqual(vectors[0])
    },
  )

  it('put a question nearer to its answer than to anything else, and count what they cut', async () => {
    const modelName = join(models, 'bge-small-en-v1.5')
    const endpoint = await transformersEmbedding(
      settingsOf({ provider: 'transformers', modelName }, 'embedding'),
      async () => peer!,
    )
    const texts = [
      'Rotate the signing key with the rotate command.',
      'Pasta is boiled for nine minutes.',
      'word '.repeat(2000),
    ]
    const documents = await endpoint.embed(texts, call('document'))
    expect(documents.truncated).toEqual([2])
    const { vectors } = await endpoint.embed(['How do I change keys?'], call('query'))
    const [right, wrong] = documents.vectors.map((vector) =>
      cosineOf(vector as Float32Array, vectors[0] as Float32Array),
    )
    expect(right).toBeGreaterThan(wrong! + 0.1)
  })
})

describe.skipIf(peer && !process.env['TESSERA_PEERS'])('without the package', () => {
  it('the first request says what to install', async () => {
    const modelName = mkdtempSync(join(tmpdir(), 'model-'))
    writeFileSync(join(modelName, 'config.json'), '{}')
    const embedder = await createEmbedder({ provider: 'transformers', modelName })
    const error = await embedder.embed(['x'], { inputType: 'query' }).catch((thrown: unknown) => thrown)
    rmSync(modelName, { recursive: true })
    expect(error).toMatchObject({ code: 'MISSING_DEPENDENCY', details: { package: '@huggingface/transformers' } })
    expect((error as Error).message).toContain('ONNXRUNTIME_NODE_INSTALL=skip')
  })
})

function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! ** 2
    bb += b[i]! ** 2
  }
  return dot / Math.sqrt(aa * bb)
}
