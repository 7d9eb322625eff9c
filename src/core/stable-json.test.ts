import { describe, expect, it } from 'vitest'
import { stableJson } from './stable-json.js'

describe('stableJson', () => {
  it('does not depend on the order of keys, at any depth', () => {
    const one = { b: [{ y: 1, x: { q: null, p: 'é' } }], a: true }
    const other = { a: true, b: [{ x: { p: 'é', q: null }, y: 1 }] }
    expect(stableJson(one)).toBe(stableJson(other))
    expect(JSON.parse(stableJson(one))).toEqual(one)
  })

  it('tells different data apart', () => {
    const different = [{ a: [1, 2] }, { a: [2, 1] }, { a: { 0: 1, 1: 2 } }, { a: '1,2' }, {}]
    expect(new Set(different.map(stableJson)).size).toBe(different.length)
    expect(stableJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}')
  })
})
