import type { CallOptions } from './chunking.js'
import type { Chunk, ContextPart, Document } from './document.js'
import type { EmbeddingVector } from './models.js'
import type { Metadata } from './text.js'

/** A vector with its key, and what should come back with it. */
export interface VectorRecord {
  id: string
  vector: EmbeddingVector | readonly number[]
  text?: string | undefined
  metadata?: Metadata | undefined
}

/** A vector that was found, with what was stored beside it. */
export interface VectorMatch {
  id: string
  /** Higher is better, whatever the metric. */
  score: number
  text?: string
  metadata?: Metadata
  vector?: EmbeddingVector
}

/** What makes vectors alike. */
export type Metric = 'cosine' | 'dot' | 'l2'

/** Named collections of vectors. */
export interface VectorStore {
  readonly capabilities: StoreCapabilities
  /** The `topK` best of the index; an unknown index has no matches. Filters apply before the cut. */
  query(
    indexName: string,
    queryVector: readonly number[] | EmbeddingVector,
    topK: number,
    filter?: Filter,
    options?: CallOptions & { includeVectors?: boolean },
  ): Promise<VectorMatch[]>
  /** Creates the index when it is new; replaces records of the same id. */
  upsert(indexName: string, documents: readonly VectorRecord[], options?: CallOptions): Promise<void>
  /** @returns how many were there */
  delete(indexName: string, ids: readonly string[] | Filter, options?: CallOptions): Promise<number>
  count(indexName: string, filter?: Filter): Promise<number>
  createIndex(indexName: string, spec: { dimensions: number; metric?: Metric }): Promise<void>
  /** @returns whether it was there */
  dropIndex(indexName: string): Promise<boolean>
  describe(indexName: string): Promise<IndexDescription>
  listIndexes(): Promise<string[]>
  /** Makes earlier writes visible to queries, where the engine does not do so by itself. */
  refresh?(indexName: string): Promise<void>
  close(): Promise<void>
}

/** What an engine can do; callers choose by these, never by its name. */
export interface StoreCapabilities {
  filter: 'pre' | 'post'
  vectors: readonly ('dense' | 'sparse' | 'multi')[]
  text: 'own-analyzer' | 'engine-analyzer' | 'none'
  hybrid: boolean
  transactions: boolean
  readYourWrites: boolean
}

/** What an index holds and was made with. */
export interface IndexDescription {
  indexName: string
  dimensions?: number | undefined
  metric?: Metric | undefined
  count: number
  fingerprints?: Fingerprints | undefined
}

/** What was used to build an index; a difference says what must be done again. */
export interface Fingerprints {
  schema: number
  chunker: string
  analyzer: string
  /** Id of the embedder; `none` for documents without vectors. */
  embedder: string
}

/** Words to find, with words that must or must not occur. */
export interface TextQuery {
  text: string
  required?: string[] | undefined
  excluded?: string[] | undefined
  phrases?: string[] | undefined
}

/** A text to be found by its words, with its key. */
export interface TextRecord {
  id: string
  text: string
  /** Indexed as a field of its own. */
  context?: readonly ContextPart[] | undefined
  /** Chunks of one document lend each other weight. */
  documentId?: string | undefined
  metadata?: Metadata | undefined
}

/** `score` is above 0: a record without any of the query's words is not a match. */
export interface TextMatch {
  id: string
  score: number
  text?: string
  metadata?: Metadata
}

/** Named collections searched by words. */
export interface TextIndex {
  readonly capabilities: StoreCapabilities
  search(
    indexName: string,
    query: string | TextQuery,
    topK: number,
    filter?: Filter,
    options?: CallOptions,
  ): Promise<TextMatch[]>
  upsert(indexName: string, documents: readonly TextRecord[], options?: CallOptions): Promise<void>
  delete(indexName: string, ids: readonly string[], options?: CallOptions): Promise<number>
  /**
   * The distinct words of a text as the index sees them (stemmed, without stop words), each with its weight: the idf of
   * BM25. A word the index does not hold has the largest weight. Absent where an engine keeps its statistics to itself.
   */
  wordWeights?(indexName: string, text: string): Promise<WordWeight[]>
}

/** A word of a question and how much it tells documents of an index apart. */
export interface WordWeight {
  word: string
  /** Idf, above 0. */
  weight: number
  /** How many records of the index hold it. */
  count: number
}

/** `{ field: value }`, operators `$eq $ne $gt $gte $lt $lte $in $nin $exists $contains`, combined by `$and $or $not`; dotted paths. */
export type Filter = { [key: string]: unknown }

/** All that belongs to one document, put and removed together. */
export interface IndexEntry {
  document: Document
  chunks: readonly Chunk[]
  /** One a chunk, in the same order. */
  vectors?: readonly EmbeddingVector[] | undefined
  /** Hashes of what was embedded, one a vector: under these {@link Storage.cachedVectors} gives the vectors again. */
  vectorKeys?: readonly string[] | undefined
  edges?: readonly Edge[] | undefined
  fingerprints: Fingerprints
}

/** What a relation between two chunks says. */
export type EdgeKind = 'similar' | 'next' | 'contains' | 'link' | 'reference' | 'symbol'

/** A relation between two chunks. */
export interface Edge {
  from: string
  to: string
  kind: EdgeKind
  weight: number
}

/** What a storage remembers of a document, without its text. */
export interface StoredDocument {
  id: string
  uri?: string | undefined
  title?: string | undefined
  mediaType: string
  contentHash: string
  metadata: Metadata
  fingerprints: Fingerprints
  /** How many chunks it has. */
  chunks: number
}

/** A vector with the hash of what was embedded. */
export interface KeptVector {
  key: string
  vector: Float32Array
}

/**
 * What the pipeline writes to. Embedded: one SQLite file, one transaction a document. Over separate engines: idempotent
 * upserts, the document record last; a hit whose document is not committed is never shown.
 */
export interface Storage {
  readonly capabilities: StoreCapabilities
  readonly vectors: VectorStore
  readonly text: TextIndex
  /** Adds a document with everything that belongs to it, or replaces the one of the same id. */
  put(indexName: string, entry: IndexEntry, call?: CallOptions): Promise<void>
  /** @returns whether it was there */
  remove(indexName: string, documentId: string, call?: CallOptions): Promise<boolean>
  document(indexName: string, id: string): Promise<Document | undefined>
  /** What is remembered of documents without reading their texts, in the order of `ids`. */
  describeDocuments(indexName: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]>
  /** In the order of `ids`; undefined where there is none. */
  chunks(indexName: string, ids: readonly string[]): Promise<(Chunk | undefined)[]>
  /** Every document that matches, ordered by uri. For incremental ingestion and listings. */
  documents(indexName: string, filter?: Filter): AsyncIterable<StoredDocument>
  /**
   * Vectors that this index holds of the same embedded input, for reuse; keys are hashes of what is embedded. Those of
   * other indexes are never given: one tenant must not learn what another one has.
   */
  cachedVectors?(
    indexName: string,
    embedderId: string,
    keys: readonly string[],
  ): Promise<(EmbeddingVector | undefined)[]>
  /**
   * Keeps vectors that a document will have once it is put, so that they survive until then: {@link cachedVectors} gives
   * them from now on. Putting or removing that document drops them.
   */
  keepVectors?(indexName: string, documentId: string, embedderId: string, kept: readonly KeptVector[]): Promise<void>
  neighbours(indexName: string, chunkId: string, kinds?: readonly EdgeKind[]): Promise<Edge[]>
  /** Names of all indexes that hold a document. */
  listIndexes(): Promise<string[]>
  close(): Promise<void>
}
