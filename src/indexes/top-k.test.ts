import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TopK } from './top-k.js'
import { compareScored, type ScoredId } from './vector/scored.js'

const best = (limit: number) => new TopK<ScoredId>(limit, (a, b) => compareScored(a, b) < 0)

describe('TopK', () => {
  const items = fc
    .uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 60 })
    .chain((ids) =>
      fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), score: fc.integer({ min: 0, max: 5 }) }))),
    )

  it('keeps what sorting everything and cutting would keep, in whatever order it comes', () => {
    fc.assert(
      fc.property(items, fc.nat(20), (scored, k) => {
        const top = best(k)
        for (const item of scored) if (top.accepts(item)) top.add(item)
        expect(top.sorted()).toEqual([...scored].sort(compareScored).slice(0, k))
      }),
    )
  })

  it('accepts exactly what would change it', () => {
    const top = best(2)
    top.add({ score: 1, id: 'm' })
    expect(top.worst).toBeUndefined()
    top.add({ score: 3, id: 'a' })
    expect(top.worst?.score).toBe(1)
    expect(top.accepts({ score: 1, id: 'l' })).toBe(true)
    expect(top.accepts({ score: 1, id: 'n' })).toBe(false)
    expect(top.accepts({ score: 0.9, id: 'a' })).toBe(false)
  })
})
