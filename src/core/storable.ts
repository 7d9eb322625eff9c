import { TesseraError } from './errors.js'
import { invalidOption } from './options.js'

/** Ids are kept as UTF-8, which lone surrogates would not survive. @throws TesseraError `INVALID_OPTION` */
export function requireId(id: unknown, where: string): void {
  if (typeof id === 'string' && id !== '' && id.isWellFormed()) return
  throw invalidOption(where, id, 'a non-empty string of whole characters')
}

/** Refuses a lone id where a list of ids is wanted. @throws TesseraError `INVALID_OPTION` */
export function requireIdList(ids: unknown): asserts ids is readonly string[] {
  if (!Array.isArray(ids)) throw invalidOption('ids', ids, 'a list of ids')
}

/**
 * Refuses metadata that would not come back from JSON as it was: functions, symbols, bigints, dates, maps and other
 * instances of classes, numbers that are not finite, loops. What is undefined counts as absent.
 *
 * @throws TesseraError `INVALID_OPTION`
 */
export function requireMetadata(metadata: unknown, where: string): void {
  if (metadata === undefined) return
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata)) {
    throw invalidOption(where, metadata, 'an object')
  }
  try {
    JSON.stringify(metadata, function (this: Record<string, unknown>, key: string, value: unknown) {
      const given = this[key]
      if (isLost(given) || given !== value) throw notJson(where, `${kindOf(given)} at "${key}"`)
      if (given === undefined && Array.isArray(this)) throw notJson(where, `undefined at "${key}"`)
      return value
    })
  } catch (error) {
    if (TesseraError.isInstance(error)) throw error
    throw notJson(where, error instanceof Error ? error.message : String(error))
  }
}

function isLost(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value === 'object') return value !== null && !Array.isArray(value) && !isPlain(value)
  return typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'
}

/** Objects of another realm, such as a test runner's, have another `Object.prototype`; it too has none above it. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function kindOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value
}

function notJson(where: string, given: string): TesseraError {
  const expected = 'data that JSON can hold'
  return new TesseraError('INVALID_OPTION', `${where} must be ${expected}; it has ${given}.`, {
    option: where,
    given,
    expected,
  })
}
