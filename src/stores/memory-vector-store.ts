import {
  type CallOptions,
  compileFilter,
  type EmbeddingVector,
  type Filter,
  type IndexDescription,
  invalidOption,
  type Metadata,
  type Metric,
  refuseUnknownOptions,
  requireInteger,
  type StoreCapabilities,
  TesseraError,
  throwIfAborted,
  type VectorMatch,
  type VectorRecord,
  type VectorStore,
} from '../core/index.js'
import { type DenseVector, VectorIndex } from '../indexes/vector/index.js'
import { checkedRecords } from './engine/entry.js'

interface Collection {
  vectors: VectorIndex
  records: Map<string, { text: string | undefined; metadata: Metadata }>
}

/**
 * Vectors with texts and metadata in memory, searched exactly. An index is made by the first `upsert` to it (cosine) or by
 * `createIndex`. What goes in and what comes out are copies.
 *
 * Errors: `DIMENSION_MISMATCH`, `INVALID_VECTOR`, `INVALID_FILTER`, `INVALID_OPTION`, `INDEX_NOT_FOUND` (only
 * `describe`), `STORE_CLOSED`, `ABORTED`.
 *
 * @example
 * const store = new InMemoryVectorStore()
 * await store.upsert('docs', [{ id: 'a', vector: [0.1, 0.9], text: 'Tesserae', metadata: { lang: 'en' } }])
 * await store.query('docs', [0, 1], 3, { lang: 'en' }) // [{ id: 'a', score: 0.9938..., text, metadata }]
 */
export class InMemoryVectorStore implements VectorStore {
  readonly capabilities: StoreCapabilities = {
    filter: 'pre',
    vectors: ['dense'],
    text: 'none',
    hybrid: false,
    transactions: true,
    readYourWrites: true,
  }
  readonly #collections = new Map<string, Collection>()
  #closed = false

  async query(
    indexName: string,
    queryVector: readonly number[] | EmbeddingVector,
    topK: number,
    filter?: Filter,
    options: CallOptions & { includeVectors?: boolean } = {},
  ): Promise<VectorMatch[]> {
    refuseUnknownOptions(options, ['signal', 'includeVectors'], 'InMemoryVectorStore.query')
    this.#enter(options)
    requireInteger('topK', topK, 1)
    const passes = filter === undefined ? undefined : compileFilter(filter)
    const collection = this.#collections.get(indexName)
    if (!collection) return []
    const { vectors, records } = collection
    const allow = passes && ((id: string) => passes(records.get(id)!.metadata))
    return vectors.search(denseOnly(queryVector), topK, { allow }).map(({ id, score }) => {
      const { text, metadata } = records.get(id)!
      return {
        id,
        score,
        ...(text !== undefined && { text }),
        metadata: structuredClone(metadata),
        ...(options.includeVectors && { vector: vectors.get(id)! }),
      }
    })
  }

  /** All of the documents, or none when one is wrong. */
  async upsert(indexName: string, documents: readonly VectorRecord[], options: CallOptions = {}): Promise<void> {
    this.#enter(options)
    checkName(indexName)
    const additions = checkedRecords(documents).map(({ id, vector, text, metadata = {} }) => ({
      id,
      vector: denseOnly(vector),
      record: { text, metadata: structuredClone(metadata) },
    }))
    if (additions.length === 0) return
    const collection = this.#collections.get(indexName) ?? newCollection(additions[0]!.vector.length, 'cosine')
    collection.vectors.upsertMany(additions)
    for (const { id, record } of additions) collection.records.set(id, record)
    this.#collections.set(indexName, collection)
  }

  async delete(indexName: string, which: readonly string[] | Filter, options: CallOptions = {}): Promise<number> {
    this.#enter(options)
    if (typeof which !== 'object' || which === null) throw invalidOption('ids', which, 'a list of ids, or a filter')
    const collection = this.#collections.get(indexName)
    const ids = isIdList(which) ? which : matching(collection, which)
    let deleted = 0
    for (const id of ids) {
      if (!collection?.vectors.delete(id)) continue
      collection.records.delete(id)
      deleted++
    }
    return deleted
  }

  async count(indexName: string, filter?: Filter): Promise<number> {
    this.#enter()
    const collection = this.#collections.get(indexName)
    return filter === undefined ? (collection?.vectors.size ?? 0) : matching(collection, filter).length
  }

  /** An index that is there is left as it is; other dimensions or another metric than it has are an error. */
  async createIndex(indexName: string, spec: { dimensions: number; metric?: Metric }): Promise<void> {
    this.#enter()
    checkName(indexName)
    refuseUnknownOptions(spec, ['dimensions', 'metric'], 'createIndex')
    const present = this.#collections.get(indexName)?.vectors
    if (!present) {
      this.#collections.set(indexName, newCollection(spec.dimensions, spec.metric ?? 'cosine'))
      return
    }
    if (present.dimensions !== spec.dimensions) {
      throw new TesseraError(
        'DIMENSION_MISMATCH',
        `Index "${indexName}" is there already, with ${present.dimensions} dimensions instead of ${spec.dimensions}.`,
        { indexName, given: spec.dimensions, expected: present.dimensions },
      )
    }
    if (spec.metric !== undefined && spec.metric !== present.metric) {
      throw invalidOption('metric', spec.metric, `${present.metric}, which index "${indexName}" was created with`)
    }
  }

  async dropIndex(indexName: string): Promise<boolean> {
    this.#enter()
    return this.#collections.delete(indexName)
  }

  async describe(indexName: string): Promise<IndexDescription> {
    this.#enter()
    const collection = this.#collections.get(indexName)
    if (!collection) {
      throw new TesseraError('INDEX_NOT_FOUND', `There is no index "${indexName}".`, {
        given: indexName,
        known: [...this.#collections.keys()],
      })
    }
    const { dimensions, metric, size } = collection.vectors
    return { indexName, dimensions, metric, count: size }
  }

  async listIndexes(): Promise<string[]> {
    this.#enter()
    return [...this.#collections.keys()].sort()
  }

  /** Forgets everything; any later call is an error, except another `close`. */
  async close(): Promise<void> {
    this.#closed = true
    this.#collections.clear()
  }

  #enter(options: CallOptions = {}): void {
    if (this.#closed) throw new TesseraError('STORE_CLOSED', 'This vector store is closed.')
    throwIfAborted(options.signal)
  }
}

function newCollection(dimensions: number, metric: Metric): Collection {
  return { vectors: new VectorIndex({ dimensions, metric }), records: new Map() }
}

function matching(collection: Collection | undefined, filter: Filter): string[] {
  const passes = compileFilter(filter)
  return [...(collection?.records ?? [])].filter(([, { metadata }]) => passes(metadata)).map(([id]) => id)
}

function isIdList(which: readonly string[] | Filter): which is readonly string[] {
  return Array.isArray(which)
}

function checkName(indexName: unknown): void {
  if (typeof indexName !== 'string' || indexName === '') throw invalidOption('indexName', indexName, 'a name')
}

/** Sparse vectors, and one vector a token, are for other stores. */
function denseOnly(vector: readonly number[] | EmbeddingVector): DenseVector {
  const given: unknown = vector
  const dense = given instanceof Float32Array || (Array.isArray(given) && !(given[0] instanceof Float32Array))
  if (dense && given.length > 0) return given
  throw new TesseraError('INVALID_VECTOR', 'This store holds dense vectors: one list of numbers each.', {
    expected: 'a Float32Array or an array of numbers, not empty',
  })
}
