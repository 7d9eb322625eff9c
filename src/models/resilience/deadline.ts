import { TesseraError, throwIfAborted } from '../../core/index.js'

/**
 * A signal that fires when the caller's does or when time is up, with the error to throw as its reason: `ABORTED` or
 * `PROVIDER_TIMEOUT`. Call {@link end} when the work is over, or timer and listener stay.
 */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #milliseconds: number
  readonly #what: string
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param what named in the timeout's message: who was waited for */
  constructor(milliseconds: number, what: string, caller?: AbortSignal) {
    throwIfAborted(caller)
    this.#milliseconds = milliseconds
    this.#what = what
    this.#caller = caller
    caller?.addEventListener('abort', this.#onAbort)
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Stops counting: it is the reader of a stream who takes time now, not the server. */
  pause(): void {
    clearTimeout(this.#timer)
  }

  /** Begins to count anew; for streams, where each event is a sign of life. */
  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onTimeout, this.#milliseconds)
  }

  /** Waits for the work, but not longer than the signal allows, even if the work does not listen to it. */
  async race<T>(work: Promise<T>): Promise<T> {
    let stop: () => void = () => undefined
    const fired = new Promise<never>((_, reject) => {
      stop = () => reject(this.signal.reason)
      if (this.signal.aborted) stop()
      else this.signal.addEventListener('abort', stop)
    })
    try {
      return await Promise.race([work, fired])
    } finally {
      this.signal.removeEventListener('abort', stop)
    }
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#onAbort)
  }

  /** Ends, and stops whatever still runs under the signal. */
  cancel(): void {
    this.end()
    this.#controller.abort(new TesseraError('ABORTED', 'The reader stopped.'))
  }

  readonly #onAbort = (): void => {
    this.#controller.abort(new TesseraError('ABORTED', 'The operation was aborted.', {}, this.#caller?.reason))
  }

  readonly #onTimeout = (): void => {
    const message = `${this.#what} did not answer within ${this.#milliseconds} ms (option timeoutMs).`
    const details = { timeoutMs: this.#milliseconds, retryable: true }
    this.#controller.abort(new TesseraError('PROVIDER_TIMEOUT', message, details))
  }
}
