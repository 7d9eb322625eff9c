import { isBusy } from './failure.js'

/** How a call waits for another process. */
export interface Patience {
  /** Milliseconds; then the error of the last try is thrown. */
  busyTimeout: number
  /** Asked before each try; throws when the call is aborted or its storage closed. */
  requireWanted(): void
}

/** First and longest pause between two tries, in milliseconds. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 50

/**
 * Tries again while another process holds the lock. The pauses leave the event loop free, where SQLite's own
 * `busy_timeout` would stop it.
 */
export async function whenFree<T>(work: () => T, { busyTimeout, requireWanted }: Patience): Promise<T> {
  const deadline = performance.now() + busyTimeout
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    requireWanted()
    try {
      return work()
    } catch (error) {
      const left = deadline - performance.now()
      if (!isBusy(error) || left <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
    }
  }
}
