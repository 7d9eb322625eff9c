import { type ErrorCode, TesseraError } from '../../core/index.js'

/**
 * Says in our own words what a driver or the file system reported; errors of ours and errors that are no failure of the
 * file pass through unchanged.
 */
export function databaseError(error: unknown, path: string): unknown {
  if (TesseraError.isInstance(error)) return error
  if (error instanceof Damage) return corrupt(path, error.message, error)
  const told = MEANINGS[primaryCode(error)] ?? FILE_MEANINGS[fileCode(error)]
  if (!told) return error
  return new TesseraError(told.code, `${told.message(path)} (${reason(error)})`, { path }, error)
}

/** Content that this library cannot have written, met where the path is not known; {@link databaseError} tells of it. */
export class Damage extends Error {
  /** @param what is wrong */
  constructor(what: string, cause?: unknown) {
    super(what, { cause })
  }
}

/** Whether another process holds the lock; worth another try. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === BUSY || code === LOCKED
}

/** Whether SQLite may not, or cannot, write to the file or beside it. */
export function isRefused(error: unknown): boolean {
  return REFUSED.has(primaryCode(error))
}

/** The error for a write to a file that was opened to be read only. */
export function readOnly(path: string, cause: unknown): TesseraError {
  const message = `The database ${path} can only be read: check permissions and free space`
  return new TesseraError('DATABASE_UNWRITABLE', `${message} (${reason(cause)})`, { path }, cause)
}

/** The error for a file that must be brought to another form before it can be read, and cannot be written. */
export function unmigratable(path: string, cause: unknown): TesseraError {
  const message = `The database ${path} is empty or of an older release, and cannot be brought up to date without being written`
  return new TesseraError('DATABASE_UNWRITABLE', `${message} (${reason(cause)})`, { path }, cause)
}

/** The error for a file whose last writes stand beside it, where they cannot be reached. */
export function unreachableWrites(path: string, cause: unknown): TesseraError {
  const message =
    `The database ${path} cannot be read: its last writes stand in ${path}-wal, which SQLite can only read where it may ` +
    `use or make ${path}-shm. Let its owner open and close it once, or give access to the folder`
  return new TesseraError('DATABASE_UNREADABLE', `${message} (${reason(cause)})`, { path }, cause)
}

/** The error for a file that is not there and cannot be made. */
export function uncreatable(path: string, cause: unknown): TesseraError {
  const message = `The database ${path} cannot be made: check the folder and its permissions`
  return new TesseraError('DATABASE_UNWRITABLE', `${message} (${reason(cause)})`, { path }, cause)
}

/** The error for content of the file that cannot be what this library wrote. */
export function corrupt(path: string, what: string, cause?: unknown): TesseraError {
  const message = `The database ${path} is damaged: ${what}. Restore it from a copy, or delete it and ingest again.`
  return new TesseraError('DATABASE_CORRUPT', message, { path }, cause)
}

const BUSY = 5
const LOCKED = 6
/** READONLY, IOERR, FULL, CANTOPEN. */
const REFUSED = new Set([8, 10, 13, 14])

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
const exhausted: Meaning = {
  code: 'DATABASE_UNREADABLE',
  message: (path) => `The database ${path} cannot be opened: too many files are open; close some, or raise the limit`,
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
  EMFILE: exhausted,
  ENFILE: exhausted,
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
