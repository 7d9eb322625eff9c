import {
  type CallOptions,
  type Embedder,
  type EmbeddingVector,
  type ImageInput,
  sha256,
  TesseraError,
  type Usage,
} from '../core/index.js'

/** Remembers vectors by {@link embeddingKey}, for example in the storage. */
export interface VectorCache {
  /** In the order of `keys`; undefined where there is none. */
  get(keys: readonly string[]): Promise<readonly (EmbeddingVector | undefined)[]>
  /** May forget; must not change the vectors. */
  set?(entries: readonly { key: string; vector: EmbeddingVector }[]): Promise<void>
}

/** How inputs are embedded: documents to be found or a query, and where their vectors may be known already. */
export interface EmbedManyOptions extends CallOptions {
  inputType: 'query' | 'document'
  cache?: VectorCache | undefined
}

/**
 * Embeds inputs, each different one once, and none that the cache knows. A vector of an input that the model cut is not
 * put into the cache, so that the cut is reported every time.
 *
 * @returns one vector for each input, in order; `cached`: how many inputs needed no request; `truncated`: positions
 */
export async function embedMany(
  embedder: Embedder,
  inputs: readonly (string | ImageInput)[],
  { inputType, cache, signal }: EmbedManyOptions,
): Promise<{ vectors: EmbeddingVector[]; usage?: Usage | undefined; truncated: number[]; cached: number }> {
  const keys = inputs.map((input) => embeddingKey(embedder.id, input, inputType))
  const first = new Map<string, number>()
  for (const [position, key] of keys.entries()) if (!first.has(key)) first.set(key, position)
  const wanted = [...first.keys()]
  const known = cache ? await cache.get(wanted) : []
  const vectors = new Map<string, EmbeddingVector>()
  const missing: string[] = []
  for (const [position, key] of wanted.entries()) {
    const vector = known[position]
    if (vector) vectors.set(key, vector)
    else missing.push(key)
  }
  const cachedKeys = new Set(vectors.keys())
  const cut = new Set<string>()
  let usage: Usage | undefined
  if (missing.length > 0) {
    const result = await embedder.embed(
      missing.map((key) => inputs[first.get(key)!]!),
      { inputType, signal },
    )
    // An embedder of the user's own may come from code without types.
    const given = Array.isArray(result?.vectors) ? result.vectors.length : 0
    if (given !== missing.length) throw wrongCount(embedder, missing.length, given)
    for (const position of result.truncated ?? []) cut.add(missing[position]!)
    for (const [position, key] of missing.entries()) vectors.set(key, result.vectors[position]!)
    usage = result.usage
    const fresh = missing.filter((key) => !cut.has(key)).map((key) => ({ key, vector: vectors.get(key)! }))
    if (fresh.length > 0) await cache?.set?.(fresh)
  }
  return {
    vectors: keys.map((key) => vectors.get(key)!),
    usage,
    truncated: keys.flatMap((key, position) => (cut.has(key) ? [position] : [])),
    cached: keys.filter((key) => cachedKeys.has(key)).length,
  }
}

function wrongCount({ id }: Embedder, expected: number, given: number): TesseraError {
  const message = `Embedder "${id}" gave ${given} vectors for ${expected} inputs.`
  return new TesseraError('PROVIDER_RESPONSE', message, { embedder: id, expected, given, retryable: false })
}

/** The name of a vector: the same embedder, kind of input and content give the same vector. */
export function embeddingKey(embedderId: string, input: string | ImageInput, inputType: 'query' | 'document'): string {
  const content = typeof input === 'string' ? `text\n${input}` : `image\n${input.mediaType}\n${sha256(input.image)}`
  return sha256(`${embedderId}\n${inputType}\n${content}`)
}
