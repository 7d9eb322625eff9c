import { invalidOption } from '../../core/index.js'
import { type Analyzer, createAnalyzer } from '../../text/index.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'

const DEFAULT_DIMENSIONS = 2048
/** More buckets than this hold nothing but zeros. */
const MOST_DIMENSIONS = 65_536
const MODEL_NAME = 'words'

/**
 * Hashed lexical vectors (feature hashing, Weinberger et al. 2009): each term has a bucket and a sign by its hash,
 * weighted by 1 + ln of how often it occurs. It finds what shares words, so in fusion with a search by words it
 * deserves little weight.
 */
export function hashEmbedding({ provider, modelName, dimensions }: ModelSettings): EmbeddingEndpoint {
  if (modelName !== MODEL_NAME) throw invalidOption('modelName', modelName, `"${MODEL_NAME}" for provider hash`)
  const size = dimensions ?? DEFAULT_DIMENSIONS
  if (size > MOST_DIMENSIONS) throw invalidOption('dimensions', size, `at most ${MOST_DIMENSIONS} for provider hash`)
  const analyzer = createAnalyzer()
  return {
    // Other terms, other vectors: the analyzer is part of the model.
    id: `${provider}:${analyzer.id}:${size}`,
    dimensions: size,
    accepts: ['text'],
    fusionWeight: 0.2,
    limits: { inputs: 256, tokens: 1_000_000, concurrency: 1 },
    longInputs: 'refuses',
    async embed(inputs) {
      return { vectors: inputs.map((input) => hashVector(termsOf(analyzer, input as string), size)) }
    },
  }
}

/**
 * The vector of a bag of words; not normalised.
 *
 * @param words at least one
 */
export function hashVector(words: readonly string[], dimensions: number): Float32Array {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vector = new Float32Array(dimensions)
  for (const [word, count] of counts) {
    const hash = fnv1a(word)
    const bucket = hash % dimensions
    const sign = (hash >>> 20) & 1 ? -1 : 1
    vector[bucket]! += sign * (1 + Math.log(count))
  }
  // Words may cancel each other out; a vector of zeros would be at no angle to anything.
  if (vector.every((value) => value === 0)) vector[fnv1a(words[0]!) % dimensions] = 1
  return vector
}

/** 32-bit FNV-1a over UTF-16 units (Fowler, Noll, Vo). */
function fnv1a(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    if (unit > 0xff) hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return hash >>> 0
}

/** Text of stop words or signs alone still needs a vector of its own: then its words, or else its characters, count. */
function termsOf(analyzer: Analyzer, text: string): string[] {
  const terms = analyzer.analyze(text)
  if (terms.length > 0) return terms
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? Array.from(text)
}
