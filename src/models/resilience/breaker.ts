import { TesseraError } from '../../core/index.js'

/** Failures in a row after which a server counts as down, and how long it is then left alone. */
const FAILURES_TO_OPEN = 5
const REST_MS = 30_000

/**
 * Circuit breaker: while a server is down, calls fail at once instead of each waiting for its own timeouts. After a
 * rest one call is let through as a probe; its outcome closes the circuit or opens it for another rest. Calls that the
 * breaker turned away say nothing about the server and are never counted. There is no timer: time is only looked at.
 */
export class CircuitBreaker {
  readonly #provider: string
  readonly #now: () => number
  #failures = 0
  #openUntil = 0
  #probing = false

  constructor(provider: string, now: () => number) {
    this.#provider = provider
    this.#now = now
  }

  /**
   * Asks for leave to call; every call that gets it must report how it went, by exactly one call of the result.
   *
   * @returns takes `up` when the server answered (even with a refusal), `down` when it did not, and `unknown` when the
   *   call was given up for a reason of our own
   * @throws TesseraError `PROVIDER_UNAVAILABLE` while the circuit is open
   */
  enter(): (outcome: 'up' | 'down' | 'unknown') => void {
    if (this.#failures < FAILURES_TO_OPEN) return (outcome) => this.#settle(outcome)
    const remainingMs = Math.ceil(this.#openUntil - this.#now())
    if (remainingMs > 0 || this.#probing) {
      const when = remainingMs > 0 ? `It is asked again in ${remainingMs} ms.` : 'One request is finding out.'
      throw new TesseraError(
        'PROVIDER_UNAVAILABLE',
        `${this.#provider} failed ${this.#failures} times in a row and is left alone for now. ${when}`,
        {
          provider: this.#provider,
          failures: this.#failures,
          retryable: false,
          retryAfterMs: Math.max(0, remainingMs),
        },
      )
    }
    this.#probing = true
    return (outcome) => {
      this.#probing = false
      this.#settle(outcome)
    }
  }

  #settle(outcome: 'up' | 'down' | 'unknown'): void {
    if (outcome === 'up') this.#failures = 0
    if (outcome !== 'down') return
    this.#failures++
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#now() + REST_MS
  }
}
