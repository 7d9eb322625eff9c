import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidOption, TesseraError } from '../../core/index.js'
import { uncreatable } from './failure.js'

/**
 * Makes sure that the file is there, readable by its owner alone: a new folder has mode 0700 and a new file 0600, which
 * SQLite then gives to the `-wal` and `-shm` files beside it. What exists keeps its mode.
 *
 * @returns the absolute path, a name that is the same for every path to the file, and why it cannot be written, if so
 * @throws TesseraError `DATABASE_UNWRITABLE` when there is none and none can be made, `DATABASE_UNREADABLE`
 */
export function ensureFile(path: string | URL): { path: string; identity: string; refusal: unknown } {
  const absolute = absolutePath(path)
  const refusal = touch(absolute)
  requireDatabase(absolute)
  const { dev, ino } = statSync(absolute, { bigint: true })
  return { path: absolute, identity: `${dev}:${ino}`, refusal }
}

/** @returns why a file that is there cannot be written; undefined where it can */
function touch(path: string): unknown {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
    return undefined
  } catch (error) {
    if (existsSync(path)) return error
    throw uncreatable(path, error)
  }
}

/** SQLite takes a file shorter than a page for an empty one and would write over it. */
function requireDatabase(path: string): void {
  const start = Buffer.alloc(SIGNATURE.length)
  const file = openSync(path, 'r')
  const length = readSync(file, start)
  closeSync(file)
  if (length === 0 || start.toString('latin1') === SIGNATURE) return
  throw new TesseraError('DATABASE_UNREADABLE', `${path} is not a database; it was left as it is.`, { path })
}

/** First bytes of every SQLite database. */
const SIGNATURE = 'SQLite format 3\0'

/** @throws TesseraError `INVALID_OPTION` for what is no path to a file */
function absolutePath(path: string | URL): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path)
  const isPath = typeof path === 'string' && path !== '' && path !== ':memory:' && !path.includes('\0')
  if (!isPath) throw invalidOption('path', path, 'a path to a file; for an index in memory use MemoryStorage')
  return resolve(path)
}
