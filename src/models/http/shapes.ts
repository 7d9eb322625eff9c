/** A JSON object, or undefined for anything else. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The value behind a path of keys and positions, or undefined where the path leads nowhere. */
export function dig(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Object.hasOwn(current, key) ? (current as Record<string | number, unknown>)[key] : undefined
  }
  return current
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function asArray(value: unknown): unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

/** A count of tokens; undefined unless it is a finite number of at least 0. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/**
 * Puts items that carry their position in order.
 *
 * @param count how many there must be
 * @returns undefined unless each position from 0 to count - 1 occurs exactly once; items without any position are
 *   taken to be in order
 */
export function inOrder(items: readonly unknown[], count: number): unknown[] | undefined {
  if (items.length !== count) return undefined
  if (items.every((item) => dig(item, 'index') === undefined)) return [...items]
  const ordered: unknown[] = new Array(count)
  const seen = new Set<number>()
  for (const item of items) {
    const index = dig(item, 'index')
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= count) return undefined
    ordered[index] = item
    seen.add(index)
  }
  return seen.size === count ? ordered : undefined
}
