import type { Pooling } from './configuration.js'

/**
 * One vector out of the vectors of all tokens of one text. There is no padding, so every row counts.
 *
 * @param rows `count` vectors of `width` numbers, one after the other
 */
export function pool(rows: ArrayLike<number>, count: number, width: number, pooling: Pooling): Float32Array {
  const vector = new Float32Array(width)
  if (pooling === 'cls' || pooling === 'last') {
    const start = pooling === 'cls' ? 0 : (count - 1) * width
    for (let i = 0; i < width; i++) vector[i] = rows[start + i]!
    return vector
  }
  if (pooling === 'max') {
    vector.fill(Number.NEGATIVE_INFINITY)
    for (let i = 0; i < count * width; i++) vector[i % width] = Math.max(vector[i % width]!, rows[i]!)
    return vector
  }
  const sums = new Float64Array(width)
  for (let i = 0; i < count * width; i++) sums[i % width]! += rows[i]!
  for (let i = 0; i < width; i++) vector[i] = sums[i]! / count
  return vector
}
