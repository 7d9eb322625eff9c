import type { BM25Index } from '../../indexes/bm25/index.js'
import { NamedIndex } from '../engine/named-index.js'
import { createEncoder, type Words } from '../engine/words.js'
import { Connection } from './connection.js'
import { openDriver } from './driver.js'
import { corrupt, databaseError, isBusy } from './failure.js'
import { type IndexRecord, readIndex } from './index-rows.js'
import { isPackWorthwhile, savePack } from './pack-rows.js'
import { checkedVersion, migrate } from './schema.js'
import { type Analysis, loadIndex, loadSegments, type Progress, readText } from './segment-rows.js'
import { type Patience, whenFree } from './waiting.js'

interface Loaded {
  id: number
  search: NamedIndex
  progress: Progress
  /** State of the file that `revision` was read from. */
  epoch: number
}

/** How long SQLite itself may wait, in milliseconds; it stops the event loop, so the rest is waited for outside. */
const BLOCKING_WAIT = 20

/**
 * One open file: the connection, and the memory side of those of its indexes that were used. Before every read and
 * write it looks whether the file has changed (`PRAGMA data_version`, which another process's commit changes), and an
 * index loads what is new when it is next used. Our own writes come to memory by the same way.
 */
export class Database {
  readonly path: string
  readonly db: Connection
  readonly words: Words
  /** Makes postings; holds none. */
  readonly encoder: BM25Index
  readonly #analysis: Analysis
  readonly #loaded = new Map<string, Loaded>()
  /** Counts the states of the file that were seen. */
  #epoch = 0
  #version = -1

  private constructor(path: string, db: Connection, words: Words) {
    this.path = path
    this.db = db
    this.words = words
    this.encoder = createEncoder(words)
    this.#analysis = { analyzerId: words.analyzer.id, encode: (records) => this.encoder.encodeSegment(records) }
  }

  /** @param path absolute, of a file that is there; an empty one becomes a database */
  static async open(path: string, words: Words, patience: Patience): Promise<Database> {
    try {
      const db = new Connection(await openDriver(path))
      try {
        await whenFree(() => prepare(db, path), patience)
      } catch (error) {
        db.close()
        throw error
      }
      return new Database(path, db, words)
    } catch (error) {
      throw databaseError(error, path)
    }
  }

  /** Runs `work` on one snapshot of the file. */
  read<T>(patience: Patience, work: () => T): Promise<T> {
    return this.#patiently(patience, () => this.#transaction('DEFERRED', work))
  }

  /** Runs `work` as the one writer: all of it is committed, or nothing. */
  write<T>(patience: Patience, work: () => T): Promise<T> {
    return this.#patiently(patience, () => {
      const result = this.#transaction('IMMEDIATE', work)
      this.#epoch++
      return result
    })
  }

  /** The row of an index and its searchable side as it is in the file now. Only inside `read` and `write`. */
  index(name: string): { record: IndexRecord; search: NamedIndex } | undefined {
    const record = readIndex(this.db, name)
    if (record) return { record, search: this.#current(record) }
    this.#loaded.delete(name)
    return undefined
  }

  /** Makes commits survive power loss too, not only the end of the process. */
  syncFully(): void {
    this.db.exec('PRAGMA synchronous = FULL')
  }

  /** Leaves packs for the next one who opens the file, and no files beside it. */
  close(): void {
    try {
      this.#pack()
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // Both only save time later; another process that is writing now comes first.
      if (!isBusy(error)) throw databaseError(error, this.path)
    } finally {
      this.#loaded.clear()
      this.db.close()
    }
  }

  #pack(): void {
    const names = [...this.#loaded].filter(([, { search, progress }]) =>
      isPackWorthwhile(progress.unpacked, search.postings.size),
    )
    if (names.length > 0) this.#transaction('IMMEDIATE', () => names.forEach(([name]) => void this.#packIndex(name)))
  }

  #packIndex(name: string): void {
    this.index(name)
    const loaded = this.#loaded.get(name)
    if (loaded) savePack(this.db, loaded.id, loaded.search, loaded.progress.revision, this.words.analyzer.id)
  }

  #current({ id, name, spec }: IndexRecord): NamedIndex {
    const known = this.#loaded.get(name)
    const loaded = known?.id === id ? known : this.#unloaded(id, name)
    if (loaded.epoch === this.#epoch) return loaded.search
    // Out of the map while it is not up to date: should loading fail, the next use starts afresh.
    this.#loaded.delete(name)
    loaded.search.spec = spec
    loaded.progress = this.#load(loaded)
    loaded.epoch = this.#epoch
    this.#loaded.set(name, loaded)
    return loaded.search
  }

  #unloaded(id: number, name: string): Loaded {
    const search = new NamedIndex(name, this.words, (chunkId) => readText(this.db, id, 'text', chunkId))
    return { id, search, progress: { revision: 0, unpacked: 0 }, epoch: -1 }
  }

  #load({ id, search, progress }: Loaded): Progress {
    try {
      if (progress.revision === 0) return loadIndex(this.db, id, search, this.#analysis)
      return loadSegments(this.db, id, search, progress, this.#analysis)
    } catch (error) {
      const told = databaseError(error, this.path)
      if (told !== error) throw told
      throw corrupt(this.path, `index "${search.name}" cannot be read`, error)
    }
  }

  #transaction<T>(mode: 'DEFERRED' | 'IMMEDIATE', work: () => T): T {
    return this.db.transaction(mode, () => {
      this.#notice()
      return work()
    })
  }

  async #patiently<T>(patience: Patience, attempt: () => T): Promise<T> {
    try {
      return await whenFree(attempt, patience)
    } catch (error) {
      throw databaseError(error, this.path)
    }
  }

  #notice(): void {
    const version = this.db.number('PRAGMA data_version')
    if (version === this.#version) return
    this.#version = version
    this.#epoch++
  }
}

function prepare(db: Connection, path: string): void {
  db.exec(`PRAGMA busy_timeout = ${BLOCKING_WAIT}`)
  // Before anything is changed: it may be the database of another program.
  checkedVersion(db, path)
  // Readers and the one writer do not wait for each other; a commit survives the end of the process.
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = NORMAL')
  db.exec('PRAGMA foreign_keys = ON')
  migrate(db, path)
}
