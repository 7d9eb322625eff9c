import {
  type Embedder,
  type EmbeddingVector,
  type KeptVector,
  type StageEvents,
  type Storage,
  TesseraError,
  type Usage,
} from '../core/index.js'
import { embeddingKey, embedMany } from '../models/index.js'
import { stopsAll } from './faults.js'

export interface EmbeddingQueueOptions {
  embedder: Embedder
  storage: Storage
  /** Where the documents go; vectors are reused within it alone. */
  indexName: string
  events: StageEvents
  signal?: AbortSignal | undefined
}

/** Vectors of the inputs of one document, in order. */
export interface EmbeddedInputs {
  vectors: EmbeddingVector[]
  /** Under these the vectors are found again once they are stored; one an input. */
  keys: string[]
  /** How many inputs were longer than the model reads. */
  truncated: number
}

interface Made {
  vector: EmbeddingVector
  truncated: boolean
}

interface Waiting {
  key: string
  text: string
  /** The call that asked first, and its document. */
  owner: number
  documentId: string
  resolve(made: Made): void
  reject(error: unknown): void
}

/** Inputs sent together, and how often that is done side by side: enough to keep a server busy, few to lose by a crash. */
const BATCH = 128
const MOST_BATCHES = 8

/**
 * Embeds for all documents of an ingest. Inputs of many small documents share requests: a full batch is sent at once, a
 * part of one as soon as nothing else is under way (Nagle's algorithm, RFC 896). What the storage knows, and what another
 * document of the ingest is waiting for, is not embedded again.
 */
export class EmbeddingQueue {
  readonly #options: EmbeddingQueueOptions
  /** By key, until every document that holds one has been stored, so that the storage knows the vector from then on. */
  readonly #held = new Map<string, { made: Promise<Made>; holders: number }>()
  /** By document: how many of its own inputs have no vector yet. */
  readonly #missing = new Map<number, number>()
  #waiting: Waiting[] = []
  #pending = 0
  #batches = 0
  #documents = 0
  #fault: unknown

  constructor(options: EmbeddingQueueOptions) {
    this.#options = options
  }

  get embedder(): Embedder {
    return this.#options.embedder
  }

  /** Whether there is work enough, so that the next document can wait. */
  get isFull(): boolean {
    return this.#pending >= BATCH * MOST_BATCHES
  }

  /**
   * Embeds the inputs of one document and hands the vectors to `store`; as long as that runs, other documents share them.
   *
   * @throws TesseraError of the embedder, when no request for these inputs is under way any more
   */
  async embed<T>(
    documentId: string,
    inputs: readonly string[],
    store: (embedded: EmbeddedInputs) => Promise<T>,
  ): Promise<T> {
    const keys = inputs.map((input) => embeddingKey(this.embedder.id, input, 'document'))
    const texts = new Map(keys.map((key, position) => [key, inputs[position]!]))
    const owner = ++this.#documents
    const made = Array.from(texts, ([key, text]) => this.#hold({ key, text, owner, documentId }))
    this.#send()
    try {
      await Promise.allSettled(made)
      const results = new Map([...texts.keys()].map((key, position) => [key, made[position]!]))
      const inOrder = await Promise.all(keys.map((key) => results.get(key)!))
      return await store({
        vectors: inOrder.map(({ vector }) => vector),
        // A key that is never looked for: the next time the cut is met and reported again.
        keys: keys.map((key, position) => (inOrder[position]!.truncated ? `cut:${key}` : key)),
        truncated: inOrder.filter(({ truncated }) => truncated).length,
      })
    } finally {
      for (const key of texts.keys()) this.#letGo(key)
      this.#missing.delete(owner)
    }
  }

  #hold(input: Omit<Waiting, 'resolve' | 'reject'>): Promise<Made> {
    const { key, owner } = input
    const held = this.#held.get(key)
    if (held) {
      held.holders++
      return held.made
    }
    const { promise, resolve, reject } = deferred<Made>()
    this.#held.set(key, { made: promise, holders: 1 })
    this.#waiting.push({ ...input, resolve, reject })
    this.#missing.set(owner, (this.#missing.get(owner) ?? 0) + 1)
    this.#pending++
    return promise
  }

  #letGo(key: string): void {
    const held = this.#held.get(key)
    if (held && --held.holders === 0) this.#held.delete(key)
  }

  #send(): void {
    while (
      this.#batches < MOST_BATCHES &&
      (this.#waiting.length >= BATCH || (this.#waiting.length > 0 && this.#batches === 0))
    ) {
      const batch = this.#waiting.slice(0, BATCH)
      this.#waiting = this.#waiting.slice(BATCH)
      this.#batches++
      void this.#run(batch).finally(() => {
        this.#pending -= batch.length
        this.#batches--
        this.#send()
      })
    }
  }

  /** Settles every input of a batch; never rejects. */
  async #run(batch: readonly Waiting[]): Promise<void> {
    try {
      if (this.#fault !== undefined) throw this.#fault
      const made = await this.#ask(batch)
      await this.#keepUnfinished(batch, made)
      for (const [position, { resolve }] of batch.entries()) resolve(made[position]!)
    } catch (error) {
      const parts = byOwner(batch)
      // One document's text may have been refused: that is no fault of the others in the same request.
      if (parts.length > 1 && isRefusal(error)) {
        for (const part of parts) await this.#run(part)
        return
      }
      if (stopsAll(error)) this.#fault ??= error
      for (const { reject } of batch) reject(error)
    }
  }

  /** Vectors of a document that waits for more of them would be lost if the process ended before it is stored. */
  async #keepUnfinished(batch: readonly Waiting[], made: readonly Made[]): Promise<void> {
    for (const { owner } of batch) this.#missing.set(owner, (this.#missing.get(owner) ?? 0) - 1)
    const kept = new Map<string, KeptVector[]>()
    for (const [position, { key, owner, documentId }] of batch.entries()) {
      const { vector, truncated } = made[position]!
      if (this.#missing.get(owner)! === 0 || truncated || !(vector instanceof Float32Array)) continue
      const ofDocument = kept.get(documentId) ?? []
      ofDocument.push({ key, vector })
      kept.set(documentId, ofDocument)
    }
    const { storage, indexName } = this.#options
    for (const [documentId, vectors] of kept) {
      await storage.keepVectors?.(indexName, documentId, this.embedder.id, vectors)
    }
  }

  async #ask(batch: readonly Waiting[]): Promise<Made[]> {
    const { embedder, storage, indexName, events, signal } = this.#options
    const details: Record<string, unknown> = { embedder: embedder.id, inputs: batch.length, inputType: 'document' }
    return events.stage('embed', details, async () => {
      const { vectors, truncated, cached, usage } = await embedMany(
        embedder,
        batch.map(({ text }) => text),
        {
          inputType: 'document',
          signal,
          cache: storage.cachedVectors && {
            get: async (keys) => storage.cachedVectors!(indexName, embedder.id, keys),
          },
        },
      )
      Object.assign(details, { reused: cached, ...usageDetails(usage) })
      const cut = new Set(truncated)
      return vectors.map((vector, position) => ({ vector, truncated: cut.has(position) }))
    })
  }
}

function usageDetails(usage: Usage | undefined): Record<string, number> {
  if (!usage) return {}
  return { inputTokens: usage.inputTokens, ...(usage.cost !== undefined && { cost: usage.cost }) }
}

function byOwner(batch: readonly Waiting[]): Waiting[][] {
  const parts = new Map<number, Waiting[]>()
  for (const input of batch) {
    const part = parts.get(input.owner)
    if (part) part.push(input)
    else parts.set(input.owner, [input])
  }
  return [...parts.values()]
}

/** The server answered, and would answer the same request the same way. */
function isRefusal(error: unknown): boolean {
  return TesseraError.isInstance(error) && !stopsAll(error) && error.details['retryable'] !== true
}

function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
