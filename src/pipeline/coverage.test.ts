import { describe, expect, it } from 'vitest'
import { coverage, heldBy, isEnough, sharesOf } from './coverage.js'

const shares = (...weights: number[]) =>
  sharesOf(weights.map((weight, index) => ({ word: `w${index}`, weight, count: 1 })))

describe('shares of a question', () => {
  it('add up to one, rare words with the larger ones', () => {
    const [first, second] = [...shares(3, 1).values()]
    expect(first! + second!).toBeCloseTo(1, 12)
    expect(first! > second!).toBe(true)
    expect(sharesOf([]).size).toBe(0)
  })

  it('count a word that is held several times once', () => {
    const question = shares(3, 1)
    expect(coverage(heldBy(['w1', 'x', 'w1'], question), question)).toBe(question.get('w1'))
    expect(coverage(heldBy(['w0', 'w1'], question), question)).toBeCloseTo(1, 12)
  })

  it('give less to an unknown pair of letters of a script without spaces than to an unknown word', () => {
    const unknown = (word: string) => ({ word, weight: 4, count: 0 })
    const question = sharesOf([unknown('price'), unknown('价格'), { word: '多少', weight: 4, count: 1 }])
    expect(question.get('价格')! < question.get('price')!).toBe(true)
    expect(question.get('多少')).toBe(question.get('price'))
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
