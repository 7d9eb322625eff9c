import { describe, expect, it } from 'vitest'
import { RecentMap } from './recent.js'

describe('RecentMap', () => {
  it('keeps what was asked for lately and forgets the rest', () => {
    const map = new RecentMap<number>(8)
    map.set('kept', 0)
    for (let i = 1; i <= 100; i++) {
      map.set(`other${i}`, i)
      expect(map.get('kept')).toBe(0)
    }
    expect(map.get('other100')).toBe(100)
    const left = Array.from({ length: 100 }, (_, i) => map.get(`other${i + 1}`)).filter((value) => value !== undefined)
    expect(left.length).toBeLessThanOrEqual(8)
  })
})
