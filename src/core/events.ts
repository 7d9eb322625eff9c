/** The stages that report when they start and end. */
export type Stage = 'load' | 'chunk' | 'embed' | 'store' | 'retrieve' | 'fuse' | 'graph' | 'rerank' | 'generate'

/** Both ends of a stage carry the same `callId`. */
export interface StageEvent {
  name: `${Stage}:start` | `${Stage}:end`
  callId: number
  /** Only at the end, in milliseconds. */
  durationMs?: number
  /** What was decided and counted: names, numbers and ids, never text of documents or secrets. */
  [detail: string]: unknown
}

/** Hears the beginnings and ends of stages. */
export type StageListener = (event: StageEvent) => void

/** Listeners by event name; `*` hears everything. A listener that throws does not disturb the work. */
export class StageEvents {
  readonly #listeners = new Map<string, Set<StageListener>>()
  #calls = 0

  /** @returns a function that stops listening */
  on(name: StageEvent['name'] | '*', listener: StageListener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Runs a stage between its two events. `details` may be filled in while it runs. */
  async stage<T>(stage: Stage, details: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
    const callId = ++this.#calls
    const began = performance.now()
    this.emit({ name: `${stage}:start`, callId, ...details })
    try {
      return await work()
    } catch (error) {
      details['failed'] = error instanceof Error ? error.message : String(error)
      throw error
    } finally {
      this.emit({ name: `${stage}:end`, callId, durationMs: performance.now() - began, ...details })
    }
  }

  emit(event: StageEvent): void {
    for (const key of [event.name, '*']) {
      for (const listener of this.#listeners.get(key) ?? []) {
        try {
          listener(event)
        } catch {
          // A listener's fault is its own.
        }
      }
    }
  }
}
