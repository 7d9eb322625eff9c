import type { Chunk, Document, Edge, EdgeKind, Fingerprints, IndexEntry, StoredDocument } from '../../core/index.js'
import { describeEntry } from '../engine/entry.js'
import { type Leg, NamedIndex } from '../engine/named-index.js'
import type { Words } from '../engine/words.js'
import { EdgeTable } from './edge-table.js'
import { VectorReuse } from './vector-reuse.js'

/** One index with the record of it: what a database file holds for the other storage. */
export class MemoryIndex {
  readonly search: NamedIndex
  readonly #entries = new Map<string, IndexEntry>()
  readonly #chunks = new Map<string, Chunk>()
  readonly #edges = new EdgeTable()
  readonly #reuse = new VectorReuse()
  /** Of all entries; undefined when it has to be looked for. */
  #newest: IndexEntry | undefined

  constructor(name: string, words: Words) {
    this.search = new NamedIndex(name, words, (id) => this.text('text', id))
  }

  /** @param entry a copy that nobody else holds */
  put(entry: IndexEntry): void {
    this.remove(entry.document.id)
    this.#entries.set(entry.document.id, entry)
    this.#newest = entry
    for (const chunk of entry.chunks) this.#chunks.set(chunk.id, chunk)
    if (entry.edges) this.#edges.add(entry.document.id, entry.edges)
    this.#reuse.add(entry)
  }

  /** @returns whether it was there */
  remove(documentId: string): boolean {
    const entry = this.#entries.get(documentId)
    if (!entry) return false
    this.#entries.delete(documentId)
    if (this.#newest === entry) this.#newest = undefined
    for (const chunk of entry.chunks) this.#chunks.delete(chunk.id)
    this.#edges.remove(documentId)
    this.#reuse.remove(entry)
    return true
  }

  document(id: string): Document | undefined {
    return this.#entries.get(id)?.document
  }

  chunk(id: string): Chunk | undefined {
    return this.#chunks.get(id)
  }

  /** Text of a chunk or of a loose record. */
  text(leg: Leg, id: string): string | undefined {
    return this.#chunks.get(id)?.text ?? this.search.loose(leg, id)?.text
  }

  /** What is remembered of a document, not copied. */
  describe(id: string): StoredDocument | undefined {
    const entry = this.#entries.get(id)
    return entry && describeEntry(entry)
  }

  /** In no particular order. */
  documents(): StoredDocument[] {
    return Array.from(this.#entries.values(), describeEntry)
  }

  /** Ids of a document's chunks, in order. */
  chunkIds(documentId: string): string[] {
    return this.#entries.get(documentId)?.chunks.map(({ id }) => id) ?? []
  }

  /** Fingerprints of the document that was put last. */
  fingerprints(): Fingerprints | undefined {
    if (!this.#newest) for (const entry of this.#entries.values()) this.#newest = entry
    return this.#newest?.fingerprints
  }

  /** A copy of a vector that was made of this input. */
  cachedVector(embedderId: string, key: string): Float32Array | undefined {
    const chunkId = this.#reuse.chunkId(embedderId, key)
    return chunkId === undefined ? undefined : this.search.vector(chunkId)
  }

  /** Edges of which both ends are there. */
  edges(chunkId: string, kinds: readonly EdgeKind[] | undefined): Edge[] {
    if (!this.#chunks.has(chunkId)) return []
    return this.#edges
      .touching(chunkId)
      .filter(
        (edge) => this.#chunks.has(edge.from) && this.#chunks.has(edge.to) && (!kinds || kinds.includes(edge.kind)),
      )
  }
}
