import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TesseraError } from '../core/index.js'
import { type Fused, linearFusion, type RankedItem, reciprocalRankFusion } from './fusion.js'

const list = (...ids: string[]) => ids.map((id, i) => ({ id, score: 1 - i / 10 }))
const idsOf = (fused: readonly Fused[]) => fused.map(({ id }) => id)
const scoreOf = (fused: readonly Fused[], id: string) => fused.find((each) => each.id === id)?.score

describe('reciprocalRankFusion', () => {
  it('orders A, C, B by meaning and B, A, D by words as A, B, C, D', () => {
    const fused = reciprocalRankFusion([list('A', 'C', 'B'), list('B', 'A', 'D')], { k: 60 })
    expect(idsOf(fused)).toEqual(['A', 'B', 'C', 'D'])
    expect(fused[0]).toEqual({
      id: 'A',
      score: 1 / 61 + 1 / 62,
      ranks: [1, 2],
      contributions: [1 / 61, 1 / 62],
    })
    expect(fused[2]).toEqual({ id: 'C', score: 1 / 62, ranks: [2, undefined], contributions: [1 / 62, 0] })
  })

  it('gives an id one vote a list, however often the list repeats it', () => {
    const fused = reciprocalRankFusion([list('a', 'a', 'a', 'b'), list('b', 'c')])
    expect(scoreOf(fused, 'a')).toBe(1 / 61)
    expect(idsOf(fused)).toEqual(['b', 'a', 'c'])
  })

  it('keeps apart what has the same text under two ids, and joins one id found by two lists', () => {
    const same = { text: 'Same', score: 1 }
    expect(idsOf(reciprocalRankFusion([[{ id: 'a1', ...same }], [{ id: 'b9', ...same }]]))).toEqual(['a1', 'b9'])
    const [joined, ...rest] = reciprocalRankFusion([list('c4'), list('c4')])
    expect([joined!.contributions, rest]).toEqual([[1 / 61, 1 / 61], []])
  })

  it('honours weights; a weight of 0 is no vote', () => {
    const lists = [list('a', 'b'), list('c', 'd')]
    expect(idsOf(reciprocalRankFusion(lists, { weights: [1, 0] }))).toEqual(['a', 'b'])
    expect(idsOf(reciprocalRankFusion(lists, { weights: [1, 2] }))).toEqual(['c', 'd', 'a', 'b'])
  })

  it('breaks ties by best rank, then by id in the order that is asked for', () => {
    const lists = [list('x', 'b'), list('a', 'x2')]
    expect(idsOf(reciprocalRankFusion(lists))).toEqual(['a', 'x', 'b', 'x2'])
    expect(idsOf(reciprocalRankFusion(lists, { compareIds: (p, q) => (p < q ? 1 : -1) }))).toEqual([
      'x',
      'a',
      'x2',
      'b',
    ])
    // 1/2 + 1/2 and 1/1 with k 0: equal scores, other best ranks.
    expect(idsOf(reciprocalRankFusion([list('z', 'a'), list('y', 'a')], { k: 0 }))).toEqual(['y', 'z', 'a'])
  })

  it('gives nothing for no lists or empty ones', () => {
    expect(reciprocalRankFusion([])).toEqual([])
    expect(reciprocalRankFusion([[], []])).toEqual([])
  })
})

describe('linearFusion', () => {
  it('adds weighted min-max scores', () => {
    const vector = [
      { id: 'a', score: 0.9 },
      { id: 'b', score: 0.8 },
      { id: 'c', score: 0.7 },
    ]
    const text = [
      { id: 'c', score: 12 },
      { id: 'd', score: 2 },
    ]
    const fused = linearFusion([vector, text], { alpha: 0.75 })
    expect(idsOf(fused)).toEqual(['a', 'b', 'c', 'd'])
    expect(scoreOf(fused, 'a')).toBe(0.75)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.375, 12)
    expect(scoreOf(fused, 'c')).toBe(0.25)
    expect(scoreOf(fused, 'd')).toBe(0)
  })

  it('gives single hits and equal scores their whole weight', () => {
    for (const normalizer of ['minmax', 'zscore'] as const) {
      const fused = linearFusion(
        [
          [{ id: 'a', score: -4 }],
          [
            { id: 'b', score: 3 },
            { id: 'c', score: 3 },
          ],
        ],
        { alpha: 0.3, normalizer },
      )
      expect(fused.map(({ id, score }) => [id, score])).toEqual([
        ['b', 0.7],
        ['c', 0.7],
        ['a', 0.3],
      ])
    }
  })

  it('never prefers lacking an id to having it', () => {
    const long = Array.from({ length: 20 }, (_, i) => ({ id: `v${i}`, score: 20 - i }))
    for (const normalizer of ['minmax', 'zscore'] as const) {
      const fused = linearFusion(
        [
          long,
          [
            { id: 'v19', score: 1 },
            { id: 'only', score: 1 },
          ],
        ],
        { normalizer },
      )
      expect(idsOf(fused).indexOf('v19')).toBeLessThan(idsOf(fused).indexOf('only'))
    }
  })
})

describe('fusion of any lists', () => {
  const score = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 1, -1, 1e308, -1e308, 5e-324),
  )
  const ranked = fc
    .array(fc.record({ id: fc.constantFrom(...'abcdefghij'), score }), { maxLength: 12 })
    .map((items) => items.sort((a, b) => b.score - a.score))
  const lists = fc.array(ranked, { minLength: 1, maxLength: 4 })
  const fusions: Record<string, (lists: RankedItem[][], weights: number[]) => Fused[]> = {
    rrf: (given, weights) => reciprocalRankFusion(given, { weights }),
    minmax: (given, weights) => linearFusion(given, { weights, normalizer: 'minmax' }),
    zscore: (given, weights) => linearFusion(given, { weights, normalizer: 'zscore' }),
  }
  const weighted = lists.chain((given) =>
    fc.tuple(
      fc.constant(given),
      fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: given.length, maxLength: given.length }),
    ),
  )

  it.each(Object.keys(fusions))('is finite, ordered, complete and the sum of its contributions: %s', (name) => {
    fc.assert(
      fc.property(weighted, ([given, weights]) => {
        const fused = fusions[name]!(given, weights)
        const voting = given.filter((_, l) => weights[l]! > 0)
        expect(new Set(idsOf(fused))).toEqual(new Set(voting.flat().map(({ id }) => id)))
        expect(fused).toHaveLength(new Set(idsOf(fused)).size)
        for (const [i, each] of fused.entries()) {
          expect(Number.isFinite(each.score)).toBe(true)
          expect(each.score).toBeGreaterThanOrEqual(0)
          expect(each.score).toBeCloseTo(
            each.contributions.reduce((sum, value) => sum + value, 0),
            9,
          )
          for (const [l, rank] of each.ranks.entries())
            expect(rank === undefined).toBe(!voted(given, weights, l, each.id))
          if (i > 0) expect(fused[i - 1]!.score).toBeGreaterThanOrEqual(each.score)
        }
      }),
    )
  })

  it.each(Object.keys(fusions))('does not depend on the order of the lists: %s', (name) => {
    fc.assert(
      fc.property(weighted, ([given, weights]) => {
        const there = fusions[name]!(given, weights)
        const back = fusions[name]!([...given].reverse(), [...weights].reverse())
        expect(back.map(({ id, score: value }) => [id, value])).toEqual(
          there.map(({ id, score: value }) => [id, value]),
        )
      }),
    )
  })
})

describe('fusion errors', () => {
  const two = [list('a'), list('b')]
  it.each([
    ['a negative weight', () => reciprocalRankFusion(two, { weights: [1, -1] }), 'INVALID_OPTION'],
    ['a weight that is NaN', () => linearFusion(two, { weights: [Number.NaN, 1] }), 'INVALID_OPTION'],
    ['too few weights', () => reciprocalRankFusion(two, { weights: [1] }), 'INVALID_OPTION'],
    ['a negative k', () => reciprocalRankFusion(two, { k: -1 }), 'INVALID_OPTION'],
    ['alpha above 1', () => linearFusion(two, { alpha: 1.1 }), 'INVALID_OPTION'],
    ['alpha for one list', () => linearFusion([list('a')], { alpha: 0.5 }), 'INVALID_OPTION'],
    ['alpha and weights', () => linearFusion(two, { alpha: 0.5, weights: [1, 1] }), 'INVALID_OPTION'],
    ['an unknown normaliser', () => linearFusion(two, { normalizer: 'softmax' as never }), 'INVALID_OPTION'],
    ['a score that is NaN', () => linearFusion([[{ id: 'a', score: Number.NaN }]]), 'INVALID_OPTION'],
    ['an unknown option', () => reciprocalRankFusion(two, { alpha: 1 } as never), 'UNKNOWN_OPTION'],
  ])('refuses %s', (_, action, code) => {
    expect(codeOf(action)).toBe(code)
  })
})

function voted(lists: readonly RankedItem[][], weights: readonly number[], l: number, id: string): boolean {
  return weights[l]! > 0 && lists[l]!.some((item) => item.id === id)
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    return TesseraError.isInstance(error) ? error.code : `not ours: ${error}`
  }
  return undefined
}
