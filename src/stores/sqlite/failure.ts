import { type ErrorCode, TesseraError } from '../../core/index.js'

/**
 * Says in our own words what a driver or the file system reported; errors of ours and errors that are no failure of the
 * file pass through unchanged.
 */
export function databaseError(error: unknown, path: string): unknown {
  if (TesseraError.isInstance(error)) return error
  const told = MEANINGS[primaryCode(error)] ?? FILE_MEANINGS[fileCode(error)]
  if (!told) return error
  return new TesseraError(told.code, `${told.message(path)} (${reason(error)})`, { path }, error)
}

/** Whether another process holds the lock; worth another try. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === BUSY || code === LOCKED
}

/** The error for content of the file that cannot be what this library wrote. */
export function corrupt(path: string, what: string, cause?: unknown): TesseraError {
  const message = `The database ${path} is damaged: ${what}. Restore it from a copy, or delete it and ingest again.`
  return new TesseraError('DATABASE_CORRUPT', message, { path }, cause)
}

const BUSY = 5
const LOCKED = 6

interface Meaning {
  code: ErrorCode
  message(path: string): string
}

const locked: Meaning = {
  code: 'INDEX_LOCKED',
  message: (path) =>
    `Another process is writing to ${path}; try again when it has finished, or wait longer (busyTimeout)`,
}
const unwritable: Meaning = {
  code: 'DATABASE_UNWRITABLE',
  message: (path) => `The database ${path} cannot be written: check permissions and free space`,
}
const unreadable: Meaning = {
  code: 'DATABASE_UNREADABLE',
  message: (path) => `${path} cannot be opened as a database`,
}

/** By the primary result codes of SQLite, https://sqlite.org/rescode.html. */
const MEANINGS: { [code: number]: Meaning } = {
  [BUSY]: locked,
  [LOCKED]: locked,
  8: unwritable,
  10: unwritable,
  11: {
    code: 'DATABASE_CORRUPT',
    message: (path) => `The database ${path} is damaged: restore it from a copy, or delete it and ingest again`,
  },
  13: unwritable,
  14: unreadable,
  26: { code: 'DATABASE_UNREADABLE', message: (path) => `${path} is not a database` },
}

const FILE_MEANINGS: { [code: string]: Meaning } = {
  EACCES: unreadable,
  EEXIST: unreadable,
  EISDIR: unreadable,
  ELOOP: unreadable,
  ENAMETOOLONG: unreadable,
  ENOENT: unreadable,
  ENOSPC: unwritable,
  ENOTDIR: unreadable,
  EPERM: unreadable,
  EROFS: unwritable,
}

/** One driver calls the result code `rawCode`, the other `errcode`; the low byte is the primary one. */
function primaryCode(error: unknown): number {
  const { rawCode, errcode } = (error ?? {}) as { rawCode?: unknown; errcode?: unknown }
  const code = typeof rawCode === 'number' ? rawCode : errcode
  return typeof code === 'number' ? code & 0xff : -1
}

function fileCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
