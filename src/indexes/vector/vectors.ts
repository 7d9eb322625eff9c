import { invalidOption, type Metric, TesseraError } from '../../core/index.js'
import { norm } from './similarity.js'

/** A dense vector as callers give it. */
export type DenseVector = Float32Array | Float64Array | readonly number[]

/** A checked vector: float32, finite, of the right dimension, with its Euclidean length. */
export interface CheckedVector {
  vector: Float32Array
  norm: number
}

/**
 * Checks a vector and rounds it to float32; a `Float32Array` is taken as it is, not copied.
 *
 * @param what names the vector in messages, for example `vector "a1"`
 * @throws TesseraError `DIMENSION_MISMATCH`, or `INVALID_VECTOR` for anything but finite numbers (after rounding to
 *   float32) and, under cosine, for a vector of zeros, which has no direction
 */
export function checkVector(value: unknown, dimensions: number, metric: Metric, what: string): CheckedVector {
  const given = asNumbers(value, what)
  if (given.length !== dimensions) throw dimensionMismatch(what, given.length, dimensions)
  const vector = given instanceof Float32Array ? given : Float32Array.from(given)
  return { vector, norm: checkedNorm(vector, metric, what) }
}

/** Length of a vector, with the checks of {@link checkVector} on its components. */
export function checkedNorm(vector: Float32Array, metric: Metric, what: string | (() => string)): number {
  const length = norm(vector)
  if (length > 0 && length < Number.POSITIVE_INFINITY) return length
  const name = typeof what === 'string' ? what : what()
  if (!Number.isFinite(length)) {
    const position = vector.findIndex((component) => !Number.isFinite(component))
    throw notFinite(name, position, vector[position])
  }
  if (metric !== 'cosine') return 0
  throw new TesseraError('INVALID_VECTOR', `The ${name} has length 0, and cosine similarity needs a direction.`, {
    expected: 'a vector with a component other than 0, or the metric "dot" or "l2"',
  })
}

/** @throws TesseraError `INVALID_OPTION` unless the value is a string with something in it */
export function checkId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id
  throw invalidOption('id', id, 'a string that is not empty')
}

/** The error for a vector of another size than the index holds. */
export function dimensionMismatch(what: string, given: number, expected: number): TesseraError {
  return new TesseraError(
    'DIMENSION_MISMATCH',
    `The ${what} has ${given} dimensions, but this index holds vectors of ${expected}.`,
    { given, expected },
  )
}

/** The error for what is no list of numbers at all. */
export function notNumbers(what: string, value: unknown, expected: string): TesseraError {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  return new TesseraError('INVALID_VECTOR', `The ${what} must be ${expected}; it was ${given}.`, { given, expected })
}

function asNumbers(value: unknown, what: string): DenseVector {
  if (value instanceof Float32Array || value instanceof Float64Array) return value
  if (!Array.isArray(value)) throw notNumbers(what, value, 'a Float32Array or an array of numbers')
  // Not findIndex over a copy: holes must count as components that are not numbers.
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] !== 'number') throw notFinite(what, i, value[i])
  }
  return value
}

function notFinite(what: string, position: number, component: unknown): TesseraError {
  return new TesseraError('INVALID_VECTOR', `Component ${position} of the ${what} is ${String(component)}.`, {
    position,
    given: String(component),
    expected: 'a finite number in the range of float32',
  })
}
