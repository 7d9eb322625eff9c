import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAt, cutToTokens, estimateTokens } from './tokens.js'

const text = fc.string({ unit: 'binary', maxLength: 300 })

describe('estimated tokens', () => {
  it('are rather too many than too few for prose and for scripts without an alphabet', () => {
    // 44 characters are 9 or 10 tokens in common vocabularies; 8 ideographs about 6 to 10.
    expect(estimateTokens('The quick brown fox jumps over the lazy dog.')).toBe(13)
    expect(estimateTokens('東京都の天気は晴')).toBe(8)
    expect(estimateTokens('')).toBe(0)
  })

  it('of a cut text are within the limit, and no code point is cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (whole, tokens) => {
        const cut = cutToTokens(whole, tokens)
        expect(whole.startsWith(cut)).toBe(true)
        expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens)
        expect(whole.isWellFormed() && !cut.isWellFormed()).toBe(false)
        if (estimateTokens(whole) <= tokens) expect(cut).toBe(whole)
      }),
    )
  })

  it('cutting at a length keeps surrogate pairs whole', () => {
    expect(cutAt('a😀b', 2)).toBe('a')
    expect(cutAt('a😀b', 3)).toBe('a😀')
  })
})
