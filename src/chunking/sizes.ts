import { type ChunkingOptions, invalidOption, requireInteger, type Tokenizer } from '../core/index.js'
import type { Sizes } from './packer/index.js'

/** Options of every strategy. */
export const COMMON_OPTIONS = ['maxSize', 'overlap', 'minSize', 'unit', 'tokenizer', 'metadata'] as const

/**
 * Brings the sizes of a call and a strategy's defaults together.
 *
 * A default overlap that does not fit (more than half of a smaller `maxSize`) shrinks to a fifth of it; an explicit one
 * that does not fit is an error.
 *
 * @throws TesseraError `INVALID_OPTION`
 */
export function resolveSizes(given: ChunkingOptions, defaults: ChunkingOptions): Sizes {
  const maxSize = requireInteger('maxSize', given.maxSize ?? defaults.maxSize ?? 1000, 1)
  return {
    maxSize,
    overlap: resolveOverlap(given.overlap, defaults.overlap ?? 0, maxSize),
    minSize: resolveMinSize(given.minSize, defaults.minSize ?? 0, maxSize),
    tokenizer: resolveTokenizer(given.unit ?? defaults.unit ?? 'characters', given.tokenizer),
  }
}

function resolveOverlap(given: number | undefined, standard: number, maxSize: number): number {
  if (given === undefined) return standard > maxSize / 2 ? Math.floor(maxSize / 5) : standard
  requireInteger('overlap', given, 0)
  if (given >= maxSize) throw invalidOption('overlap', given, `smaller than maxSize (${maxSize})`)
  return given
}

function resolveMinSize(given: number | undefined, standard: number, maxSize: number): number {
  if (given === undefined) return Math.min(standard, maxSize)
  requireInteger('minSize', given, 0)
  if (given > maxSize) throw invalidOption('minSize', given, `no larger than maxSize (${maxSize})`)
  return given
}

function resolveTokenizer(unit: unknown, tokenizer: string | Tokenizer | undefined): Tokenizer | undefined {
  if (unit !== 'characters' && unit !== 'tokens') throw invalidOption('unit', unit, '"characters" or "tokens"')
  if (unit === 'characters') {
    if (tokenizer !== undefined) throw invalidOption('tokenizer', tokenizer, 'left out unless unit is "tokens"')
    return undefined
  }
  if (isTokenizer(tokenizer)) return tokenizer
  throw invalidOption('tokenizer', tokenizer, 'an object with id, encode(text) and count(text), as unit is "tokens"')
}

function isTokenizer(value: unknown): value is Tokenizer {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Tokenizer).encode === 'function' &&
    typeof (value as Tokenizer).count === 'function'
  )
}
