import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAt, estimateTokens } from './tokens.js'

describe('estimated tokens', () => {
  it('are rather too many than too few for prose and for scripts without an alphabet', () => {
    // 44 characters are 9 or 10 tokens in common vocabularies; 8 ideographs about 6 to 10.
    expect(estimateTokens('The quick brown fox jumps over the lazy dog.')).toBe(13)
    expect(estimateTokens('東京都の天気は晴')).toBe(8)
    expect(estimateTokens('')).toBe(0)
  })
})

describe('cutting text', () => {
  it('keeps surrogate pairs whole at every length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), (text, length) => {
        fc.pre(text.isWellFormed() && length <= text.length)
        const cut = cutAt(text, length)
        expect(text.startsWith(cut) && cut.isWellFormed()).toBe(true)
        expect(length - cut.length).toBeLessThanOrEqual(1)
      }),
    )
    expect(cutAt('a😀b', 2)).toBe('a')
    expect(cutAt('a😀b', 3)).toBe('a😀')
  })
})
