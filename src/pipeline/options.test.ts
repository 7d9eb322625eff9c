import { describe, expect, it } from 'vitest'
import type { Embedder } from '../core/index.js'
import { RAGPipeline } from './index.js'

const embedder: Embedder = {
  id: 'one',
  dimensions: 1,
  accepts: ['text'],
  output: 'dense',
  embed: async (inputs) => ({ vectors: inputs.map(() => Float32Array.of(1)), truncated: [] }),
}
const source = { text: 'A blue tile.', uri: 'x:tile' }

describe('values of options', () => {
  it.each([
    [{ metadata: 'hello' }, 'metadata'],
    [{ metadata: [1] }, 'metadata'],
    [{ metadata: { at: new Date(0) } }, 'metadata'],
    [{ prune: 'no' }, 'prune'],
    [{ signal: 5 }, 'signal'],
    [{ signal: { aborted: false } }, 'signal'],
    [{ onProgress: 'x' }, 'onProgress'],
    [{ extractMetadata: 'no' }, 'extractMetadata'],
    [null, 'options'],
    [[], 'options'],
    ['fast', 'options'],
  ])('ingest refuses %j before any work', async (options, option) => {
    await using pipeline = new RAGPipeline()
    await expect(pipeline.ingest(source, options as never)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      details: { option },
    })
    expect((await pipeline.getStats()).totalDocuments).toBe(0)
  })

  it.each([
    [{ explain: 'no' }, 'explain'],
    [{ hybrid: 'x' }, 'hybrid'],
    [{ graph: 0 }, 'graph'],
    [{ signal: 'now' }, 'signal'],
    [{ fusion: null }, 'fusion'],
    [{ fusion: 'rrf' }, 'fusion'],
    [{ fusion: { method: 'best' } }, 'fusion.method'],
    [{ fusion: { method: 'rrf', k: 'x' } }, 'k'],
    [{ fusion: { method: 'rrf', weights: 2 } }, 'fusion.weights'],
    [{ fusion: { method: 'rrf', weights: { vector: 1 } } }, 'weights[1]'],
    [{ fusion: { method: 'linear', alpha: 2 } }, 'alpha'],
    [{ fusion: { method: 'linear', normalizer: 'most' } }, 'normalizer'],
    [null, 'options'],
  ])('a search refuses %j, with and without a model', async (options, option) => {
    for (const config of [{}, { embeddingModel: embedder }, { embeddingModel: embedder, enableHybridSearch: true }]) {
      await using pipeline = new RAGPipeline(config)
      await expect(pipeline.search('x', options as never)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        details: { option },
      })
      await expect(pipeline.query('x', options as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    }
  })

  it('refuses a fusion that nothing would use, unknown keys in it, and sources that are neither wanted nor not', async () => {
    await using pipeline = new RAGPipeline()
    await expect(pipeline.search('x', { fusion: { method: 'rrf' } })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    const unknown = { fusion: { method: 'rrf', weights: { vector: 1, text: 1, words: 1 } } }
    await expect(pipeline.search('x', unknown as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
    await expect(pipeline.query('x', { includeSources: 'x' as never })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      details: { option: 'includeSources' },
    })
  })
})

describe('a closed pipeline', () => {
  it('says so whatever is asked', async () => {
    const pipeline = new RAGPipeline()
    await pipeline.close()
    for (const question of ['', ' ', 'x']) {
      await expect(pipeline.search(question)).rejects.toMatchObject({ code: 'STORE_CLOSED' })
      await expect(pipeline.query(question)).rejects.toMatchObject({ code: 'STORE_CLOSED' })
    }
  })
})

describe('metadata given to an ingest', () => {
  it('counts as the same in any order of its keys, and takes the place of what was given before', async () => {
    await using pipeline = new RAGPipeline()
    const ingest = async (metadata?: Record<string, never>) => {
      const { documents } = await pipeline.ingest(source, { metadata })
      return documents[0]!.status
    }
    expect(await ingest({ a: 1, b: { c: 2, d: 3 } } as never)).toBe('added')
    expect(await ingest({ b: { d: 3, c: 2 }, a: 1 } as never)).toBe('unchanged')
    expect(await ingest({ a: 2 } as never)).toBe('updated')
    expect((await pipeline.search('tile'))[0]?.metadata).toEqual({ a: 2 })
    expect(await ingest()).toBe('updated')
    expect((await pipeline.search('tile'))[0]?.metadata).toEqual({})
  })
})
