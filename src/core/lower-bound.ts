/** Index of the first of ascending values that is at least `wanted`; their number when there is none. */
export function lowerBound(values: ArrayLike<number>, wanted: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! >= wanted) high = middle
    else low = middle + 1
  }
  return low
}

/** First index below `count` for which a condition holds that, once true, stays true; `count` when there is none. */
export function firstIndex(count: number, holds: (index: number) => boolean, from = 0): number {
  let low = from
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
