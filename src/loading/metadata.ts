import { invalidOption, type Metadata } from '../core/index.js'

/**
 * Refuses metadata that JSON would change or lose: functions, dates, `undefined`, NaN, bigints, cycles.
 *
 * @throws TesseraError `INVALID_OPTION`, naming the place
 */
export function requireMetadata(name: string, value: unknown): asserts value is Metadata {
  if (!isPlainObject(value)) throw invalidOption(name, value, 'an object of JSON values')
  const around = new Set<object>()
  const pending: ({ place: string; value: unknown } | { leave: object })[] = [{ place: name, value }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('leave' in next) {
      around.delete(next.leave)
      continue
    }
    const { place, value: inner } = next
    if (isScalar(inner)) continue
    if (!Array.isArray(inner) && !isPlainObject(inner)) throw invalidOption(place, inner, 'a JSON value')
    if (around.has(inner)) throw invalidOption(place, inner, 'free of cycles')
    around.add(inner)
    pending.push({ leave: inner })
    for (const [key, member] of Object.entries(inner)) pending.push({ place: `${place}.${key}`, value: member })
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
