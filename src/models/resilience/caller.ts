import { TesseraError } from '../../core/index.js'
import { redactStranger, safeCause } from '../http/index.js'
import { backoffDelay } from './backoff.js'
import { CircuitBreaker } from './breaker.js'
import type { Clock } from './clock.js'
import { Deadline } from './deadline.js'
import { Gate } from './gate.js'

/** A server that asks to wait longer than this is not waited for. */
const LONGEST_RETRY_AFTER_MS = 120_000

export interface CallerOptions {
  /** Named in messages. */
  provider: string
  /** How often a failed request is sent again. */
  maxRetries: number
  /** For one attempt; for a stream, from one event to the next. */
  timeoutMs: number
  /** Requests under way at once. */
  maxConcurrency: number
  clock: Clock
}

/** A result whose place among the requests under way is still taken. */
interface Held<T> {
  result: T
  release: () => void
}

/** Sends requests to one server as a considerate client does: bounded, timed, retried, and not at all while it is down. */
export class Caller {
  readonly #options: CallerOptions
  readonly #gate: Gate
  readonly #breaker: CircuitBreaker

  constructor(options: CallerOptions) {
    this.#options = options
    this.#gate = new Gate(options.maxConcurrency, options.clock)
    this.#breaker = new CircuitBreaker(options.provider, options.clock.now)
  }

  /** Runs one request, again where that can help, and gives its result or the last failure. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { result, release } = await this.#guarded(async (deadline) => {
      try {
        return await deadline.race(work(deadline.signal))
      } finally {
        deadline.end()
      }
    }, signal)
    release()
    return result
  }

  /**
   * Opens a stream and gives its items. Until the first item has come it is retried like any request; after that a
   * failure is final, since half an answer has been shown already. It counts as under way until it ends or is left.
   */
  async *stream<T>(open: (signal: AbortSignal) => AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
    const { result, release } = await this.#guarded(async (deadline) => {
      try {
        const iterator = open(deadline.signal)[Symbol.asyncIterator]()
        return { iterator, first: await deadline.race(iterator.next()), deadline }
      } catch (error) {
        deadline.cancel()
        throw error
      }
    }, signal)
    const { iterator, first, deadline } = result
    try {
      for (let item = first; !item.done; item = await deadline.race(iterator.next())) {
        deadline.pause()
        yield item.value
        deadline.restart()
      }
    } catch (error) {
      throw this.#explain(error)
    } finally {
      // Stops the transfer when the reader leaves early; after a complete stream there is nothing left to stop.
      deadline.cancel()
      iterator.return?.(undefined).catch(() => undefined)
      release()
    }
  }

  async #guarded<T>(attempt: (deadline: Deadline) => Promise<T>, signal: AbortSignal | undefined): Promise<Held<T>> {
    const settle = this.#breaker.enter()
    let outcome: 'up' | 'down' | 'unknown' = 'unknown'
    try {
      const result = await this.#retried(attempt, signal)
      outcome = 'up'
      return result
    } catch (error) {
      outcome = outcomeOf(error)
      throw error
    } finally {
      settle(outcome)
    }
  }

  async #retried<T>(attempt: (deadline: Deadline) => Promise<T>, signal: AbortSignal | undefined): Promise<Held<T>> {
    const { maxRetries, timeoutMs, clock, provider } = this.#options
    for (let failures = 0, attempts = 1; ; attempts++) {
      const before = this.#gate.successes
      try {
        return await this.#gate.hold(() => attempt(new Deadline(timeoutMs, provider, signal)), signal)
      } catch (thrown) {
        const error = this.#explain(thrown)
        if (error.details['retryable'] !== true) throw error
        const limited = error.code === 'PROVIDER_RATE_LIMIT'
        // A server that lets others through and not this request is working at its limit: waiting helps, so it is not
        // a failure that counts. Successes end, so this does.
        if (!limited || this.#gate.successes === before) failures++
        if (failures > maxRetries) throw exhausted(error, attempts)
        const asked = error.details['retryAfterMs']
        if (typeof asked === 'number' && asked > LONGEST_RETRY_AFTER_MS) throw error
        // A wait of 0 tells nothing.
        const delay =
          typeof asked === 'number' && asked > 0 ? asked : backoffDelay(Math.max(0, failures - 1), clock.random())
        if (limited) this.#gate.slowDown(delay)
        else await clock.sleep(delay, signal)
      }
    }
  }

  /** Whatever an adapter threw, as an error of ours. */
  #explain(error: unknown): TesseraError {
    if (TesseraError.isInstance(error)) return error
    const { provider } = this.#options
    const cause = safeCause(error, redactStranger)
    return new TesseraError(
      'PROVIDER_ERROR',
      `${provider} failed: ${cause.message}`,
      { provider, retryable: false },
      cause,
    )
  }
}

function outcomeOf(error: unknown): 'up' | 'down' | 'unknown' {
  const code = TesseraError.isInstance(error) ? error.code : undefined
  if (code === 'PROVIDER_UNAVAILABLE' || code === 'PROVIDER_TIMEOUT') return 'down'
  return code === undefined || code === 'ABORTED' ? 'unknown' : 'up'
}

function exhausted(error: TesseraError, attempts: number): TesseraError {
  if (attempts === 1) return error
  const message = `${error.message} (after ${attempts} attempts)`
  return new TesseraError(error.code, message, { ...error.details, attempts }, error.cause)
}
