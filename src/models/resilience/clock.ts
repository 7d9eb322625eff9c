import { throwIfAborted } from '../../core/index.js'

/** Time and chance, replaceable in tests. */
export interface Clock {
  /** Milliseconds that only go forward. */
  now(): number
  /** Waits; throws `ABORTED` as soon as the signal fires. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** A number from 0 up to 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep,
  random: () => Math.random(),
}

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal)
  if (milliseconds <= 0) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
  })
  throwIfAborted(signal)
}
