import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Metric, TesseraError } from '../../core/index.js'
import { compareScored, type ScoredId } from './scored.js'
import { VectorIndex } from './vector-index.js'

const METRICS: Metric[] = ['cosine', 'dot', 'l2']

describe('VectorIndex', () => {
  it('ranks by cosine whatever the lengths, best first', () => {
    const index = new VectorIndex({ dimensions: 2 })
    index.upsertMany([
      { id: 'east', vector: [100, 0] },
      { id: 'north', vector: [0, 1] },
      { id: 'west', vector: [-5, 0] },
    ])
    expect(index.search([3, 0], 5)).toEqual([
      { id: 'east', score: 1 },
      { id: 'north', score: 0 },
      { id: 'west', score: -1 },
    ])
  })

  it('ranks by dot product and by distance where lengths matter', () => {
    const vectors = { long: [10, 10], near: [1, 0], far: [-1, 0] }
    const search = (metric: Metric) => {
      const index = new VectorIndex({ dimensions: 2, metric })
      for (const [id, vector] of Object.entries(vectors)) index.upsert(id, vector)
      return index.search([1, 0], 3)
    }
    expect(search('dot')).toEqual([
      { id: 'long', score: 10 },
      { id: 'near', score: 1 },
      { id: 'far', score: -1 },
    ])
    expect(search('l2').map(({ id }) => id)).toEqual(['near', 'far', 'long'])
    expect(search('l2')[0]!.score).toBe(0)
    expect(search('l2')[1]!.score).toBe(-2)
  })

  it('orders equal scores by id, however they were written', () => {
    for (const ids of [
      ['b', 'a', 'd', 'c'],
      ['c', 'd', 'a', 'b'],
    ]) {
      const index = new VectorIndex({ dimensions: 1 })
      for (const id of ids) index.upsert(id, [1])
      expect(index.search([2], 3).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    }
  })

  it('hands out and keeps copies', () => {
    const index = new VectorIndex({ dimensions: 2 })
    const mine = Float32Array.of(1, 2)
    index.upsert('a', mine)
    mine[0] = 9
    index.get('a')![1] = 9
    expect([...index.get('a')!]).toEqual([1, 2])
    expect(index.get('b')).toBeUndefined()
  })

  it('behaves as a map that is searched by brute force, through any writes', () => {
    const vector = fc
      .array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 })
      .filter((v) => v.some(Boolean))
    const id = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz', '__proto__', 'é', '😀')
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('upsert' as const), id, vector }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('load' as const), entries: fc.array(fc.tuple(id, vector)) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
    )
    const run = fc.record({
      steps: fc.array(step, { maxLength: 60 }),
      query: vector,
      topK: fc.integer({ min: 1, max: 8 }),
    })
    fc.assert(
      fc.property(fc.constantFrom(...METRICS), run, (metric, { steps, query, topK }) => {
        const index = new VectorIndex({ dimensions: 3, metric })
        const model = new Map<string, number[]>()
        for (const each of steps) {
          if (each.kind === 'upsert') {
            index.upsert(each.id, each.vector)
            model.set(each.id, each.vector)
          } else if (each.kind === 'delete') {
            expect(index.delete(each.id)).toBe(model.delete(each.id))
          } else if (each.kind === 'load') {
            index.loadMany(
              each.entries.map(([key]) => key),
              Float32Array.from(each.entries.flatMap(([, components]) => components)),
            )
            for (const [key, components] of each.entries) model.set(key, components)
          } else {
            index.clear()
            model.clear()
          }
        }
        expect(index.size).toBe(model.size)
        expect([...index.ids()].sort()).toEqual([...model.keys()].sort())
        expect(rounded(index.search(query, topK))).toEqual(rounded(bruteForce(model, query, metric).slice(0, topK)))
        const allow = (key: string) => key > 'k'
        const allowed = new Map([...model].filter(([key]) => allow(key)))
        expect(rounded(index.search(query, topK, { allow }))).toEqual(
          rounded(bruteForce(allowed, query, metric).slice(0, topK)),
        )
      }),
    )
  })
})

describe('VectorIndex, large enough for the kernel', () => {
  const dimensions = 300
  const rows = 3600
  const kinds: Record<string, (random: () => number) => number[]> = {
    'dense, of many lengths': (random) => {
      const length = 10 ** (6 * random() - 3)
      return Array.from({ length: dimensions }, () => length * (random() + random() - 1))
    },
    'sparse and not negative': (random) => {
      const vector = new Array<number>(dimensions).fill(0)
      for (let i = 0; i < 20; i++) vector[Math.floor(random() * dimensions)]! += 1
      return vector
    },
    'nearly equal': (random) => Array.from({ length: dimensions }, (_, i) => Math.sin(i) + 1e-4 * random()),
    'with one component that dwarfs the rest': (random) =>
      Array.from({ length: dimensions }, (_, i) => (i === 7 ? 1e4 : random() - 0.5)),
  }

  it.each(METRICS.flatMap((metric) => Object.keys(kinds).map((kind) => [metric, kind] as const)))(
    'gives the same bits as plain JavaScript: %s, %s',
    (metric, kind) => {
      const random = seeded(kind.length)
      const ids = Array.from({ length: rows }, (_, i) => `id${(i * 7919) % rows}`)
      const vectors = new Float32Array(rows * dimensions)
      for (let i = 0; i < rows; i++) vectors.set(kinds[kind]!(random), i * dimensions)
      const replacements = Array.from({ length: 50 }, () => kinds[kind]!(random))
      const [fast, plain] = [true, false].map((simd) => {
        const index = new VectorIndex({ dimensions, metric, simd })
        index.loadMany(ids, vectors)
        for (let i = 0; i < rows; i += 3) index.delete(`id${i}`)
        for (const [i, vector] of replacements.entries()) index.upsert(`id${i}`, vector)
        return index
      })
      expect([fast!.accelerated, plain!.accelerated]).toEqual([true, false])
      for (let q = 0; q < 3; q++) {
        const query = q === 0 ? plain!.get('id1')! : kinds[kind]!(random)
        expect(fast!.search(query, 20)).toEqual(plain!.search(query, 20))
        const allow = (id: string) => id.endsWith('7')
        expect(fast!.search(query, 20, { allow })).toEqual(plain!.search(query, 20, { allow }))
      }
    },
  )

  it('finds the one allowed vector among many, and asks of each id at most once', () => {
    const random = seeded(1)
    const index = new VectorIndex({ dimensions: 64 })
    const count = 20_000
    index.loadMany(
      Array.from({ length: count }, (_, i) => `v${i}`),
      Float32Array.from({ length: count * 64 }, () => random() - 0.5),
    )
    expect(index.accelerated).toBe(true)
    const asked = new Map<string, number>()
    const only = (id: string) => {
      asked.set(id, (asked.get(id) ?? 0) + 1)
      return id === 'v12345'
    }
    const query = Array.from({ length: 64 }, () => random() - 0.5)
    expect(index.search(query, 5, { allow: only }).map(({ id }) => id)).toEqual(['v12345'])
    expect(Math.max(...asked.values())).toBe(1)
    let asks = 0
    index.search(query, 5, { allow: () => ++asks > 0 })
    expect(asks).toBeLessThan(count / 50)
  })

  it('drops what was deleted and forgets the kernel with clear', () => {
    const index = new VectorIndex({ dimensions: 1024 })
    for (let i = 0; i < 1100; i++)
      index.upsert(
        `v${i}`,
        Array.from({ length: 1024 }, (_, d) => Math.cos(i * d)),
      )
    expect(index.accelerated).toBe(true)
    const query = index.get('v500')!
    expect(index.search(query, 1)[0]!.id).toBe('v500')
    index.delete('v500')
    expect(index.search(query, 1100).map(({ id }) => id)).not.toContain('v500')
    expect(index.search(query, 2000)).toHaveLength(1099)
    index.clear()
    expect(index.accelerated).toBe(false)
    expect(index.search(query, 3)).toEqual([])
  })
})

describe('VectorIndex errors', () => {
  const index = new VectorIndex({ dimensions: 2 })
  index.upsert('kept', [1, 1])

  it.each([
    ['NaN', [1, Number.NaN], 'INVALID_VECTOR'],
    ['Infinity', Float32Array.of(Number.POSITIVE_INFINITY, 0), 'INVALID_VECTOR'],
    ['a number beyond float32', [1e39, 0], 'INVALID_VECTOR'],
    ['zeros under cosine', [0, 0], 'INVALID_VECTOR'],
    ['zero once rounded to float32', [1e-60, 0], 'INVALID_VECTOR'],
    ['strings', ['1', '2'], 'INVALID_VECTOR'],
    ['holes', new Array(2), 'INVALID_VECTOR'],
    ['null', null, 'INVALID_VECTOR'],
    ['bytes', Uint8Array.of(1, 2), 'INVALID_VECTOR'],
    ['too many dimensions', [1, 2, 3], 'DIMENSION_MISMATCH'],
    ['none', [], 'DIMENSION_MISMATCH'],
  ])('refuses a vector of %s, stored or asked for', (_, vector, code) => {
    const bad = vector as number[]
    expect(codeOf(() => index.upsert('a', bad))).toBe(code)
    expect(
      codeOf(() =>
        index.upsertMany([
          { id: 'fine', vector: [1, 2] },
          { id: 'b', vector: bad },
        ]),
      ),
    ).toBe(code)
    expect(codeOf(() => index.search(bad, 1))).toBe(code)
    expect([...index.ids()]).toEqual(['kept'])
  })

  it('loads all or nothing', () => {
    expect(codeOf(() => index.loadMany(['a', 'b'], Float32Array.of(1, 2, Number.NaN, 1)))).toBe('INVALID_VECTOR')
    expect(codeOf(() => index.loadMany(['a', 'b'], Float32Array.of(1, 2, 3)))).toBe('DIMENSION_MISMATCH')
    expect(codeOf(() => index.loadMany(['a'], [1, 2] as never))).toBe('INVALID_VECTOR')
    expect(codeOf(() => index.loadMany(['a', ''], Float32Array.of(1, 2, 3, 4)))).toBe('INVALID_OPTION')
    expect([...index.ids()]).toEqual(['kept'])
  })

  it('takes zeros where they have a meaning', () => {
    for (const metric of ['dot', 'l2'] as const) {
      const zeros = new VectorIndex({ dimensions: 2, metric })
      zeros.upsert('zero', [0, 0])
      expect(zeros.search([0, 0], 1)).toEqual([{ id: 'zero', score: 0 }])
    }
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', undefined])('refuses topK %s', (topK) => {
    expect(codeOf(() => index.search([1, 2], topK as number))).toBe('INVALID_OPTION')
  })

  it('refuses options it does not know or cannot hold to', () => {
    expect(codeOf(() => new VectorIndex({ dimensions: 0 }))).toBe('INVALID_OPTION')
    expect(codeOf(() => new VectorIndex({ dimensions: 2, metric: 'toString' as Metric }))).toBe('INVALID_OPTION')
    expect(codeOf(() => new VectorIndex({ dimensions: 2, dim: 3 } as never))).toBe('UNKNOWN_OPTION')
    expect(codeOf(() => index.search([1, 2], 1, { filter: {} } as never))).toBe('UNKNOWN_OPTION')
    expect(codeOf(() => index.upsert(7 as never, [1, 2]))).toBe('INVALID_OPTION')
  })
})

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    return TesseraError.isInstance(error) ? error.code : `not ours: ${error}`
  }
  return undefined
}

function bruteForce(vectors: ReadonlyMap<string, number[]>, query: number[], metric: Metric): ScoredId[] {
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  const score = {
    cosine: (v: number[]) => dot(v, query) / (Math.sqrt(dot(v, v)) * Math.sqrt(dot(query, query))),
    dot: (v: number[]) => dot(v, query),
    l2: (v: number[]) => -Math.hypot(...v.map((value, i) => value - query[i]!)),
  }[metric]
  return rounded([...vectors].map(([id, vector]) => ({ id, score: score(vector) }))).sort(compareScored)
}

/** Differences of rounding only must not change the order of what ties in truth. */
function rounded(results: ScoredId[]): ScoredId[] {
  return results.map(({ id, score }) => ({ id, score: Math.round(score * 1e9) / 1e9 + 0 })).sort(compareScored)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
