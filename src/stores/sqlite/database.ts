import type { BM25Index } from '../../indexes/bm25/index.js'
import { NamedIndex } from '../engine/named-index.js'
import { createEncoder, type Words } from '../engine/words.js'
import type { Connection } from './connection.js'
import { corrupt, databaseError, isBusy, isRefused, readOnly } from './failure.js'
import { type IndexRecord, readIndex } from './index-rows.js'
import { type Opened, openAsAllowed, openToRead } from './open.js'
import { isPackWorthwhile, savePack } from './pack-rows.js'
import { type Analysis, loadIndex, loadSegments, type Progress, readText } from './segment-rows.js'
import { type Patience, whenFree } from './waiting.js'

interface Loaded {
  id: number
  search: NamedIndex
  progress: Progress
  /** State of the file that `revision` was read from. */
  epoch: number
}

/**
 * One open file: the connection, and the memory side of those of its indexes that were used. Before every read and
 * write it looks whether the file has changed (`PRAGMA data_version`, which another process's commit changes), and an
 * index loads what is new when it is next used. Our own writes come to memory by the same way. A file that cannot be
 * written is opened all the same, to be read.
 */
export class Database {
  readonly path: string
  readonly words: Words
  /** Makes postings; holds none. */
  readonly encoder: BM25Index
  readonly #analysis: Analysis
  readonly #loaded = new Map<string, Loaded>()
  #opened: Opened
  /** Counts the states of the file that were seen. */
  #epoch = 0
  #version = -1

  private constructor(path: string, opened: Opened, words: Words) {
    this.path = path
    this.#opened = opened
    this.words = words
    this.encoder = createEncoder(words)
    this.#analysis = { analyzerId: words.analyzer.id, encode: (records) => this.encoder.encodeSegment(records) }
  }

  /**
   * @param file that is there, by its absolute path; an empty one becomes a database
   * @param file.refusal why it cannot be written, if that is known already
   */
  static async open(
    { path, refusal }: { path: string; refusal?: unknown },
    words: Words,
    patience: Patience,
  ): Promise<Database> {
    try {
      return new Database(path, await openAsAllowed(path, refusal, patience), words)
    } catch (error) {
      throw databaseError(error, path)
    }
  }

  get db(): Connection {
    return this.#opened.db
  }

  /** Runs `work` on one snapshot of the file. */
  async read<T>(patience: Patience, work: () => T): Promise<T> {
    for (;;) {
      if (this.#opened.isStale()) await this.#reopen(patience)
      const { isStale } = this.#opened
      try {
        const result = await this.#patiently(patience, () => this.#transaction('DEFERRED', work))
        if (!isStale()) return result
      } catch (error) {
        if (!isStale()) throw error
      }
    }
  }

  /**
   * Runs `work` as the one writer: all of it is committed, or nothing.
   *
   * @throws TesseraError `DATABASE_UNWRITABLE` where the file may only be read
   */
  write<T>(patience: Patience, work: () => T): Promise<T> {
    return this.#patiently(patience, () => {
      const { refusal } = this.#opened
      if (refusal !== undefined) throw readOnly(this.path, refusal)
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
      if (this.#opened.refusal !== undefined) return
      this.#pack()
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // Both only save time later; another process that is writing now comes first.
      if (!isBusy(error) && !isRefused(error)) throw databaseError(error, this.path)
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

  async #reopen(patience: Patience): Promise<void> {
    const { db, refusal } = this.#opened
    try {
      this.#opened = await openToRead(this.path, refusal, patience)
    } catch (error) {
      throw databaseError(error, this.path)
    }
    db.close()
    this.#loaded.clear()
    this.#version = -1
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
