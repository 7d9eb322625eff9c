import { nearestNames, TesseraError } from './errors.js'

/**
 * Refuses keys that nobody reads, and options that are no object.
 *
 * @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION`
 */
export function refuseUnknownOptions(given: object, known: readonly string[], where: string): void {
  requireObject('options', given)
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || known.includes(key)) continue
    const near = nearestNames(key, known)
    const hint = near.length > 0 ? ` Did you mean "${near[0]}"?` : ''
    throw new TesseraError('UNKNOWN_OPTION', `${where} has no option "${key}".${hint} Known: ${known.join(', ')}.`, {
      option: key,
      known: [...known],
      didYouMean: near,
    })
  }
}

/** What is given is an object and no list, or `INVALID_OPTION`. */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidOption(name, value, 'an object')
  }
}

/** What is given is true, false or absent, or `INVALID_OPTION`. */
export function requireFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalidOption(name, value, 'true or false')
}

/** What is given is a function or absent, or `INVALID_OPTION`. */
export function requireFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw invalidOption(name, value, 'a function')
}

/** What is given can abort a call, or is absent, or `INVALID_OPTION`. */
export function requireSignal(value: unknown): void {
  if (value === undefined) return
  const signal = value as Partial<AbortSignal> | null
  if (typeof signal?.aborted === 'boolean' && typeof signal.addEventListener === 'function') return
  throw invalidOption('signal', value, 'an AbortSignal')
}

/** An integer within bounds, or `INVALID_OPTION`. */
export function requireInteger(name: string, value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  const bound = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  throw invalidOption(name, value, `a whole number ${bound}`)
}

/** A finite number within bounds, or `INVALID_OPTION`. */
export function requireNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && value >= min && value <= max) return value
  throw invalidOption(name, value, `a number from ${min} to ${max}`)
}

/** The error for a value that an option does not take. */
export function invalidOption(name: string, value: unknown, expected: string): TesseraError {
  const given = describe(value)
  return new TesseraError('INVALID_OPTION', `${name} must be ${expected}; it was ${given}.`, {
    option: name,
    given,
    expected,
  })
}

function describe(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint' || typeof value === 'symbol' || value === undefined) return String(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  try {
    return JSON.stringify(value).slice(0, 80)
  } catch {
    return typeof value
  }
}
