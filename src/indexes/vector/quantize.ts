/** What an integer vector stands for: `step * integers`, `slack` (Euclidean) away from the original. */
export interface Quantized {
  step: number
  slack: number
}

/**
 * Writes a vector as integers from -`limit` to `limit`, scaled by its own largest component, so that vectors of any
 * length and dimension use the whole range.
 *
 * @param target receives `vector.length` integers
 */
export function quantizeToWords(vector: Float32Array, target: Int16Array, limit: number): Quantized {
  const largest = vector.reduce((most, component) => Math.max(most, Math.abs(component)), 0)
  if (largest === 0) {
    target.fill(0, 0, vector.length)
    return { step: 0, slack: 0 }
  }
  const step = largest / limit
  let squares = 0
  for (let i = 0; i < vector.length; i++) {
    const integer = Math.round(vector[i]! / step)
    target[i] = integer
    squares += (vector[i]! - integer * step) ** 2
  }
  return { step, slack: Math.sqrt(squares) }
}

/**
 * The same for what the kernel `quantizeRow` reports, with room for its float32 arithmetic: a component of up to 127
 * steps is off by two roundings of 2^-24, the sum of the squares by at most a quarter of `dimensions` of them.
 *
 * @param largest size of the largest component
 * @param squares sum of squared rounding errors, in steps
 */
export function quantizedByKernel(largest: number, squares: number, limit: number, dimensions: number): Quantized {
  const step = largest / limit
  return { step, slack: step * (1.001 * Math.sqrt(squares) + 2e-5 * Math.sqrt(dimensions)) }
}
