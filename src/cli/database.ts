import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { TesseraError } from '../core/errors.js'
import { invalidOption } from '../core/options.js'
import type { Json, Metadata } from '../core/text.js'

const FOLDER = '.tessera'
const FILE = 'tessera.db'

/**
 * The database a command works on: the one that the settings name, else the next `.tessera/tessera.db` from the working
 * folder upwards, else a new one in the working folder.
 */
export function findDatabase(named: string | undefined): string {
  if (named !== undefined) return resolve(named)
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const candidate = join(folder, FOLDER, FILE)
    if (existsSync(candidate)) return candidate
    if (dirname(folder) === folder) return join(process.cwd(), FOLDER, FILE)
  }
}

/** {@link findDatabase} for commands that only read: there must be one. */
export function requireDatabase(named: string | undefined): string {
  const path = findDatabase(named)
  if (existsSync(path)) return path
  throw new TesseraError(
    'SOURCE_NOT_FOUND',
    `There is no database at ${path}. Ingest something first: tessera ingest PATH`,
    {
      database: path,
    },
  )
}

/** A filter given as JSON, or as `@FILE` holding it. */
export function parseFilter(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  const json = text.startsWith('@') ? readFilter(text.slice(1)) : text
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Falls through to the same error.
  }
  throw invalidFilter(text, `takes a JSON object such as '{"lang":"en"}'; it was: ${json.slice(0, 80)}`)
}

function readFilter(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw invalidFilter(`@${path}`, `names a file that cannot be read: ${(error as Error).message}`, error)
  }
}

function invalidFilter(given: string, what: string, cause?: unknown): TesseraError {
  return new TesseraError('INVALID_FILTER', `--filter ${what}`, { given: given.slice(0, 80) }, cause)
}

/**
 * `key=value` pairs: a value that is JSON is taken as such, anything else as text.
 *
 * @throws TesseraError `INVALID_OPTION` by the name of the flag
 */
export function parseOptions(flag: string, pairs: readonly string[] | undefined): Record<string, Json> {
  return Object.fromEntries((pairs ?? []).map((pair) => parsePair(flag, pair)))
}

/** {@link parseOptions} for metadata; undefined when there are none. */
export function parseMetadata(pairs: readonly string[] | undefined): Metadata | undefined {
  return pairs && pairs.length > 0 ? parseOptions('--metadata', pairs) : undefined
}

function parsePair(flag: string, pair: string): [key: string, value: Json] {
  const equals = pair.indexOf('=')
  if (equals < 1) {
    const example = flag === '--option' ? 'headerLevels=[1,2]' : 'project=apollo'
    throw invalidOption(flag, pair, `a name and a value such as ${example}`)
  }
  const text = pair.slice(equals + 1)
  try {
    return [pair.slice(0, equals), JSON.parse(text) as Json]
  } catch {
    return [pair.slice(0, equals), text]
  }
}
