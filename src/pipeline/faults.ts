import { type ErrorCode, TesseraError } from '../core/index.js'

/** Faults of the surroundings, not of a document: going on would only repeat them. */
const STOPS_ALL: ReadonlySet<ErrorCode> = new Set([
  'ABORTED',
  'DATABASE_CORRUPT',
  'DATABASE_TOO_NEW',
  'DATABASE_UNREADABLE',
  'DATABASE_UNWRITABLE',
  'DIMENSION_MISMATCH',
  'EMBEDDER_MISMATCH',
  'INDEX_LOCKED',
  'MISSING_API_KEY',
  'MISSING_DEPENDENCY',
  'PROVIDER_AUTH',
  'STORE_CLOSED',
])

/** Whether every other document would fail in the same way. Faults nobody foresaw count as such. */
export function stopsAll(error: unknown): boolean {
  return !TesseraError.isInstance(error) || STOPS_ALL.has(error.code)
}
