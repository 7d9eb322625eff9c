import type { IndexEntry } from '../../core/index.js'

/** The chunks of one index by what was embedded for them, so that a vector can be found again. */
export class VectorReuse {
  readonly #chunkIds = new Map<string, Set<string>>()

  add(entry: IndexEntry): void {
    for (const [cacheKey, chunkId] of vectorKeysOf(entry)) {
      this.#chunkIds.set(cacheKey, (this.#chunkIds.get(cacheKey) ?? new Set()).add(chunkId))
    }
  }

  remove(entry: IndexEntry): void {
    for (const [cacheKey, chunkId] of vectorKeysOf(entry)) {
      const ids = this.#chunkIds.get(cacheKey)
      ids?.delete(chunkId)
      if (ids?.size === 0) this.#chunkIds.delete(cacheKey)
    }
  }

  /** A chunk whose vector was made of this input; undefined when no document that is there has one. */
  chunkId(embedderId: string, key: string): string | undefined {
    return this.#chunkIds.get(cacheKeyOf(embedderId, key))?.values().next().value
  }
}

function vectorKeysOf({ vectorKeys = [], chunks, fingerprints }: IndexEntry): [cacheKey: string, chunkId: string][] {
  return vectorKeys.map((key, position) => [cacheKeyOf(fingerprints.embedder, key), chunks[position]!.id])
}

function cacheKeyOf(embedderId: string, key: string): string {
  return `${embedderId}\n${key}`
}
