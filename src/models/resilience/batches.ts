import type { BatchLimits } from '../provider.js'

/**
 * Cuts a list of inputs into requests, in order: as many as fit by count and by tokens. An input that is larger than a
 * request may be goes alone.
 *
 * @param sizes tokens of each input
 * @returns first position and position after the last of each request
 */
export function planBatches(sizes: readonly number[], limits: BatchLimits): { start: number; end: number }[] {
  const batches: { start: number; end: number }[] = []
  let start = 0
  let tokens = 0
  for (let i = 0; i < sizes.length; i++) {
    const size = sizes[i]!
    if (i > start && (i - start >= limits.inputs || tokens + size > limits.tokens)) {
      batches.push({ start, end: i })
      start = i
      tokens = 0
    }
    tokens += size
  }
  if (sizes.length > start) batches.push({ start, end: sizes.length })
  return batches
}

/**
 * Does all the work at once; the first failure stops the rest and is thrown when nothing runs any more.
 *
 * @param work gets a signal of its own, which fires when the caller's does or when another part has failed
 */
export async function allOrNothing<T, R>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  // One signal a part: hundreds of listeners on one would look like a leak.
  const controllers = items.map(() => new AbortController())
  const stop = (reason: unknown) => {
    for (const controller of controllers) controller.abort(reason)
  }
  const onAbort = () => stop(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort)
  let failure: { error: unknown } | undefined
  try {
    const results = await Promise.all(
      items.map((item, index) =>
        work(item, controllers[index]!.signal).catch((error: unknown) => {
          failure ??= { error }
          stop(error)
          return undefined
        }),
      ),
    )
    if (failure) throw failure.error
    return results as R[]
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
