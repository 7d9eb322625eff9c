import { type CallOptions, type IndexDescription, type Metric, throwIfAborted } from '../../core/index.js'
import { admitVectors, refuseOwned } from '../engine/admit.js'
import { type IndexHost, storeClosed } from '../engine/host.js'
import type { Leg, LooseRecords, NamedIndex } from '../engine/named-index.js'
import { compareText } from '../engine/order.js'
import { declaredSpec } from '../engine/spec.js'
import type { Words } from '../engine/words.js'
import { MemoryIndex } from './memory-index.js'

/** The indexes of a memory storage. */
export class MemoryHost implements IndexHost {
  readonly #words: Words
  readonly #indexes = new Map<string, MemoryIndex>()
  #closed = false

  constructor(words: Words) {
    this.#words = words
  }

  /** @throws TesseraError `STORE_CLOSED` */
  index(indexName: string): MemoryIndex | undefined {
    return this.all().get(indexName)
  }

  /** The index of this name, made when there is none. */
  ensure(indexName: string): MemoryIndex {
    const index = this.index(indexName) ?? new MemoryIndex(indexName, this.#words)
    this.#indexes.set(indexName, index)
    return index
  }

  all(): ReadonlyMap<string, MemoryIndex> {
    if (this.#closed) throw storeClosed()
    return this.#indexes
  }

  close(): void {
    this.#closed = true
    this.#indexes.clear()
  }

  async read<T>(indexName: string, call: CallOptions, work: (index: NamedIndex | undefined) => T): Promise<T> {
    throwIfAborted(call.signal)
    return work(this.index(indexName)?.search)
  }

  texts(index: NamedIndex, leg: Leg, ids: readonly string[]): (string | undefined)[] {
    const holder = this.index(index.name)
    return ids.map((id) => holder?.text(leg, id))
  }

  async putLoose(indexName: string, batch: LooseRecords, call: CallOptions): Promise<void> {
    throwIfAborted(call.signal)
    const ids = batch.records.map(({ id }) => id)
    const known = this.index(indexName)?.search
    refuseOwned(known, ids)
    const spec = batch.leg === 'vector' ? admitVectors(indexName, known, ids, batch.vectors) : known?.spec
    const { search } = this.ensure(indexName)
    if (spec) search.spec = spec
    for (const [position, record] of batch.records.entries()) search.putLoose(structuredClone(record), batch, position)
  }

  async deleteLoose(
    indexName: string,
    leg: Leg,
    select: (index: NamedIndex) => readonly string[],
    call: CallOptions,
  ): Promise<number> {
    throwIfAborted(call.signal)
    const index = this.index(indexName)?.search
    return index ? select(index).filter((id) => index.deleteLoose(leg, id)).length : 0
  }

  async createIndex(indexName: string, wanted: { dimensions: number; metric: Metric }): Promise<void> {
    const known = this.index(indexName)?.search
    const spec = declaredSpec(indexName, known?.spec, wanted, (known?.vectorCount ?? 0) > 0)
    this.ensure(indexName).search.spec = spec
  }

  async dropIndex(indexName: string): Promise<boolean> {
    return this.index(indexName) !== undefined && this.#indexes.delete(indexName)
  }

  async describe(indexName: string): Promise<IndexDescription | undefined> {
    const index = this.index(indexName)
    if (!index) return undefined
    const { spec, vectorCount } = index.search
    const fingerprints = index.fingerprints()
    return {
      indexName,
      ...(spec.dimensions !== undefined && { dimensions: spec.dimensions, metric: spec.metric }),
      count: vectorCount,
      ...(fingerprints && { fingerprints: structuredClone(fingerprints) }),
    }
  }

  async names(): Promise<string[]> {
    return [...this.all().keys()].sort(compareText)
  }
}
