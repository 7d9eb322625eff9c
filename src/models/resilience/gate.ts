import { throwIfAborted } from '../../core/index.js'
import type { Clock } from './clock.js'

/**
 * Lets a bounded number of requests through at once, in order of arrival, and learns the pace of a server that limits
 * it: a refusal halves the number and pauses everybody until the time the server names, each success raises it a little
 * (additive increase, multiplicative decrease, as in TCP).
 */
export class Gate {
  readonly #most: number
  readonly #clock: Clock
  readonly #waiting = new Set<() => void>()
  #width: number
  #running = 0
  #pausedUntil = 0
  #successes = 0

  /** @param most requests at once, at least 1 */
  constructor(most: number, clock: Clock) {
    this.#most = most
    this.#width = most
    this.#clock = clock
  }

  /** How many requests have succeeded so far. */
  get successes(): number {
    return this.#successes
  }

  /** Runs the work when its turn has come. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { result, release } = await this.hold(work, signal)
    release()
    return result
  }

  /**
   * Runs the work when its turn has come, and keeps its place when it has succeeded: what it opened may still be in use.
   *
   * @returns `release` gives the place to the next; calling it again does nothing
   */
  async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<{ result: T; release: () => void }> {
    await this.#enter(signal)
    let held = true
    const release = () => {
      if (!held) return
      held = false
      this.#running--
      this.#admit()
    }
    try {
      for (let pause = this.#pause(); pause > 0; pause = this.#pause()) await this.#clock.sleep(pause, signal)
      throwIfAborted(signal)
      const result = await work()
      this.#successes++
      this.#width = Math.min(this.#most, this.#width + 1 / this.#width)
      return { result, release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** The server said that it is asked too often. Refusals of requests that were sent together count as one. */
  slowDown(pauseMs: number): void {
    if (this.#pause() <= 0) this.#width = Math.max(1, this.#width / 2)
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + pauseMs)
  }

  #pause(): number {
    return this.#pausedUntil - this.#clock.now()
  }

  #enter(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      // An aborted request leaves the queue through the same door: it takes its turn at once and fails there.
      const admit = () => {
        signal?.removeEventListener('abort', admit)
        this.#waiting.delete(admit)
        this.#running++
        resolve()
      }
      if (signal?.aborted || (this.#waiting.size === 0 && this.#running < Math.floor(this.#width))) return admit()
      signal?.addEventListener('abort', admit)
      this.#waiting.add(admit)
    })
  }

  #admit(): void {
    for (const admit of this.#waiting) {
      if (this.#running >= Math.floor(this.#width)) return
      admit()
    }
  }
}
