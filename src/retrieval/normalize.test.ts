import { describe, expect, it } from 'vitest'
import { normalizers } from './normalize.js'

describe('normalizers', () => {
  it('minmax runs from 0 for the worst to 1 for the best', () => {
    expect(normalizers.minmax([10, 5, 0])).toEqual([1, 0.5, 0])
    expect(normalizers.minmax([-1, -3])).toEqual([1, 0])
  })

  it('zscore measures from the worst in standard deviations', () => {
    const scores = [9, 6, 3, 2]
    const mean = 5
    const deviation = Math.sqrt((16 + 1 + 4 + 9) / 4)
    const z = scores.map((score) => (score - mean) / deviation)
    normalizers.zscore(scores).forEach((value, i) => void expect(value).toBeCloseTo(z[i]! - z[3]!, 12))
  })

  it('gives 1 to a single score and to equal ones, and nothing to none', () => {
    for (const normalize of Object.values(normalizers)) {
      expect(normalize([7])).toEqual([1])
      expect(normalize([0, 0, 0])).toEqual([1, 1, 1])
      expect(normalize([])).toEqual([])
    }
  })

  it('stays finite at both ends of float64', () => {
    for (const scores of [
      [1.7e308, -1.7e308],
      [5e-324, 0],
      [1e-300, 9e-301],
    ]) {
      expect(normalizers.minmax(scores)).toEqual([1, 0])
      expect(normalizers.zscore(scores)[0]).toBeCloseTo(2, 9)
    }
  })
})
