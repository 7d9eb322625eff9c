import { type CallOptions, type IndexDescription, type Metric, throwIfAborted } from '../../core/index.js'
import { admitVectors, refuseOwned } from '../engine/admit.js'
import { type IndexHost, storeClosed } from '../engine/host.js'
import type { Leg, LooseRecords, NamedIndex } from '../engine/named-index.js'
import { compareText } from '../engine/order.js'
import { declaredSpec, EMPTY_SPEC } from '../engine/spec.js'
import type { Database } from './database.js'
import { readNewestFingerprints } from './document-rows.js'
import { deleteIndex, readIndex, readIndexNames, saveIndex } from './index-rows.js'
import type { Lease } from './registry.js'
import { countVectors, readText, removeSegment, saveLooseSegment } from './segment-rows.js'
import { dropKeptVectors } from './vector-rows.js'
import type { Patience } from './waiting.js'

/** The indexes of a database file as one storage sees them: until it is closed, and with its patience. */
export class SqliteHost implements IndexHost {
  readonly #lease: Lease
  readonly #busyTimeout: number
  #closed = false

  constructor(lease: Lease, busyTimeout: number) {
    this.#lease = lease
    this.#busyTimeout = busyTimeout
  }

  /** Makes postings; holds none. */
  get encoder() {
    return this.#lease.database.encoder
  }

  get words() {
    return this.#lease.database.words
  }

  /** Runs `work` on one snapshot. @throws TesseraError `STORE_CLOSED` */
  reading<T>(call: CallOptions, work: (database: Database) => T): Promise<T> {
    const { database } = this.#lease
    return database.read(this.#patience(call), () => work(database))
  }

  /** Runs `work` as the one writer, in one transaction. @throws TesseraError `STORE_CLOSED`, `INDEX_LOCKED` */
  writing<T>(call: CallOptions, work: (database: Database) => T): Promise<T> {
    const { database } = this.#lease
    return database.write(this.#patience(call), () => work(database))
  }

  read<T>(indexName: string, call: CallOptions, work: (index: NamedIndex | undefined) => T): Promise<T> {
    return this.reading(call, (database) => work(database.index(indexName)?.search))
  }

  texts(index: NamedIndex, leg: Leg, ids: readonly string[]): (string | undefined)[] {
    const { db } = this.#lease.database
    const record = readIndex(db, index.name)
    return ids.map((id) => record && readText(db, record.id, leg, id))
  }

  putLoose(indexName: string, batch: LooseRecords, call: CallOptions): Promise<void> {
    return this.writing(call, (database) => {
      const index = database.index(indexName)?.search
      const ids = batch.records.map(({ id }) => id)
      refuseOwned(index, ids)
      const spec = batch.leg === 'vector' ? admitVectors(indexName, index, ids, batch.vectors) : index?.spec
      const indexId = saveIndex(database.db, indexName, spec ?? EMPTY_SPEC)
      const analyzer = database.words.analyzer.id
      for (const position of ids.keys()) saveLooseSegment(database.db, indexId, batch, position, analyzer)
    })
  }

  deleteLoose(
    indexName: string,
    leg: Leg,
    select: (index: NamedIndex) => readonly string[],
    call: CallOptions,
  ): Promise<number> {
    return this.writing(call, (database) => {
      const index = database.index(indexName)
      if (!index) return 0
      const there = new Set(select(index.search).filter((id) => index.search.loose(leg, id)))
      for (const id of there) removeSegment(database.db, index.record.id, leg, id)
      return there.size
    })
  }

  createIndex(indexName: string, wanted: { dimensions: number; metric: Metric }): Promise<void> {
    return this.writing({}, (database) => {
      const index = database.index(indexName)?.search
      const spec = declaredSpec(indexName, index?.spec, wanted, (index?.vectorCount ?? 0) > 0)
      saveIndex(database.db, indexName, spec)
    })
  }

  dropIndex(indexName: string): Promise<boolean> {
    return this.writing({}, ({ db }) => {
      dropKeptVectors(db, indexName)
      return deleteIndex(db, indexName)
    })
  }

  describe(indexName: string): Promise<IndexDescription | undefined> {
    return this.reading({}, ({ db }) => {
      const record = readIndex(db, indexName)
      if (!record) return undefined
      const { dimensions, metric } = record.spec
      const fingerprints = readNewestFingerprints(db, record.id)
      return {
        indexName,
        ...(dimensions !== undefined && { dimensions, metric }),
        count: countVectors(db, record),
        ...(fingerprints && { fingerprints }),
      }
    })
  }

  names(): Promise<string[]> {
    return this.reading({}, ({ db }) => readIndexNames(db, false).sort(compareText))
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#lease.release()
  }

  #patience(call: CallOptions): Patience {
    const requireWanted = () => {
      if (this.#closed) throw storeClosed()
      throwIfAborted(call.signal)
    }
    return { busyTimeout: this.#busyTimeout, requireWanted }
  }
}
