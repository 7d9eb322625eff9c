/**
 * Applies a function to every item, up to `concurrency` at a time, and yields the results in the order of the items. A
 * result is not asked for before there is room for it; the first error ends the iteration where its result would stand.
 */
export async function* mapOrdered<T, R>(
  items: readonly T[],
  concurrency: number,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for (let next = 0; next < items.length || running.length > 0; ) {
    while (next < items.length && running.length < concurrency) running.push(start(map, items[next++]!))
    yield await running.shift()!
  }
}

/** An error is heard when its turn comes; until then, or when nobody asks any more, it must not count as unhandled. */
function start<T, R>(map: (item: T) => Promise<R>, item: T): Promise<R> {
  const result = (async () => map(item))()
  result.catch(() => {})
  return result
}
