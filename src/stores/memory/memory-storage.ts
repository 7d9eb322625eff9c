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
  refuseUnknownOptions,
  type Storage,
  type StoredDocument,
  throwIfAborted,
} from '../../core/index.js'
import type { BM25Index } from '../../indexes/bm25/index.js'
import { admitDocument } from '../engine/admit.js'
import { prepareDocument } from '../engine/entry.js'
import { EMBEDDED_CAPABILITIES, requireIndexName } from '../engine/host.js'
import { compareDocuments, compareEdges, compareText } from '../engine/order.js'
import { TextLeg } from '../engine/text-leg.js'
import { VectorLeg } from '../engine/vector-leg.js'
import { createEncoder, resolveWords, type WordOptions } from '../engine/words.js'
import { MemoryHost } from './memory-host.js'

/** How a {@link MemoryStorage} searches. */
export interface MemoryStorageOptions {
  /** How words are analysed and weighted. Default: the measured preset `QUALITY` and the English analyzer. */
  bm25?: WordOptions | undefined
}

/**
 * Documents, words, vectors and edges in the memory of this process; gone with it. What goes in and what comes out is
 * copied, so that later changes to an object never reach the storage. Safe in a browser.
 *
 * @example
 * const storage = new MemoryStorage()
 * await storage.put('docs', { document, chunks, vectors, fingerprints })
 * await storage.text.search('docs', 'transaction log', 5)
 */
export class MemoryStorage implements Storage {
  readonly capabilities = EMBEDDED_CAPABILITIES
  readonly vectors: VectorLeg
  readonly text: TextLeg
  readonly #host: MemoryHost
  readonly #encoder: BM25Index

  constructor(options: MemoryStorageOptions = {}) {
    refuseUnknownOptions(options, ['bm25'], 'MemoryStorage')
    const words = resolveWords(options.bm25)
    this.#host = new MemoryHost(words)
    this.#encoder = createEncoder(words)
    this.vectors = new VectorLeg(this.#host, () => this.close())
    this.text = new TextLeg(this.#host, this.#encoder, words)
  }

  async put(indexName: string, entry: IndexEntry, call: CallOptions = {}): Promise<void> {
    throwIfAborted(call.signal)
    requireIndexName(indexName)
    const known = this.#host.index(indexName)
    const prepared = prepareDocument(entry, this.#encoder)
    const spec = admitDocument(indexName, known?.search, prepared)
    const own = structuredClone({ ...entry, vectors: undefined })
    const index = this.#host.ensure(indexName)
    index.search.spec = spec
    index.put(own)
    index.search.putDocument({
      id: own.document.id,
      chunkIds: prepared.chunkIds,
      postings: prepared.postings,
      vectors: prepared.vectors,
      readMetadata: () => ({ document: own.document.metadata, chunks: own.chunks.map(({ metadata }) => metadata) }),
    })
  }

  async remove(indexName: string, documentId: string, call: CallOptions = {}): Promise<boolean> {
    throwIfAborted(call.signal)
    requireIndexName(indexName)
    const index = this.#host.index(indexName)
    if (!index?.remove(documentId)) return false
    return index.search.removeDocument(documentId)
  }

  async document(indexName: string, id: string): Promise<Document | undefined> {
    requireIndexName(indexName)
    return structuredClone(this.#host.index(indexName)?.document(id))
  }

  async describeDocuments(indexName: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    requireIndexName(indexName)
    const index = this.#host.index(indexName)
    return ids.map((id) => structuredClone(index?.describe(id)))
  }

  /** Ids of a document's chunks, in order; none when it is not there. */
  async chunkIds(indexName: string, documentId: string): Promise<string[]> {
    requireIndexName(indexName)
    return this.#host.index(indexName)?.chunkIds(documentId) ?? []
  }

  async chunks(indexName: string, ids: readonly string[]): Promise<(Chunk | undefined)[]> {
    requireIndexName(indexName)
    const index = this.#host.index(indexName)
    return ids.map((id) => structuredClone(index?.chunk(id)))
  }

  async *documents(indexName: string, filter?: Filter): AsyncGenerator<StoredDocument> {
    requireIndexName(indexName)
    const passes = compileFilter(filter)
    const documents = this.#host.index(indexName)?.documents() ?? []
    for (const document of documents.sort(compareDocuments)) {
      if (passes(document.metadata)) yield structuredClone(document)
    }
  }

  async cachedVectors(
    indexName: string,
    embedderId: string,
    keys: readonly string[],
  ): Promise<(EmbeddingVector | undefined)[]> {
    requireIndexName(indexName)
    const index = this.#host.index(indexName)
    return keys.map((key) => index?.cachedVector(embedderId, key))
  }

  async neighbours(indexName: string, chunkId: string, kinds?: readonly EdgeKind[]): Promise<Edge[]> {
    requireIndexName(indexName)
    const edges = this.#host.index(indexName)?.edges(chunkId, kinds) ?? []
    return structuredClone(edges.sort(compareEdges(chunkId)))
  }

  async listIndexes(): Promise<string[]> {
    const withDocuments = [...this.#host.all()].filter(([, index]) => index.search.documentCount > 0)
    return withDocuments.map(([name]) => name).sort(compareText)
  }

  async close(): Promise<void> {
    this.#host.close()
  }
}
