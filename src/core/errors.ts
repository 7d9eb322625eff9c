import type { Json, Metadata } from './text.js'

/** Every code a {@link TesseraError} can carry; docs/errors.md says what each means and what to do. */
export type ErrorCode =
  | 'ABORTED'
  | 'AMBIGUOUS_NAME'
  | 'ANALYZER_MISMATCH'
  | 'BINARY_FILE'
  | 'DATABASE_CORRUPT'
  | 'DATABASE_TOO_NEW'
  | 'DATABASE_UNREADABLE'
  | 'DATABASE_UNWRITABLE'
  | 'DIMENSION_MISMATCH'
  | 'DOCUMENT_TOO_LARGE'
  | 'EMBEDDER_MISMATCH'
  | 'ENCODING_ERROR'
  | 'FEATURE_NOT_AVAILABLE'
  | 'INDEX_LOCKED'
  | 'INDEX_NOT_FOUND'
  | 'INVALID_FILTER'
  | 'INVALID_OPTION'
  | 'INVALID_VECTOR'
  | 'MISSING_API_KEY'
  | 'MISSING_DEPENDENCY'
  | 'MODEL_NOT_GENERATIVE'
  | 'PROVIDER_AUTH'
  | 'PROVIDER_ERROR'
  | 'PROVIDER_RATE_LIMIT'
  | 'PROVIDER_RESPONSE'
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_UNAVAILABLE'
  | 'SOURCE_NOT_FOUND'
  | 'SOURCE_OUTSIDE_ROOT'
  | 'SOURCE_UNREADABLE'
  | 'STORE_CLOSED'
  | 'STRATEGY_FAILED'
  | 'UNKNOWN_OPTION'
  | 'UNKNOWN_PROVIDER'
  | 'UNKNOWN_STRATEGY'
  | 'UNSUPPORTED_MEDIA_TYPE'

const MARK = Symbol.for('tessera.error')

/** The one error class of the library: what went wrong (`code`), with which value and what would be right (`details`). */
export class TesseraError extends Error {
  override readonly name = 'TesseraError'
  /** SCREAMING_SNAKE, listed in docs/errors.md. */
  readonly code: ErrorCode
  /** What was given and what would be right. Never holds a secret. */
  readonly details: Metadata
  /** @internal */
  readonly [MARK] = true

  constructor(code: ErrorCode, message: string, details: { [key: string]: Json | undefined } = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as Metadata
  }

  /** Recognises an error of any copy of the library, where `instanceof` would see only its own. */
  static isInstance(value: unknown): value is TesseraError {
    return typeof value === 'object' && value !== null && MARK in value
  }

  /** Code, message and details: what `--json` and servers print. */
  toJSON(): { code: ErrorCode; message: string; details: Metadata } {
    return { code: this.code, message: this.message, details: this.details }
  }
}

/** Throws `ABORTED` when the signal has fired; the signal's reason becomes the cause. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new TesseraError('ABORTED', 'The operation was aborted.', {}, signal.reason)
}

/** The names nearest to a mistyped one, for "did you mean". */
export function nearestNames(given: string, known: readonly string[], most = 3): string[] {
  const wanted = given.toLowerCase()
  return known
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8 || a.length > 64) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}
