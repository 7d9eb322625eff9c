import {
  type ContextPart,
  compileFilter,
  type Filter,
  type Metadata,
  type TextQuery,
  type WordWeight,
} from '../../core/index.js'
import { BM25Index, idf } from '../../indexes/bm25/index.js'
import { VectorIndex } from '../../indexes/vector/index.js'
import type { Analyzer } from '../../text/index.js'
import type { PackedVectors } from './entry.js'
import { EMPTY_SPEC, type IndexSpec } from './spec.js'
import type { Words } from './words.js'

/** The two ways to search an index; each may also hold records that belong to no document. */
export type Leg = 'text' | 'vector'

/** What the memory side needs of a document. */
export interface IndexedDocument {
  id: string
  chunkIds: readonly string[]
  /** A segment of `BM25Index.encodeSegment`; undefined when the index has these postings already. */
  postings: Uint8Array | undefined
  vectors?: PackedVectors | undefined
  /** Asked for at the first filter that meets the document. */
  readMetadata(): { document: Metadata; chunks: readonly (Metadata | null)[] }
}

/** A record that was upserted into one leg by itself. */
export interface LooseRecord {
  id: string
  /** Absent where it is read from the record when it is needed. */
  text?: string | undefined
  context?: readonly ContextPart[] | undefined
  documentId?: string | undefined
  metadata?: Metadata | undefined
}

/** Loose records of one leg, with their vectors or with the postings of each. */
export type LooseRecords =
  | { leg: 'vector'; records: readonly LooseRecord[]; vectors: PackedVectors }
  | { leg: 'text'; records: readonly LooseRecord[]; postings: readonly (Uint8Array | undefined)[] }

/** Ids, best first. */
export interface Scored {
  id: string
  /** Higher is better. */
  score: number
}

/**
 * The searchable side of one named index, in memory: postings, vectors, and the metadata filters see. It knows nothing
 * of where the record of it is kept, so every embedded storage is this plus a record. Nothing is shared between two
 * indexes, not even word statistics.
 */
export class NamedIndex {
  readonly name: string
  readonly postings: BM25Index
  readonly #analyzer: Analyzer
  #spec: IndexSpec = EMPTY_SPEC
  #vectors: VectorIndex | undefined
  readonly #documents = new Map<string, DocumentSlot>()
  readonly #chunks = new Map<string, { slot: DocumentSlot; position: number }>()
  readonly #loose = { text: new Map<string, LooseRecord>(), vector: new Map<string, LooseRecord>() }

  /** @param text reads the text of a record, for phrases */
  constructor(name: string, words: Words, text: (id: string) => string | undefined) {
    this.name = name
    this.postings = new BM25Index({ ...words, text })
    this.#analyzer = words.analyzer
  }

  get spec(): IndexSpec {
    return this.#spec
  }

  /** Vectors of other dimensions or metric replace those that were there; callers make sure that none are. */
  set spec(spec: IndexSpec) {
    const changed = spec.dimensions !== this.#spec.dimensions || spec.metric !== this.#spec.metric
    this.#spec = spec
    if (changed) this.#vectors = undefined
  }

  get documentCount(): number {
    return this.#documents.size
  }

  get vectorCount(): number {
    return this.#vectors?.size ?? 0
  }

  /** Adds a document or replaces the one of the same id. */
  putDocument(document: IndexedDocument): void {
    this.removeDocument(document.id)
    const slot = new DocumentSlot(document)
    this.#documents.set(document.id, slot)
    for (const [position, id] of document.chunkIds.entries()) this.#chunks.set(id, { slot, position })
    if (document.postings) this.postings.addSegment(document.postings)
    if (document.vectors) this.#vectorIndex().loadMany([...document.chunkIds], document.vectors.values)
  }

  /** @returns whether it was there */
  removeDocument(id: string): boolean {
    const slot = this.#documents.get(id)
    if (!slot) return false
    this.#documents.delete(id)
    this.postings.delete(slot.chunkIds)
    for (const chunkId of slot.chunkIds) {
      this.#chunks.delete(chunkId)
      this.#vectors?.delete(chunkId)
    }
    return true
  }

  /** Adds the record at a position of its batch, or replaces the one of the same id. */
  putLoose(record: LooseRecord, batch: LooseRecords, position: number): void {
    this.#loose[batch.leg].set(record.id, record)
    if (batch.leg === 'text') {
      const postings = batch.postings[position]
      if (postings) this.postings.addSegment(postings)
    } else {
      const { dimensions, values } = batch.vectors
      this.#vectorIndex().upsert(record.id, values.subarray(position * dimensions, (position + 1) * dimensions))
    }
  }

  /** @returns whether it was there */
  deleteLoose(leg: Leg, id: string): boolean {
    if (!this.#loose[leg].delete(id)) return false
    if (leg === 'text') this.postings.delete([id])
    else this.#vectors?.delete(id)
    return true
  }

  /** Id of the document a chunk belongs to; undefined for loose records and unknown ids. */
  ownerOf(chunkId: string): string | undefined {
    return this.#chunks.get(chunkId)?.slot.id
  }

  loose(leg: Leg, id: string): LooseRecord | undefined {
    return this.#loose[leg].get(id)
  }

  /** Ids of every record that is found by words. */
  textIds(): string[] {
    return [...this.#chunks.keys(), ...this.#loose.text.keys()]
  }

  /** Distinct words of a text with their idf in this index. */
  wordWeights(text: string): WordWeight[] {
    // Any record's explanation tells of all words that the index holds, whether or not the record does.
    const id = this.#chunks.keys().next().value ?? this.#loose.text.keys().next().value
    const terms = id === undefined ? [] : (this.postings.explain(text, id)?.record.terms ?? [])
    const known = new Map(terms.map(({ term, idf, having }) => [term, { weight: idf, count: having }]))
    const unknown = { weight: idf(this.postings.size, 0), count: 0 }
    return [...new Set(this.#analyzer.analyze(text))].map((word) => ({ word, ...(known.get(word) ?? unknown) }))
  }

  hasText(id: string): boolean {
    return this.#chunks.has(id) || this.#loose.text.has(id)
  }

  /** How many vectors would remain without those of one document and these loose records. */
  vectorsBeside(documentId: string | undefined, looseIds: readonly string[]): number {
    const slot = documentId === undefined ? undefined : this.#documents.get(documentId)
    const replaced = new Set(looseIds.filter((id) => this.#loose.vector.has(id)))
    return this.vectorCount - replaced.size - (slot?.hasVectors ? slot.chunkIds.length : 0)
  }

  searchText(query: string | TextQuery, topK: number, filter: Filter | undefined): Scored[] {
    return this.postings.search(query, topK, this.#allow('text', filter))
  }

  searchVectors(query: Float32Array, topK: number, filter: Filter | undefined): Scored[] {
    const allow = this.#allow('vector', filter)
    return this.#vectors?.search(query, topK, allow ? { allow } : {}) ?? []
  }

  /** A copy. */
  vector(id: string): Float32Array | undefined {
    return this.#vectors?.get(id)
  }

  /** Ids of every record with a vector that passes, in order of arrival. */
  idsWithVector(filter: Filter | undefined): string[] {
    const allow = this.#allow('vector', filter)
    const ids = [...this.#documents.values()].flatMap((slot) => (slot.hasVectors ? slot.chunkIds : []))
    const all = [...ids, ...this.#loose.vector.keys()]
    return allow ? all.filter(allow) : all
  }

  /** Metadata of document and chunk together (the chunk's wins), or of the loose record. */
  metadata(leg: Leg, id: string): Metadata {
    const chunk = this.#chunks.get(id)
    return chunk ? chunk.slot.metadata(chunk.position) : (this.#loose[leg].get(id)?.metadata ?? {})
  }

  #allow(leg: Leg, filter: Filter | undefined): ((id: string) => boolean) | undefined {
    if (filter === undefined) return undefined
    const passes = compileFilter(filter)
    return (id) => passes(this.metadata(leg, id))
  }

  #vectorIndex(): VectorIndex {
    this.#vectors ??= new VectorIndex({ dimensions: this.#spec.dimensions!, metric: this.#spec.metric })
    return this.#vectors
  }
}

/** What is kept of a document; metadata is merged once, when it is first needed. */
class DocumentSlot {
  readonly id: string
  readonly chunkIds: readonly string[]
  readonly hasVectors: boolean
  readonly #read: IndexedDocument['readMetadata']
  #merged: Metadata[] | undefined

  constructor(document: IndexedDocument) {
    this.id = document.id
    this.chunkIds = document.chunkIds
    this.hasVectors = document.vectors !== undefined
    this.#read = document.readMetadata
  }

  metadata(position: number): Metadata {
    this.#merged ??= this.#merge()
    return this.#merged[position]!
  }

  #merge(): Metadata[] {
    const { document, chunks } = this.#read()
    // Chunks without metadata of their own share the document's object.
    return chunks.map((own) => (own && Object.keys(own).length > 0 ? { ...document, ...own } : document))
  }
}
