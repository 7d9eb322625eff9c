import { invalidOption, type ModelName } from '../core/index.js'

/** An option that is text, undefined where it is not given. */
export function textOption(spec: ModelName, name: string): string | undefined {
  const value = spec[name]
  if (value === undefined || typeof value === 'string') return value
  throw invalidOption(name, typeof value, 'a string')
}

/** The first of some variables that is set. An empty one counts as unset, as shells and containers write it. */
export function firstOf(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string | undefined {
  return names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '')
}
