import { type Embedder, type EmbeddingVector, TesseraError } from '../core/index.js'

/**
 * The vector of a query.
 *
 * @throws TesseraError `PROVIDER_RESPONSE` where the embedder gives none, and what the embedder throws
 */
export async function queryVector(
  embedder: Embedder,
  query: string,
  signal: AbortSignal | undefined,
): Promise<EmbeddingVector> {
  // An embedder of the user's own may come from code without types.
  const result: { vectors?: EmbeddingVector[] } | undefined = await embedder.embed([query], {
    inputType: 'query',
    signal,
  })
  const vector = Array.isArray(result?.vectors) ? result.vectors[0] : undefined
  if (vector) return vector
  const message = `Embedder "${embedder.id}" gave no vector for the query.`
  throw new TesseraError('PROVIDER_RESPONSE', message, {
    embedder: embedder.id,
    expected: 1,
    given: 0,
    retryable: false,
  })
}
