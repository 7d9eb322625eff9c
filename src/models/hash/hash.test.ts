import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmbedder } from '../index.js'

const embedder = await createEmbedder({ provider: 'hash' })
const document = { inputType: 'document' } as const

async function vectorOf(text: string): Promise<Float32Array> {
  return (await embedder.embed([text], document)).vectors[0] as Float32Array
}

async function similarity(a: string, b: string): Promise<number> {
  const [left, right] = [await vectorOf(a), await vectorOf(b)]
  return left.reduce((sum, value, i) => sum + value * right[i]!, 0)
}

describe('hashed vectors', () => {
  it('have unit length for any text, and are the same again, alone or in company', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), async (text) => {
        const vector = await vectorOf(text)
        expect(vector).toHaveLength(2048)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
        const { vectors } = await embedder.embed(['other', text], document)
        expect(vectors[1]).toEqual(vector)
      }),
    )
  })

  it('are near for shared words in any form, and far for none', async () => {
    expect(await similarity('rotating signing keys', 'How do I rotate a signing key?')).toBeGreaterThan(0.6)
    expect(await similarity('rotating signing keys', 'Pasta boils for nine minutes')).toBeLessThan(0.1)
    expect(await similarity('getUserName', 'user name')).toBeGreaterThan(0.3)
  })

  it('tell texts without words apart', async () => {
    expect(await similarity('→ ← ↑', '∑ ∏ ∫')).toBeLessThan(0.9)
    expect(await similarity('the of and', 'the of and')).toBeCloseTo(1, 5)
  })

  it('ask for little weight beside a search by words', () => {
    expect(embedder.fusionWeight).toBeGreaterThan(0)
    expect(embedder.fusionWeight).toBeLessThanOrEqual(0.3)
  })

  it('come in other sizes, under another id', async () => {
    const small = await createEmbedder({ provider: 'hash', dimensions: 256 })
    expect(small.dimensions).toBe(256)
    expect(small.id).not.toBe(embedder.id)
    const { vectors } = await small.embed(['a b c'], document)
    expect(vectors[0]).toHaveLength(256)
    await expect(createEmbedder({ provider: 'hash', dimensions: 1e6 })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
  })

  it('refuse an empty text and an unknown input type', async () => {
    await expect(embedder.embed([''], document)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(embedder.embed(['a'], {} as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    expect((await embedder.embed([], document)).vectors).toEqual([])
  })
})
