import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Metric } from '../../core/index.js'
import { BATCH_ROWS, Screen } from './screen.js'
import { norm, similarities } from './similarity.js'

const METRICS: Metric[] = ['cosine', 'dot', 'l2']

/** Vectors that are hard to quantise: far apart in size within and between rows, sparse, denormal, nearly equal. */
const component = fc.oneof(
  { weight: 4, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1 }) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1e-45, 1e-38, 3e38, -3e38, 1e4, 0.5, 1) },
)
const shape = fc.integer({ min: 1, max: 40 }).chain((dimensions) => {
  const vector = fc
    .array(component, { minLength: dimensions, maxLength: dimensions })
    .map((components) => Float32Array.from(components))
    .filter((v) => norm(v) > 0)
  return fc.record({
    query: vector,
    rows: fc.array(vector, { minLength: 1, maxLength: 12 }),
    // Copies of the query with one component changed: scores at the very top, where a bound matters most.
    nudges: fc.array(fc.tuple(fc.nat(dimensions - 1), fc.float({ noNaN: true, min: Math.fround(0.999), max: 1 }))),
  })
})

describe('Screen', () => {
  it.each(METRICS)('never bounds a row below its exact %s', (metric) => {
    fc.assert(
      fc.property(shape, ({ query, rows, nudges }) => {
        const near = nudges.map(([at, factor]) => query.map((value, i) => (i === at ? value * factor : value)))
        const all = [...rows, query, ...near].filter((row) => norm(row) > 0)
        const screen = Screen.create(query.length, metric, all.length)!
        for (const [row, vector] of all.entries()) screen.set(row, vector, norm(vector))
        const asked = { vector: query, norm: norm(query) }
        screen.prepare(asked)
        const bounds = screen.bounds(0, all.length)
        for (const [row, vector] of all.entries()) {
          const exact = similarities[metric](vector, 0, norm(vector), asked)
          expect(bounds[row]! < exact, `bound ${bounds[row]} of row ${row}, exact ${exact}`).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('bounds closely: within 0.02 of the cosine for dense vectors of 384 dimensions', () => {
    const rows = Array.from({ length: 50 }, (_, row) =>
      Float32Array.from({ length: 384 }, (_, i) => Math.sin(i * (row + 1))),
    )
    const screen = Screen.create(384, 'cosine', rows.length)!
    for (const [row, vector] of rows.entries()) screen.set(row, vector, norm(vector))
    const asked = { vector: rows[7]!, norm: norm(rows[7]!) }
    screen.prepare(asked)
    const bounds = screen.bounds(0, rows.length)
    for (const [row, vector] of rows.entries()) {
      expect(bounds[row]! - similarities.cosine(vector, 0, norm(vector), asked)).toBeLessThan(0.02)
    }
  })

  it('keeps its rows when it grows', () => {
    const screen = Screen.create(3, 'dot', 1)!
    const rows = 3 * BATCH_ROWS
    for (let row = 0; row < rows; row++) {
      expect(screen.reserve(row + 1)).toBe(true)
      screen.set(row, Float32Array.of(row + 1, 0, 0), row + 1)
    }
    screen.prepare({ vector: Float32Array.of(1, 0, 0), norm: 1 })
    for (const first of [0, BATCH_ROWS, 2 * BATCH_ROWS]) {
      const bounds = screen.bounds(first, BATCH_ROWS)
      for (const i of [0, 500, BATCH_ROWS - 1]) expect(bounds[i]! / (first + i + 1)).toBeCloseTo(1, 3)
    }
  })

  it('says that it cannot when there is no more memory, and stays usable', () => {
    const screen = Screen.create(4, 'dot', 1)!
    screen.set(0, Float32Array.of(1, 2, 3, 4), Math.sqrt(30))
    expect(screen.reserve(2 ** 40)).toBe(false)
    screen.prepare({ vector: Float32Array.of(1, 1, 1, 1), norm: 2 })
    expect(screen.bounds(0, 1)[0]).toBeCloseTo(10, 0)
  })
})
