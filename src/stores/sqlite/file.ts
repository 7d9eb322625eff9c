import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { invalidOption } from '../../core/index.js'

/**
 * Makes sure that the file is there, readable by its owner alone: a new folder has mode 0700 and a new file 0600, which
 * SQLite then gives to the `-wal` and `-shm` files beside it. What exists keeps its mode.
 *
 * @returns the absolute path, and a name that is the same for every path to the file
 */
export function ensureFile(path: string | URL): { path: string; identity: string } {
  const absolute = absolutePath(path)
  mkdirSync(dirname(absolute), { recursive: true, mode: 0o700 })
  closeSync(openSync(absolute, 'a', 0o600))
  const { dev, ino } = statSync(absolute, { bigint: true })
  return { path: absolute, identity: `${dev}:${ino}` }
}

/** @throws TesseraError `INVALID_OPTION` for what is no path to a file */
export function absolutePath(path: string | URL): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path)
  const isPath = typeof path === 'string' && path !== '' && path !== ':memory:' && !path.includes('\0')
  if (!isPath) throw invalidOption('path', path, 'a path to a file; for an index in memory use MemoryStorage')
  return resolve(path)
}
