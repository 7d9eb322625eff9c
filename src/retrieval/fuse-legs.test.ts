import { describe, expect, it } from 'vitest'
import type { Fusion } from '../core/index.js'
import { defaultFusion, fuseLegs } from './fuse-legs.js'

const vector = [
  { id: 'a', score: 0.9 },
  { id: 'b', score: 0.1 },
]
const text = [
  { id: 'b', score: 7 },
  { id: 'c', score: 0 },
]
const fuse = (fusion: Fusion) => fuseLegs(vector, text, fusion).map(({ id, score }) => [id, score])

describe('fuseLegs', () => {
  it('counts no vote for a text score of 0', () => {
    for (const method of ['rrf', 'linear'] as const) expect(fuse({ method }).map(([id]) => id)).not.toContain('c')
  })

  it('passes every option on', () => {
    expect(fuse({ method: 'rrf', k: 1, weights: { vector: 3, text: 0 } })).toEqual([
      ['a', 1.5],
      ['b', 1],
    ])
    expect(fuse({ method: 'linear', alpha: 1 })).toEqual([
      ['a', 1],
      ['b', 0],
    ])
    expect(fuse({ method: 'linear', alpha: 1, normalizer: 'zscore' })[0]).toEqual(['a', 2])
  })

  it('gives both legs the same weight unless told otherwise', () => {
    expect(fuse({ method: 'linear' })).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('refuses methods and options it does not know', () => {
    expect(() => fuse({ method: 'borda' } as never)).toThrow(/rrf or linear/)
    expect(() => fuse({ method: 'rrf', alpha: 0.5 } as never)).toThrow(/no option "alpha"/)
    expect(() => fuse({ method: 'rrf', weights: { vector: 1, words: 1 } } as never)).toThrow(/no option "words"/)
    expect(() => fuse({ method: 'rrf', weights: { vector: 1 } } as never)).toThrow(/weights\[1\]/)
  })
})

describe('defaultFusion', () => {
  it('trusts an embedder that knows its worth, and ranks alone otherwise', () => {
    expect(defaultFusion({ fusionWeight: 0 })).toEqual({ method: 'linear', alpha: 0 })
    expect(defaultFusion({})).toEqual({ method: 'rrf' })
    expect(defaultFusion(undefined)).toEqual({ method: 'rrf' })
  })
})
