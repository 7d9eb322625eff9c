import type { Metric } from '../../core/index.js'

/** A vector to compare rows with. */
export interface Query {
  vector: Float32Array
  /** Its Euclidean length. */
  norm: number
}

/** How alike a row of `rows`, beginning at `at`, and the query are; higher is better. */
export type Similarity = (rows: Float32Array, at: number, rowNorm: number, query: Query) => number

/**
 * Float32 vectors compared in float64, in one fixed order of additions: the same bits on every engine.
 *
 * - `cosine`: dot product over both lengths, -1..1
 * - `dot`: dot product
 * - `l2`: Euclidean distance, negated; 0 for equal vectors
 */
export const similarities: Readonly<Record<Metric, Similarity>> = {
  cosine: (rows, at, rowNorm, query) =>
    Math.max(-1, Math.min(1, dotProduct(rows, at, query.vector) / (rowNorm * query.norm))),
  dot: (rows, at, _rowNorm, query) => dotProduct(rows, at, query.vector),
  // 0 - x, because -x would make the best score a negative zero.
  l2: (rows, at, _rowNorm, query) => 0 - Math.sqrt(squaredDistance(rows, at, query.vector)),
}

/** Euclidean length; NaN or Infinity exactly when a component is. */
export function norm(vector: Float32Array): number {
  return Math.sqrt(dotProduct(vector, 0, vector))
}

// Several sums at a time: with one, every addition would wait for the one before.
function dotProduct(rows: Float32Array, at: number, query: Float32Array): number {
  const length = query.length
  const whole = length - (length % 4)
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0, j = at; i < whole; i += 4, j += 4) {
    a += rows[j]! * query[i]!
    b += rows[j + 1]! * query[i + 1]!
    c += rows[j + 2]! * query[i + 2]!
    d += rows[j + 3]! * query[i + 3]!
  }
  for (let i = whole; i < length; i++) a += rows[at + i]! * query[i]!
  return a + b + (c + d)
}

function squaredDistance(rows: Float32Array, at: number, query: Float32Array): number {
  const length = query.length
  const whole = length - (length % 2)
  let [a, b] = [0, 0]
  for (let i = 0, j = at; i < whole; i += 2, j += 2) {
    const first = rows[j]! - query[i]!
    const second = rows[j + 1]! - query[i + 1]!
    a += first * first
    b += second * second
  }
  if (whole < length) a += (rows[at + whole]! - query[whole]!) ** 2
  return a + b
}
