import { TesseraError } from '../../core/index.js'

/**
 * Checks what a model gave as a vector and brings it to unit length, so that every metric ranks alike and a cached
 * vector equals a fresh one.
 *
 * @param dimensions what it must have; undefined: anything
 * @throws TesseraError `PROVIDER_RESPONSE` for no list of numbers, `DIMENSION_MISMATCH`, and `INVALID_VECTOR` for NaN,
 *   infinity or zeros alone, which would match nothing or everything
 */
export function checkedVector(value: unknown, dimensions: number | undefined, model: string): Float32Array {
  if (!Array.isArray(value) && !(value instanceof Float32Array)) {
    const details = { model, expected: 'a list of numbers', retryable: false }
    throw new TesseraError('PROVIDER_RESPONSE', `${model} gave something that is no vector.`, details)
  }
  if (value.length === 0 || (dimensions !== undefined && value.length !== dimensions)) {
    const expected = dimensions ?? 'at least 1'
    const message = `${model} gave a vector of ${value.length} dimensions where ${expected} were expected.`
    throw new TesseraError('DIMENSION_MISMATCH', message, { model, given: value.length, expected, retryable: false })
  }
  let squares = 0
  for (const number of value) {
    if (typeof number !== 'number' || !Number.isFinite(number)) throw invalidVector(model, String(number))
    squares += number * number
  }
  const length = Math.sqrt(squares)
  if (length === 0 || !Number.isFinite(length)) throw invalidVector(model, length === 0 ? 'only zeros' : 'huge numbers')
  const vector = Float32Array.from(value as ArrayLike<number>)
  for (let i = 0; i < vector.length; i++) vector[i] = value[i] / length
  return vector
}

function invalidVector(model: string, found: string): TesseraError {
  const message = `${model} gave a vector that holds ${found} instead of finite numbers.`
  return new TesseraError('INVALID_VECTOR', message, { model, found, retryable: false })
}
