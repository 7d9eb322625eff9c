import { expect } from 'vitest'
import { type Filter, type Storage, TesseraError } from '../../src/core/index.js'
import { collect } from './entries.js'

/** The storage that a test of the suite has before it, with short ways to ask it; indexes are `main` unless named. */
export class Bench {
  #storage: Storage | undefined

  get storage(): Storage {
    return this.#storage!
  }

  set storage(storage: Storage) {
    this.#storage = storage
  }

  /** Ids of what words find, best first. */
  async wordHits(words: string, topK = 10, filter?: Filter, index = 'main'): Promise<string[]> {
    return (await this.storage.text.search(index, words, topK, filter)).map(({ id }) => id)
  }

  /** Ids of what a vector finds, best first. */
  async vectorHits(vector: Float32Array, topK = 10, filter?: Filter, index = 'main'): Promise<string[]> {
    return (await this.storage.vectors.query(index, vector, topK, filter)).map(({ id }) => id)
  }

  /** Of every document, as listed. */
  async uris(index = 'main', filter?: Filter): Promise<(string | undefined)[]> {
    return (await collect(this.storage.documents(index, filter))).map(({ uri }) => uri)
  }
}

/** Fails unless the work ends with a typed error of this code. */
export async function expectCode(work: Promise<unknown>, code: string): Promise<void> {
  const error = await work.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  )
  if (!TesseraError.isInstance(error)) throw error
  expect(error.code).toBe(code)
}
