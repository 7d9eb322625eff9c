import {
  type CallOptions,
  type EmbeddingVector,
  type Filter,
  type IndexDescription,
  requireInteger,
  type StoreCapabilities,
  TesseraError,
  type TextIndex,
  type TextMatch,
  type TextQuery,
  type VectorMatch,
  type VectorStore,
  type WordWeight,
} from '../../core/index.js'
import type { Leg } from '../engine/named-index.js'
import { committedOnly } from './committed.js'

/** What the legs of a composed storage need of it. */
export interface ComposedHost {
  readonly capabilities: StoreCapabilities
  /** Tells of ids of a leg, in order, which chunk they stand for; undefined where it is not, or no longer, committed. */
  committed(indexName: string, leg: Leg, ids: readonly string[]): Promise<(string | undefined)[]>
  close(): Promise<void>
}

/** The vectors of an engine, without those whose document is not committed. */
export class CommittedVectors implements VectorStore {
  readonly capabilities: StoreCapabilities
  readonly #engine: VectorStore
  readonly #host: ComposedHost

  constructor(engine: VectorStore, host: ComposedHost) {
    this.#engine = engine
    this.#host = host
    this.capabilities = host.capabilities
  }

  async query(
    indexName: string,
    queryVector: readonly number[] | EmbeddingVector,
    topK: number,
    filter?: Filter,
    options?: CallOptions & { includeVectors?: boolean },
  ): Promise<VectorMatch[]> {
    requireInteger('topK', topK, 1)
    return committedOnly(
      topK,
      (most) => this.#engine.query(indexName, queryVector, most, filter, options),
      (ids) => this.#host.committed(indexName, 'vector', ids),
    )
  }

  /** @throws TesseraError `FEATURE_NOT_AVAILABLE`, always: what belongs to no document would never be found */
  async upsert(): Promise<void> {
    throw onlyDocuments('vectors.upsert')
  }

  /** @throws TesseraError `FEATURE_NOT_AVAILABLE`, always */
  async delete(): Promise<number> {
    throw onlyDocuments('vectors.delete')
  }

  /** What the engine counts: vectors of a document that is just being written are among them. */
  count(indexName: string, filter?: Filter): Promise<number> {
    return this.#engine.count(indexName, filter)
  }

  createIndex(indexName: string, spec: Parameters<VectorStore['createIndex']>[1]): Promise<void> {
    return this.#engine.createIndex(indexName, spec)
  }

  /** @throws TesseraError `FEATURE_NOT_AVAILABLE`, always: words and documents would stay behind */
  async dropIndex(): Promise<boolean> {
    throw onlyDocuments('vectors.dropIndex')
  }

  describe(indexName: string): Promise<IndexDescription> {
    return this.#engine.describe(indexName)
  }

  listIndexes(): Promise<string[]> {
    return this.#engine.listIndexes()
  }

  async refresh(indexName: string): Promise<void> {
    await this.#engine.refresh?.(indexName)
  }

  close(): Promise<void> {
    return this.#host.close()
  }
}

/** The words of an engine, without records whose document is not committed. */
export class CommittedText implements TextIndex {
  readonly capabilities: StoreCapabilities
  /** Absent where the engine keeps its statistics to itself. */
  readonly wordWeights?: (indexName: string, text: string) => Promise<WordWeight[]>
  readonly #engine: TextIndex
  readonly #host: ComposedHost

  constructor(engine: TextIndex, host: ComposedHost) {
    this.#engine = engine
    this.#host = host
    this.capabilities = host.capabilities
    if (engine.wordWeights) this.wordWeights = (indexName, text) => engine.wordWeights!(indexName, text)
  }

  async search(
    indexName: string,
    query: string | TextQuery,
    topK: number,
    filter?: Filter,
    options?: CallOptions,
  ): Promise<TextMatch[]> {
    requireInteger('topK', topK, 1)
    return committedOnly(
      topK,
      (most) => this.#engine.search(indexName, query, most, filter, options),
      (ids) => this.#host.committed(indexName, 'text', ids),
    )
  }

  /** @throws TesseraError `FEATURE_NOT_AVAILABLE`, always: what belongs to no document would never be found */
  async upsert(): Promise<void> {
    throw onlyDocuments('text.upsert')
  }

  /** @throws TesseraError `FEATURE_NOT_AVAILABLE`, always */
  async delete(): Promise<number> {
    throw onlyDocuments('text.delete')
  }
}

function onlyDocuments(operation: string): TesseraError {
  const message = `${operation} is not available on a composed storage, which holds whole documents: use put and remove, or the engine itself.`
  return new TesseraError('FEATURE_NOT_AVAILABLE', message, { operation })
}
