import {
  type CallOptions,
  type Chunk,
  type Document,
  type Edge,
  type EdgeKind,
  type Filter,
  type Fingerprints,
  type IndexEntry,
  refuseUnknownOptions,
  type Storage,
  type StoreCapabilities,
  type StoredDocument,
  TesseraError,
  type TextIndex,
  throwIfAborted,
  type VectorStore,
} from '../../core/index.js'
import { checkEntry, textRecord } from '../engine/entry.js'
import { requireIndexName } from '../engine/host.js'
import type { Leg } from '../engine/named-index.js'
import { embedderMismatch } from '../engine/spec.js'
import { MemoryStorage } from '../memory/index.js'
import { CommittedText, CommittedVectors, type ComposedHost } from './committed-legs.js'
import { Turns } from './turns.js'
import { chunkIdOf, type EngineChunk, engineChunks } from './versions.js'

/** A storage that can also tell the chunks of a document: what keeps the record in a composed one. */
export interface DocumentStore extends Storage {
  /** Ids of a document's chunks, in order; none when it is not there. */
  chunkIds(indexName: string, documentId: string): Promise<string[]>
}

/** The engines a storage is composed of. */
export interface ComposeOptions {
  /** Keeps documents, chunks and edges: what is in it is committed. Default: a new {@link MemoryStorage}. */
  documents?: DocumentStore | undefined
  /** Default: that of `documents`. */
  text?: TextIndex | undefined
  /** Default: that of `documents`. */
  vectors?: VectorStore | undefined
}

/**
 * One storage over separate engines. Nothing is transactional across engines, so order makes a document whole: chunks
 * go to the engines first and the document record last; on removal the record goes first. A hit without a record is
 * never shown. A writer that dies in between leaves at worst chunks that nobody sees until the document is put again.
 *
 * Closing it closes the engines. Writes to one document take turns within this storage; over processes the caller sees
 * to it.
 *
 * @throws TesseraError `UNKNOWN_OPTION`
 * @example
 * const storage = composeStorage({ documents: await openSqliteStorage('./docs.db'), vectors: new InMemoryVectorStore() })
 */
export function composeStorage(options: ComposeOptions): Storage {
  refuseUnknownOptions(options, ['documents', 'text', 'vectors'], 'composeStorage')
  const documents = options.documents ?? new MemoryStorage()
  return new ComposedStorage(documents, options.text ?? documents.text, options.vectors ?? documents.vectors)
}

class ComposedStorage implements Storage, ComposedHost {
  readonly capabilities: StoreCapabilities
  readonly vectors: CommittedVectors
  readonly text: CommittedText
  /** Absent where the document store has none, as is `keepVectors`. */
  cachedVectors?: NonNullable<Storage['cachedVectors']>
  keepVectors?: NonNullable<Storage['keepVectors']>
  readonly #documents: DocumentStore
  /** Undefined where the document store's own leg is used, which its `put` fills. */
  readonly #textEngine: TextIndex | undefined
  readonly #vectorEngine: VectorStore | undefined
  readonly #turns = new Turns()

  constructor(documents: DocumentStore, text: TextIndex, vectors: VectorStore) {
    this.capabilities = combined(documents, text, vectors)
    this.#documents = documents
    this.#textEngine = text === documents.text ? undefined : text
    this.#vectorEngine = vectors === documents.vectors ? undefined : vectors
    this.vectors = new CommittedVectors(vectors, this)
    this.text = new CommittedText(text, this)
    this.#forwardReuse(documents)
  }

  async put(indexName: string, entry: IndexEntry, call: CallOptions = {}): Promise<void> {
    throwIfAborted(call.signal)
    requireIndexName(indexName)
    checkEntry(entry)
    await this.#inTurn(indexName, entry.document.id, async () => {
      await this.#requireSameEmbedder(indexName, entry)
      const before = await this.#engineIds(indexName, entry.document.id)
      const chunks = engineChunks(entry.document, entry.chunks, entry.fingerprints.embedder)
      await this.#writeLegs(indexName, chunks, entry.vectors, call)
      const record = this.#vectorEngine ? withoutVectors(entry) : entry
      // The commit. From here on a failure may leave chunks of the old version behind, which are no longer seen.
      await this.#documents.put(indexName, record, call)
      const now = new Set(chunks.map(({ id }) => id))
      const gone = before.filter((id) => !now.has(id))
      await this.#clearLegs(indexName, gone, entry.vectors ? gone : before)
    })
  }

  async remove(indexName: string, documentId: string, call: CallOptions = {}): Promise<boolean> {
    throwIfAborted(call.signal)
    requireIndexName(indexName)
    return this.#inTurn(indexName, documentId, async () => {
      const engineIds = await this.#engineIds(indexName, documentId)
      const wasThere = await this.#documents.remove(indexName, documentId, call)
      await this.#clearLegs(indexName, engineIds, engineIds)
      return wasThere
    })
  }

  document(indexName: string, id: string): Promise<Document | undefined> {
    return this.#documents.document(indexName, id)
  }

  describeDocuments(indexName: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    return this.#documents.describeDocuments(indexName, ids)
  }

  chunks(indexName: string, ids: readonly string[]): Promise<(Chunk | undefined)[]> {
    return this.#documents.chunks(indexName, ids)
  }

  documents(indexName: string, filter?: Filter): AsyncIterable<StoredDocument> {
    return this.#documents.documents(indexName, filter)
  }

  neighbours(indexName: string, chunkId: string, kinds?: readonly EdgeKind[]): Promise<Edge[]> {
    return this.#documents.neighbours(indexName, chunkId, kinds)
  }

  listIndexes(): Promise<string[]> {
    return this.#documents.listIndexes()
  }

  async committed(indexName: string, leg: Leg, ids: readonly string[]): Promise<(string | undefined)[]> {
    const engine = leg === 'text' ? this.#textEngine : this.#vectorEngine
    const chunkIds = engine ? ids.map(chunkIdOf) : ids
    const chunks = await this.#documents.chunks(indexName, chunkIds)
    if (!engine) return chunks.map((chunk) => chunk?.id)
    const known = chunks.filter((chunk) => chunk !== undefined)
    const documentIds = [...new Set(known.map(({ documentId }) => documentId))]
    const documents = await this.#documents.describeDocuments(indexName, documentIds)
    const byId = new Map(documents.map((document) => [document?.id, document]))
    return chunks.map((chunk, position) => {
      const document = chunk && byId.get(chunk.documentId)
      if (!document) return undefined
      const [current] = engineChunks(document, [chunk], document.fingerprints.embedder)
      return current!.id === ids[position] ? chunk.id : undefined
    })
  }

  async close(): Promise<void> {
    await this.#vectorEngine?.close()
    await this.#documents.close()
  }

  /** Vectors of its own the document store finds again; of those in another engine, only what is kept for later. */
  #forwardReuse(documents: DocumentStore): void {
    if (documents.cachedVectors) this.cachedVectors = (...given) => documents.cachedVectors!(...given)
    if (documents.keepVectors) this.keepVectors = (...given) => documents.keepVectors!(...given)
  }

  #inTurn<T>(indexName: string, documentId: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(JSON.stringify([indexName, documentId]), work)
  }

  /** Ids under which the engines keep the committed version of a document. */
  async #engineIds(indexName: string, documentId: string): Promise<string[]> {
    if (!this.#textEngine && !this.#vectorEngine) return []
    const [document] = await this.#documents.describeDocuments(indexName, [documentId])
    if (!document) return []
    const chunkIds = await this.#documents.chunkIds(indexName, documentId)
    const chunks = (await this.#documents.chunks(indexName, chunkIds)).filter((chunk) => chunk !== undefined)
    return engineChunks(document, chunks, document.fingerprints.embedder).map(({ id }) => id)
  }

  async #writeLegs(
    indexName: string,
    chunks: readonly EngineChunk[],
    vectors: IndexEntry['vectors'],
    call: CallOptions,
  ): Promise<void> {
    if (this.#vectorEngine && vectors && vectors.length > 0) {
      const records = chunks.map(({ id, chunk, metadata }, position) => ({
        id,
        vector: vectors[position]!,
        text: chunk.text,
        metadata,
      }))
      await this.#vectorEngine.upsert(indexName, records, call)
    }
    if (this.#textEngine && chunks.length > 0) {
      const records = chunks.map(({ id, chunk, metadata }) => ({ ...textRecord(chunk), id, metadata }))
      await this.#textEngine.upsert(indexName, records, call)
    }
  }

  /** Not stopped by a signal: what is committed is followed through. */
  async #clearLegs(indexName: string, textIds: readonly string[], vectorIds: readonly string[]): Promise<void> {
    if (vectorIds.length > 0) await this.#vectorEngine?.delete(indexName, vectorIds)
    if (textIds.length > 0) await this.#textEngine?.delete(indexName, textIds)
  }

  /** The vector engine knows dimensions but not who made its vectors; the documents do. */
  async #requireSameEmbedder(indexName: string, { document, vectors, fingerprints }: IndexEntry): Promise<void> {
    if (!this.#vectorEngine || !vectors || vectors.length === 0) return
    const newest = await this.#newestFingerprints(indexName)
    if (newest === undefined || newest.embedder === fingerprints.embedder) return
    for await (const other of this.#documents.documents(indexName)) {
      const { embedder } = other.fingerprints
      const isComparable = embedder === fingerprints.embedder || embedder === NO_EMBEDDER
      if (other.id === document.id || other.chunks === 0 || isComparable) continue
      if (await this.#hasVectors(indexName)) throw embedderMismatch(indexName, embedder, fingerprints.embedder)
    }
  }

  async #newestFingerprints(indexName: string): Promise<Fingerprints | undefined> {
    try {
      return (await this.#documents.vectors.describe(indexName)).fingerprints
    } catch (error) {
      if (TesseraError.isInstance(error) && error.code === 'INDEX_NOT_FOUND') return undefined
      throw error
    }
  }

  async #hasVectors(indexName: string): Promise<boolean> {
    return (await this.vectors.count(indexName)) > 0
  }
}

/** Fingerprint of documents that are found by words alone. */
const NO_EMBEDDER = 'none'

/** Vectors that another engine holds need not be held twice. */
function withoutVectors({ vectors: _, vectorKeys: __, ...entry }: IndexEntry): IndexEntry {
  return entry
}

/** What the engines can do together is what each of them can. */
function combined(documents: Storage, text: TextIndex, vectors: VectorStore): StoreCapabilities {
  const all = [documents.capabilities, text.capabilities, vectors.capabilities]
  return {
    filter: [text, vectors].every(({ capabilities }) => capabilities.filter === 'pre') ? 'pre' : 'post',
    vectors: vectors.capabilities.vectors,
    text: text.capabilities.text,
    hybrid: false,
    transactions: false,
    readYourWrites: all.every(({ readYourWrites }) => readYourWrites),
  }
}
