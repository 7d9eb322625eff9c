/** Mean first wait before a request is sent again, and the longest, in milliseconds. */
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000

/**
 * Exponential backoff with full jitter: a uniformly random share of a limit that doubles, so that clients that failed
 * together do not come back together (M. Brooker, "Exponential Backoff And Jitter", 2015).
 *
 * @param attempt 0 for the wait after the first failure
 * @param random uniformly from 0 up to 1
 * @returns milliseconds
 */
export function backoffDelay(attempt: number, random: number): number {
  return random * Math.min(LONGEST_DELAY_MS, 2 * FIRST_DELAY_MS * 2 ** attempt)
}
