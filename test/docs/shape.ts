/** Keys of objects as documents write them: `{ a, b: [{ c, d? }] }`. `undefined`: any value. */
export type Shape = undefined | [Shape] | ObjectShape
interface ObjectShape {
  [key: string]: { shape: Shape; optional: boolean }
}

/** Reads what documents write. @throws Error where it is nothing of the kind */
export function parseShape(text: string): Shape {
  const tokens = text.match(/[{}[\],:?]|\w+|\S/g) ?? []
  let at = 0
  const shape = value()
  if (at < tokens.length) throw new Error(`Unexpected "${tokens[at]}" in ${text}`)
  return shape

  function take(expected?: string): string {
    const token = tokens[at++]
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw new Error(`Expected "${expected}" and found "${token}" in ${text}`)
    }
    return token
  }

  function value(): Shape {
    if (take() === '[') {
      const shape = value()
      take(']')
      return [shape]
    }
    const shape: ObjectShape = {}
    do {
      const key = take()
      const optional = skip('?')
      shape[key] = { shape: skip(':') ? value() : undefined, optional }
    } while (skip(','))
    take('}')
    return shape
  }

  function skip(token: string): boolean {
    if (tokens[at] !== token) return false
    at++
    return true
  }
}

/** Where a value has other keys than documented, as readable paths. */
export function differences(value: unknown, shape: Shape, path = ''): string[] {
  if (shape === undefined || value === null) return []
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((item, index) => differences(item, shape[0], `${path}[${index}]`))
  }
  const object = value as Record<string, unknown>
  const unknown = Object.keys(object).filter((key) => !Object.hasOwn(shape, key))
  const missing = Object.keys(shape).filter((key) => !shape[key]!.optional && !Object.hasOwn(object, key))
  return [
    ...unknown.map((key) => `${path}.${key} is not documented`),
    ...missing.map((key) => `${path}.${key} is missing`),
    ...Object.entries(shape).flatMap(([key, entry]) => differences(object[key] ?? null, entry.shape, `${path}.${key}`)),
  ]
}
