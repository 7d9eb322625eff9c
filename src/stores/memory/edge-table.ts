import type { Edge } from '../../core/index.js'

/** Edges by the chunks they touch, removable with the document that brought them. */
export class EdgeTable {
  readonly #byOwner = new Map<string, readonly Edge[]>()
  readonly #byChunk = new Map<string, Set<Edge>>()

  add(documentId: string, edges: readonly Edge[]): void {
    this.#byOwner.set(documentId, edges)
    for (const edge of edges) {
      for (const chunkId of [edge.from, edge.to]) {
        const touching = this.#byChunk.get(chunkId) ?? new Set()
        this.#byChunk.set(chunkId, touching.add(edge))
      }
    }
  }

  remove(documentId: string): void {
    for (const edge of this.#byOwner.get(documentId) ?? []) {
      for (const chunkId of [edge.from, edge.to]) {
        const touching = this.#byChunk.get(chunkId)
        touching?.delete(edge)
        if (touching?.size === 0) this.#byChunk.delete(chunkId)
      }
    }
    this.#byOwner.delete(documentId)
  }

  touching(chunkId: string): Edge[] {
    return [...(this.#byChunk.get(chunkId) ?? [])]
  }
}
