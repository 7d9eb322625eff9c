import {
  type CallOptions,
  type EmbeddingVector,
  type Filter,
  type IndexDescription,
  invalidOption,
  type Metric,
  requireInteger,
  type VectorMatch,
  type VectorRecord,
  type VectorStore,
  validateFilter,
} from '../../core/index.js'
import { refuseOwned } from './admit.js'
import { checkedRecords, packVectors } from './entry.js'
import { EMBEDDED_CAPABILITIES, type IndexHost, indexNotFound, requireIndexName } from './host.js'
import type { NamedIndex, Scored } from './named-index.js'
import { requireDimensions, requireDirection } from './spec.js'

const METRICS: readonly Metric[] = ['cosine', 'dot', 'l2']

/** The vectors of an embedded storage: chunks of its documents, and records upserted by themselves. */
export class VectorLeg implements VectorStore {
  readonly capabilities = EMBEDDED_CAPABILITIES
  readonly #host: IndexHost
  readonly #close: () => Promise<void>

  /** @param close closes the storage both legs belong to */
  constructor(host: IndexHost, close: () => Promise<void>) {
    this.#host = host
    this.#close = close
  }

  async query(
    indexName: string,
    queryVector: readonly number[] | EmbeddingVector,
    topK: number,
    filter?: Filter,
    options: CallOptions & { includeVectors?: boolean } = {},
  ): Promise<VectorMatch[]> {
    requireIndexName(indexName)
    requireInteger('topK', topK, 1)
    validateFilter(filter)
    return this.#host.read(indexName, options, (index) => {
      const query = packVectors([queryVector])
      requireDirection(index?.spec.metric ?? 'cosine', query)
      if (!index) return []
      requireDimensions(indexName, index.spec, query.dimensions)
      const scored = index.searchVectors(query.values, topK, filter)
      return this.#matches(index, scored, options.includeVectors === true)
    })
  }

  async upsert(indexName: string, documents: readonly VectorRecord[], options: CallOptions = {}): Promise<void> {
    requireIndexName(indexName)
    const last = checkedRecords(documents)
    if (last.length === 0) return
    const vectors = packVectors(last.map(({ vector }) => vector))
    const records = last.map(({ id, text, metadata }) => ({ id, text, metadata }))
    await this.#host.putLoose(indexName, { leg: 'vector', records, vectors }, options)
  }

  async delete(indexName: string, ids: readonly string[] | Filter, options: CallOptions = {}): Promise<number> {
    requireIndexName(indexName)
    if (!isIdList(ids)) validateFilter(ids)
    const select = (index: NamedIndex) => {
      const selected = isIdList(ids) ? ids : index.idsWithVector(ids)
      refuseOwned(index, selected)
      return selected
    }
    return this.#host.deleteLoose(indexName, 'vector', select, options)
  }

  async count(indexName: string, filter?: Filter): Promise<number> {
    requireIndexName(indexName)
    validateFilter(filter)
    return this.#host.read(indexName, {}, (index) => {
      if (!index) return 0
      return filter === undefined ? index.vectorCount : index.idsWithVector(filter).length
    })
  }

  /** Fixes dimensions and metric before the first vector. Again with the same values it does nothing. */
  async createIndex(indexName: string, spec: { dimensions: number; metric?: Metric }): Promise<void> {
    requireIndexName(indexName)
    const { dimensions, metric = 'cosine' } = spec
    requireInteger('dimensions', dimensions, 1, 65_536)
    if (!METRICS.includes(metric)) throw invalidOption('metric', metric, `one of ${METRICS.join(', ')}`)
    await this.#host.createIndex(indexName, { dimensions, metric })
  }

  /** Removes the index with all that is in it: documents, vectors and words. */
  async dropIndex(indexName: string): Promise<boolean> {
    requireIndexName(indexName)
    return this.#host.dropIndex(indexName)
  }

  async describe(indexName: string): Promise<IndexDescription> {
    requireIndexName(indexName)
    const description = await this.#host.describe(indexName)
    if (!description) throw indexNotFound(indexName, await this.#host.names())
    return description
  }

  async listIndexes(): Promise<string[]> {
    return this.#host.names()
  }

  async close(): Promise<void> {
    await this.#close()
  }

  #matches(index: NamedIndex, scored: readonly Scored[], includeVectors: boolean): VectorMatch[] {
    const texts = this.#host.texts(
      index,
      'vector',
      scored.map(({ id }) => id),
    )
    return scored.map(({ id, score }, rank) => {
      const match: VectorMatch = { id, score, metadata: structuredClone(index.metadata('vector', id)) }
      const text = texts[rank]
      if (text !== undefined) match.text = text
      const vector = includeVectors ? index.vector(id) : undefined
      if (vector) match.vector = vector
      return match
    })
  }
}

function isIdList(ids: readonly string[] | Filter): ids is readonly string[] {
  return Array.isArray(ids)
}
