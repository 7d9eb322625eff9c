import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareScored, TopK } from './top-k.js'

describe('TopK', () => {
  const items = fc
    .uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 60 })
    .chain((ids) =>
      fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), score: fc.integer({ min: 0, max: 5 }) }))),
    )

  it('keeps what sorting everything and cutting would keep, in whatever order it comes', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 20 }), (scored, k) => {
        const top = new TopK(k)
        for (const { score, id } of scored) top.add(score, id)
        expect(top.sorted()).toEqual([...scored].sort(compareScored).slice(0, k))
      }),
    )
  })

  it('accepts exactly what would change it', () => {
    const top = new TopK(2)
    top.add(1, 'm')
    expect(top.threshold).toBe(Number.NEGATIVE_INFINITY)
    top.add(3, 'a')
    expect(top.threshold).toBe(1)
    expect(top.accepts(1, 'l')).toBe(true)
    expect(top.accepts(1, 'n')).toBe(false)
    expect(top.accepts(0.9, 'a')).toBe(false)
  })
})
