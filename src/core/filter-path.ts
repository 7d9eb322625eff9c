import type { Json, Metadata } from './text.js'

/** Most keys a dotted path may have. */
export const MAX_PATH_DEPTH = 64

/**
 * Turns a dotted path into a function that gives every value the path leads to, in order: none where the field is
 * missing, several where the path leads through lists of objects. A key that itself holds the dots wins over
 * descending, the longest first. Only own properties are seen: `constructor` and `__proto__` are keys like any other.
 *
 * @returns undefined when the path has more than {@link MAX_PATH_DEPTH} keys
 */
export function compilePath(path: string): ((metadata: Metadata) => Json[]) | undefined {
  if (!path.includes('.')) return (metadata) => (Object.hasOwn(metadata, path) ? [metadata[path]!] : [])
  const keys = path.split('.')
  if (keys.length > MAX_PATH_DEPTH) return undefined
  const routes = keys.map((_, from) => keys.slice(from).map((_, cut) => keys.slice(from, keys.length - cut).join('.')))
  return (metadata) => valuesAt(metadata, routes)
}

/** @param routes for each position, what a key from there may be called: all the rest first, a single key last */
function valuesAt(metadata: Metadata, routes: readonly (readonly string[])[]): Json[] {
  const found: Json[] = []
  const stack: { value: Json; from: number }[] = [{ value: metadata, from: 0 }]
  while (stack.length > 0) {
    const { value, from } = stack.pop()!
    if (from === routes.length) {
      found.push(value)
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i--) stack.push({ value: value[i]!, from })
    } else if (value !== null && typeof value === 'object') {
      const names = routes[from]!
      const taken = names.findIndex((name) => Object.hasOwn(value, name))
      if (taken >= 0) stack.push({ value: value[names[taken]!]!, from: routes.length - taken })
    }
  }
  return found
}
