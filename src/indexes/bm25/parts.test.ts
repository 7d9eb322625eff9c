import { describe, expect, it } from 'vitest'
import { idf, normalisation, saturation } from './formula.js'
import { hashTerm, TermTable } from './term-table.js'

describe('formula', () => {
  it('gives a positive idf that falls with the number of records', () => {
    expect(idf(1, 1)).toBeGreaterThan(0)
    expect(idf(100, 1)).toBeGreaterThan(idf(100, 2))
    expect(idf(4, 2)).toBeCloseTo(Math.log(2), 12)
  })

  it('saturates with repetition and falls with length', () => {
    const norm = normalisation(1.5, 0.75, 10)
    expect(saturation(2, 10, norm)).toBeGreaterThan(saturation(1, 10, norm))
    expect(saturation(1, 20, norm)).toBeLessThan(saturation(1, 10, norm))
    expect(saturation(1e9, 10, norm)).toBeLessThan(2.5)
    expect(saturation(3, 99, normalisation(0, 1, 10))).toBe(1)
    expect(saturation(1, 0, normalisation(1.5, 0.75, 0))).toBeGreaterThan(0)
  })
})

describe('TermTable', () => {
  it('numbers terms in order of arrival and finds them again', () => {
    const table = new TermTable(0)
    const words = new Uint32Array(2)
    const terms = Array.from({ length: 20_000 }, (_, i) => `term${i.toString(36)}`)
    terms.forEach((term, number) => {
      hashTerm(term, words, 0)
      expect(table.add(words[0]!, words[1]!)).toBe(number)
    })
    terms.forEach((term, number) => {
      hashTerm(term, words, 0)
      expect(table.find(words[0]!, words[1]!)).toBe(number)
      expect(table.add(words[0]!, words[1]!)).toBe(number)
    })
    hashTerm('absent', words, 0)
    expect(table.find(words[0]!, words[1]!)).toBe(-1)
  })

  it('spreads similar terms over both words of the hash', () => {
    const words = new Uint32Array(2)
    const high = new Set<number>()
    const low = new Set<number>()
    const count = 200_000
    for (let i = 0; i < count; i++) {
      hashTerm(i % 2 ? `${i}` : String.fromCharCode(0x4e00 + (i % 5000), 0x3400 + Math.floor(i / 5000)), words, 0)
      high.add(words[0]!)
      low.add(words[1]!)
    }
    // Of 200,000 random words of 32 bits about five meet another.
    expect(count - high.size).toBeLessThan(25)
    expect(count - low.size).toBeLessThan(25)
  })
})
