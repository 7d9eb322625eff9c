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
  if (typeof tokenizer !== 'object' || tokenizer === null) {
    throw invalidOption('tokenizer', tokenizer, 'an object with id, encode(text) and count(text), as unit is "tokens"')
  }
  return checkTokenizer(tokenizer)
}

/** Any text shows whether a tokenizer answers as it should. */
const PROBE = 'a b'

/** A tokenizer whose sizes are no numbers would make chunks of any size, without a word: it is asked once. */
function checkTokenizer(tokenizer: Tokenizer): Tokenizer {
  const { id, encode, count } = tokenizer as Partial<Tokenizer>
  if (typeof id !== 'string') throw invalidOption('tokenizer.id', id, 'a string')
  if (typeof count !== 'function') throw invalidOption('tokenizer.count', count, 'a function of a text')
  if (typeof encode !== 'function') throw invalidOption('tokenizer.encode', encode, 'a function of a text')
  const size: unknown = tokenizer.count(PROBE)
  if (!isCount(size)) throw invalidOption('tokenizer.count', size, 'a function that returns a whole number from 0 on')
  const encoded: unknown = tokenizer.encode(PROBE)
  const offsets = (encoded as { offsets?: ArrayLike<unknown> } | null | undefined)?.offsets
  if (!offsets || !isCount(offsets.length) || !Array.from(offsets).every(isCount)) {
    throw invalidOption('tokenizer.encode', encoded, 'a function that returns { ids, offsets }, lists of whole numbers')
  }
  return tokenizer
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0
}
