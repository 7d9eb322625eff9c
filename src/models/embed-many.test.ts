import { describe, expect, it } from 'vitest'
import type { Embedder, EmbeddingVector } from '../core/index.js'
import { embeddingKey, embedMany, type VectorCache } from './index.js'

function countingEmbedder(id = 'e'): Embedder & { seen: unknown[] } {
  const seen: unknown[] = []
  return {
    id,
    accepts: ['text', 'image'],
    output: 'dense',
    seen,
    async embed(inputs) {
      seen.push(...inputs)
      const lengths = inputs.map((input) => (typeof input === 'string' ? input.length : input.image.length))
      const truncated = lengths.flatMap((length, position) => (length > 5 ? [position] : []))
      return {
        vectors: lengths.map((length) => Float32Array.of(length)),
        truncated,
        usage: { inputTokens: inputs.length },
      }
    },
  }
}

function mapCache(): VectorCache & { entries: Map<string, EmbeddingVector> } {
  const entries = new Map<string, EmbeddingVector>()
  return {
    entries,
    get: async (keys) => keys.map((key) => entries.get(key)),
    set: async (list) => list.forEach(({ key, vector }) => void entries.set(key, vector)),
  }
}

const document = { inputType: 'document' } as const

describe('embedding many inputs', () => {
  it('asks for each different input once and gives every position its vector', async () => {
    const embedder = countingEmbedder()
    const result = await embedMany(embedder, ['a', 'bb', 'a', 'ccc', 'bb'], document)
    expect(embedder.seen).toEqual(['a', 'bb', 'ccc'])
    expect(result.vectors).toEqual([1, 2, 1, 3, 2].map((length) => Float32Array.of(length)))
    expect(result).toMatchObject({ cached: 0, truncated: [], usage: { inputTokens: 3 } })
  })

  it('asks for nothing that the cache knows', async () => {
    const embedder = countingEmbedder()
    const cache = mapCache()
    await embedMany(embedder, ['a', 'bb'], { ...document, cache })
    const again = await embedMany(embedder, ['bb', 'a', 'dddd', 'bb'], { ...document, cache })
    expect(embedder.seen).toEqual(['a', 'bb', 'dddd'])
    expect(again.vectors).toEqual([2, 1, 4, 2].map((length) => Float32Array.of(length)))
    expect(again.cached).toBe(3)
    const none = await embedMany(embedder, ['a'], { ...document, cache })
    expect(none).toMatchObject({ cached: 1, usage: undefined })
  })

  it('reports a cut input every time', async () => {
    const embedder = countingEmbedder()
    const cache = mapCache()
    for (let i = 0; i < 2; i++) {
      const result = await embedMany(embedder, ['a', 'too long', 'b', 'too long'], { ...document, cache })
      expect(result.truncated).toEqual([1, 3])
    }
    expect(cache.entries.size).toBe(2)
  })

  it('tells embedders, kinds of input and pictures apart', () => {
    const image = { image: Uint8Array.of(1), mediaType: 'image/png' }
    const keys = [
      embeddingKey('e', 'a', 'document'),
      embeddingKey('f', 'a', 'document'),
      embeddingKey('e', 'a', 'query'),
      embeddingKey('e', 'b', 'document'),
      embeddingKey('e', image, 'document'),
      embeddingKey('e', { ...image, mediaType: 'image/webp' }, 'document'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(embeddingKey('e', 'a', 'document')).toBe(keys[0])
  })
})
