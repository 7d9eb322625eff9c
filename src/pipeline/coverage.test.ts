import { describe, expect, it } from 'vitest'
import { coverage, heldBy, isEnough, sharesOf } from './coverage.js'

const shares = (...weights: number[]) =>
  sharesOf(weights.map((weight, index) => ({ word: `w${index}`, weight, count: 1 })))

describe('shares of a question', () => {
  it('add up to one, in the order of the words', () => {
    expect([...shares(3, 1)]).toEqual([
      ['w0', 0.75],
      ['w1', 0.25],
    ])
    expect(sharesOf([]).size).toBe(0)
    expect(shares(0).size).toBe(0)
  })

  it('count a word that is held several times once', () => {
    const question = shares(3, 1)
    expect(coverage(heldBy(['w1', 'x', 'w1'], question), question)).toBe(0.25)
    expect(coverage(heldBy(['w0', 'w1'], question), question)).toBe(1)
  })
})

describe('enough to answer', () => {
  it('is all of a question of one word', () => {
    expect(isEnough(1, shares(5))).toBe(true)
    expect(isEnough(0, shares(5))).toBe(false)
  })

  it('is more than half of two words, and a part of many', () => {
    expect(isEnough(0.5, shares(5, 5))).toBe(false)
    expect(isEnough(2 / 3, shares(5, 5, 5))).toBe(true)
    expect(isEnough(0.2, shares(...Array(10).fill(5)))).toBe(true)
    expect(isEnough(0.1, shares(...Array(10).fill(5)))).toBe(false)
  })

  it('does not hang on a word that every text has', () => {
    expect(isEnough(5 / 5.05, shares(5, 0.05))).toBe(true)
    expect(isEnough(0.05 / 5.05, shares(5, 0.05))).toBe(false)
  })

  it('is nothing where nothing was asked', () => {
    expect(isEnough(1, shares())).toBe(false)
  })
})
