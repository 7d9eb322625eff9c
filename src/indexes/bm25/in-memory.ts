import type { CallOptions } from '../../core/chunking.js'
import { throwIfAborted } from '../../core/errors.js'
import { compileFilter } from '../../core/filter.js'
import { invalidOption } from '../../core/options.js'
import { requireId, requireIdList, requireMetadata } from '../../core/storable.js'
import type { Filter, StoreCapabilities, TextIndex, TextQuery, TextRecord } from '../../core/storage.js'
import type { Metadata } from '../../core/text.js'
import { BM25Index } from './bm25-index.js'
import { type BM25Options, resolveOptions } from './options.js'

/** A document found by words, with what was stored with it. */
export interface BM25Result {
  id: string
  /** Above 0. */
  score: number
  text: string
  metadata: Metadata
}

/**
 * Documents in memory, searched by BM25 with the textbook's numbers unless others are given. It serves one collection
 * (`addDocuments`, `search(query, topK)`) and, as a {@link TextIndex}, any number of named ones. A name that nothing was
 * ever written to is answered from the documents that were added without a name.
 *
 * @example
 * const index = new InMemoryBM25Index()
 * await index.addDocuments([{ id: '1', text: 'streaming configuration', metadata: { file: 'api.md' } }])
 * await index.search('configure streaming', 10)
 */
export class InMemoryBM25Index implements TextIndex {
  readonly capabilities: StoreCapabilities = {
    filter: 'pre',
    vectors: [],
    text: 'own-analyzer',
    hybrid: false,
    transactions: false,
    readYourWrites: true,
  }
  readonly #options: Omit<BM25Options, 'text'>
  readonly #unnamed: TextCollection
  readonly #named = new Map<string, TextCollection>()

  /** @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION` */
  constructor(options: Omit<BM25Options, 'text'> = {}) {
    const { k1, b, contextWeight, documentWeight, analyzer } = resolveOptions(options)
    this.#options = { k1, b, contextWeight, documentWeight, analyzer }
    this.#unnamed = new TextCollection(this.#options)
  }

  /** Documents added without a name. */
  get size(): number {
    return this.#unnamed.size
  }

  /** Adds documents, searchable at once; one with a known id replaces that one. */
  async addDocuments(documents: readonly TextRecord[]): Promise<void> {
    this.#unnamed.upsert(documents)
  }

  /** The best of the documents added without a name. Default `topK`: 10. */
  search(query: string | TextQuery, topK?: number): Promise<BM25Result[]>
  /** The best of a named collection that pass the filter. */
  search(
    indexName: string,
    query: string | TextQuery,
    topK: number,
    filter?: Filter,
    options?: CallOptions,
  ): Promise<BM25Result[]>
  async search(
    nameOrQuery: string | TextQuery,
    queryOrTopK?: string | TextQuery | number,
    topK = 10,
    filter?: Filter,
    options: CallOptions = {},
  ): Promise<BM25Result[]> {
    if (queryOrTopK === undefined || typeof queryOrTopK === 'number') {
      return this.#unnamed.search(nameOrQuery, queryOrTopK ?? 10, undefined)
    }
    if (typeof nameOrQuery !== 'string') throw invalidOption('indexName', nameOrQuery, 'a string')
    throwIfAborted(options.signal)
    return (this.#named.get(nameOrQuery) ?? this.#unnamed).search(queryOrTopK, topK, filter)
  }

  async upsert(indexName: string, documents: readonly TextRecord[], options: CallOptions = {}): Promise<void> {
    throwIfAborted(options.signal)
    if (typeof indexName !== 'string') throw invalidOption('indexName', indexName, 'a string')
    const collection = this.#named.get(indexName) ?? new TextCollection(this.#options)
    collection.upsert(documents)
    this.#named.set(indexName, collection)
  }

  /** Removes documents that were added without a name. @returns how many of the ids were there */
  delete(ids: readonly string[]): Promise<number>
  /** Removes documents of a named collection. @returns how many of the ids were there */
  delete(indexName: string, ids: readonly string[], options?: CallOptions): Promise<number>
  async delete(
    nameOrIds: string | readonly string[],
    ids?: readonly string[],
    options: CallOptions = {},
  ): Promise<number> {
    // A name without ids is more likely a lone id than a wish to delete nothing.
    const wanted = typeof nameOrIds === 'string' && ids !== undefined ? ids : nameOrIds
    requireIdList(wanted)
    if (typeof nameOrIds !== 'string') return this.#unnamed.delete(wanted)
    throwIfAborted(options.signal)
    return this.#named.get(nameOrIds)?.delete(wanted) ?? 0
  }
}

/** One collection: the index, and the documents it gives back. */
class TextCollection {
  readonly #documents = new Map<string, { text: string; metadata: Metadata }>()
  readonly #index: BM25Index

  constructor(options: Omit<BM25Options, 'text'>) {
    this.#index = new BM25Index({ ...options, text: (id) => this.#documents.get(id)?.text })
  }

  get size(): number {
    return this.#documents.size
  }

  /** All of the documents, or none when one is wrong. */
  upsert(documents: readonly TextRecord[]): void {
    const own = copiesOf(documents)
    this.#index.upsert(own)
    for (const { id, text, metadata } of own) this.#documents.set(id, { text, metadata })
  }

  delete(ids: readonly string[]): number {
    for (const id of ids) this.#documents.delete(id)
    return this.#index.delete(ids)
  }

  search(query: string | TextQuery, topK: number, filter: Filter | undefined): BM25Result[] {
    const passes = filter === undefined ? undefined : compileFilter(filter)
    const allow = passes === undefined ? undefined : (id: string) => passes(this.#documents.get(id)!.metadata)
    return this.#index.search(query, topK, allow).map(({ id, score }) => {
      const { text, metadata } = this.#documents.get(id)!
      return { id, score, text, metadata: structuredClone(metadata) }
    })
  }
}

function copiesOf(documents: readonly TextRecord[]): (TextRecord & { metadata: Metadata })[] {
  if (!Array.isArray(documents)) throw invalidOption('documents', documents, 'a list of { id, text, metadata }')
  return (documents as readonly TextRecord[]).map((document) => {
    requireId(document?.id, 'id')
    requireMetadata(document.metadata, 'metadata')
    return { ...document, metadata: structuredClone(document.metadata ?? {}) }
  })
}
