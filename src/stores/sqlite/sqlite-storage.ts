import {
  type CallOptions,
  type Chunk,
  compileFilter,
  type Document,
  type Edge,
  type EdgeKind,
  type EmbeddingVector,
  type Filter,
  type IndexEntry,
  invalidOption,
  type KeptVector,
  refuseUnknownOptions,
  requireInteger,
  type Storage,
  type StoredDocument,
  throwIfAborted,
} from '../../core/index.js'
import { admitDocument } from '../engine/admit.js'
import { prepareDocument } from '../engine/entry.js'
import { EMBEDDED_CAPABILITIES, requireIndexName } from '../engine/host.js'
import { compareDocuments, compareEdges, compareText } from '../engine/order.js'
import { TextLeg } from '../engine/text-leg.js'
import { VectorLeg } from '../engine/vector-leg.js'
import { resolveWords, type WordOptions } from '../engine/words.js'
import type { Database } from './database.js'
import {
  deleteDocument,
  insertDocument,
  listDocuments,
  readChunk,
  readChunkIds,
  readDocument,
  readEdges,
  readStoredDocument,
} from './document-rows.js'
import { readIndex, readIndexNames, saveIndex } from './index-rows.js'
import { acquire } from './registry.js'
import { removeSegment, saveDocumentSegment } from './segment-rows.js'
import { SqliteHost } from './sqlite-host.js'
import { dropKeptVectors, keepVectors, readCachedVector } from './vector-rows.js'

/** How a database file is searched and written. */
export interface SqliteStorageOptions {
  /** How words are analysed and weighted. Default: the measured preset `QUALITY` and the English analyzer. */
  bm25?: WordOptions | undefined
  /** Milliseconds a call waits for another process to finish writing; then `INDEX_LOCKED`. Default 5000. */
  busyTimeout?: number | undefined
  /**
   * What an acknowledged write survives: `process` the end of the process, also by `kill -9`; `power` a power failure
   * too, for a few milliseconds a write. Default `process`.
   */
  durability?: 'process' | 'power' | undefined
}

/** How many documents of a listing are read at a time. */
const LISTING_PAGE = 256

/**
 * Opens a database file, or makes a new one that only its owner can read (mode 0600, folder 0700). Storages on one file
 * in one process share its indexes in memory; other processes may read and write it too, one writer at a time.
 *
 * @throws TesseraError `DATABASE_UNREADABLE`, `DATABASE_UNWRITABLE`, `DATABASE_CORRUPT`, `DATABASE_TOO_NEW`,
 *   `INDEX_LOCKED`, `MISSING_DEPENDENCY`, `INVALID_OPTION`, `UNKNOWN_OPTION`
 * @example
 * const storage = await openSqliteStorage('./.tessera/tessera.db')
 * await storage.put('docs', { document, chunks, vectors, fingerprints })
 * await storage.close()
 */
export async function openSqliteStorage(
  path: string | URL,
  options: SqliteStorageOptions = {},
): Promise<SqliteStorage> {
  refuseUnknownOptions(options, ['bm25', 'busyTimeout', 'durability'], 'openSqliteStorage')
  const busyTimeout = requireInteger('busyTimeout', options.busyTimeout ?? 5000, 0)
  const durability = options.durability ?? 'process'
  if (durability !== 'process' && durability !== 'power') {
    throw invalidOption('durability', durability, '"process" or "power"')
  }
  const lease = await acquire(path, resolveWords(options.bm25), { busyTimeout, requireWanted: () => {} })
  if (durability === 'power') lease.database.syncFully()
  return new SqliteStorage(new SqliteHost(lease, busyTimeout))
}

/** Everything in one SQLite file; a document is there wholly or not at all. Made by {@link openSqliteStorage}. */
export class SqliteStorage implements Storage {
  readonly capabilities = EMBEDDED_CAPABILITIES
  readonly vectors: VectorLeg
  readonly text: TextLeg
  readonly #host: SqliteHost

  /** @internal */
  constructor(host: SqliteHost) {
    this.#host = host
    this.vectors = new VectorLeg(host, () => this.close())
    this.text = new TextLeg(host, host.encoder, host.words)
  }

  async put(indexName: string, entry: IndexEntry, call: CallOptions = {}): Promise<void> {
    throwIfAborted(call.signal)
    requireIndexName(indexName)
    const prepared = prepareDocument(entry, this.#host.encoder)
    await this.#host.writing(call, (database) => {
      const spec = admitDocument(indexName, database.index(indexName)?.search, prepared)
      const indexId = saveIndex(database.db, indexName, spec)
      insertDocument(database.db, indexId, prepared)
      dropKeptVectors(database.db, indexName, entry.document.id)
      saveDocumentSegment(database.db, indexId, prepared, database.words.analyzer.id)
    })
  }

  async remove(indexName: string, documentId: string, call: CallOptions = {}): Promise<boolean> {
    requireIndexName(indexName)
    return this.#host.writing(call, ({ db }) => {
      dropKeptVectors(db, indexName, documentId)
      const index = readIndex(db, indexName)
      if (!index || !readStoredDocument(db, index.id, documentId)) return false
      deleteDocument(db, index.id, documentId)
      removeSegment(db, index.id, 'document', documentId)
      return true
    })
  }

  document(indexName: string, id: string): Promise<Document | undefined> {
    return this.#inIndex(indexName, undefined, ({ db }, indexId) => readDocument(db, indexId, id))
  }

  describeDocuments(indexName: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    const none = ids.map(() => undefined)
    return this.#inIndex(indexName, none, ({ db }, indexId) => ids.map((id) => readStoredDocument(db, indexId, id)))
  }

  /** Ids of a document's chunks, in order; none when it is not there. */
  chunkIds(indexName: string, documentId: string): Promise<string[]> {
    return this.#inIndex(indexName, [], ({ db }, indexId) => readChunkIds(db, indexId, documentId))
  }

  chunks(indexName: string, ids: readonly string[]): Promise<(Chunk | undefined)[]> {
    const none = ids.map(() => undefined)
    return this.#inIndex(indexName, none, ({ db }, indexId) => ids.map((id) => readChunk(db, indexId, id)))
  }

  /** What is put or removed while the listing runs may or may not be in it. */
  async *documents(indexName: string, filter?: Filter): AsyncGenerator<StoredDocument> {
    const passes = compileFilter(filter)
    const listed = await this.#inIndex(indexName, [], ({ db }, indexId) => listDocuments(db, indexId))
    listed.sort(compareDocuments)
    for (let start = 0; start < listed.length; start += LISTING_PAGE) {
      const ids = listed.slice(start, start + LISTING_PAGE).map(({ id }) => id)
      for (const document of await this.describeDocuments(indexName, ids)) {
        if (document && passes(document.metadata)) yield document
      }
    }
  }

  async cachedVectors(
    indexName: string,
    embedderId: string,
    keys: readonly string[],
  ): Promise<(EmbeddingVector | undefined)[]> {
    requireIndexName(indexName)
    return this.#host.reading({}, ({ db }) => keys.map((key) => readCachedVector(db, indexName, embedderId, key)))
  }

  async keepVectors(
    indexName: string,
    documentId: string,
    embedderId: string,
    kept: readonly KeptVector[],
  ): Promise<void> {
    requireIndexName(indexName)
    await this.#host.writing({}, ({ db }) => keepVectors(db, indexName, documentId, embedderId, kept))
  }

  async neighbours(indexName: string, chunkId: string, kinds?: readonly EdgeKind[]): Promise<Edge[]> {
    const edges = await this.#inIndex(indexName, [], ({ db }, indexId) => readEdges(db, indexId, chunkId))
    return edges.filter(({ kind }) => !kinds || kinds.includes(kind)).sort(compareEdges(chunkId))
  }

  listIndexes(): Promise<string[]> {
    return this.#host.reading({}, ({ db }) => readIndexNames(db, true).sort(compareText))
  }

  /** Further calls fail with `STORE_CLOSED`; closing again does nothing. */
  async close(): Promise<void> {
    this.#host.close()
  }

  /** Reads records of an index without loading what searches need. */
  async #inIndex<T>(indexName: string, none: T, work: (database: Database, indexId: number) => T): Promise<T> {
    requireIndexName(indexName)
    return this.#host.reading({}, (database) => {
      const index = readIndex(database.db, indexName)
      return index ? work(database, index.id) : none
    })
  }
}
