import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Connection } from './connection.js'
import { openDriver } from './driver.js'
import { isRefused, unmigratable, unreachableWrites } from './failure.js'
import { checkedVersion, migrate, SCHEMA_VERSION } from './schema.js'
import { type Patience, whenFree } from './waiting.js'

/** A connection and what may be done with it. */
export interface Opened {
  db: Connection
  /** Why nothing can be written; undefined where it can. */
  refusal?: unknown
  /** Whether the file was changed behind the connection's back, so that what it has read may be wrong. */
  isStale(): boolean
}

/** How long SQLite itself may wait, in milliseconds; it stops the event loop, so the rest is waited for outside. */
const BLOCKING_WAIT = 20

/** Opens a file to be written or, where that is refused, to be read. @param refusal why, if it is known already */
export async function openAsAllowed(path: string, refusal: unknown, patience: Patience): Promise<Opened> {
  if (refusal !== undefined) return openToRead(path, refusal, patience)
  try {
    return { db: await connect(path, patience, (db) => prepare(db, path)), isStale: () => false }
  } catch (error) {
    if (!isRefused(error)) throw error
    return openToRead(path, error, patience)
  }
}

/**
 * Opens a file that cannot be written. Where no `-wal` or an empty one stands beside it all is in it, and it is opened as
 * immutable (https://sqlite.org/uri.html#uriimmutable): SQLite would otherwise make files there, which it may not do in
 * every folder, and which the owner of the database could not write to. No lock tells then when a writer comes along; the
 * files themselves do.
 *
 * @throws TesseraError `DATABASE_UNWRITABLE` for a file that would have to be written before it can be read,
 *   `DATABASE_UNREADABLE` where its `-wal` cannot be read
 */
export async function openToRead(path: string, refusal: unknown, patience: Patience): Promise<Opened> {
  const requireCurrent = (db: Connection): void => {
    if (checkedVersion(db, path) !== SCHEMA_VERSION) throw unmigratable(path, refusal)
  }
  const state = stillState(path)
  if (state === undefined) {
    const db = await connect(path, patience, requireCurrent).catch((error: unknown) => {
      throw isRefused(error) ? unreachableWrites(path, error) : error
    })
    return { db, refusal, isStale: () => false }
  }
  const db = await connect(`${pathToFileURL(path).href}?immutable=1`, patience, requireCurrent)
  return { db, refusal, isStale: () => stillState(path) !== state }
}

/** What changes with every write to a file that holds everything; undefined while its `-wal` holds some of it. */
function stillState(path: string): string | undefined {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if (wal && wal.size > 0) return undefined
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file ? `${file.ino} ${file.size} ${file.mtimeNs}` : 'gone'
}

async function connect(
  location: string,
  patience: Patience,
  prepareFor: (db: Connection) => void,
): Promise<Connection> {
  const db = new Connection(await openDriver(location))
  try {
    await whenFree(() => {
      db.exec(`PRAGMA busy_timeout = ${BLOCKING_WAIT}`)
      prepareFor(db)
    }, patience)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepare(db: Connection, path: string): void {
  // Before anything is changed: it may be the database of another program.
  checkedVersion(db, path)
  // Readers and the one writer do not wait for each other; a commit survives the end of the process.
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = NORMAL')
  db.exec('PRAGMA foreign_keys = ON')
  migrate(db, path)
}
