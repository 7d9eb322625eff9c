import { type Embedder, type IndexDescription, type Storage, TesseraError } from '../core/index.js'
import { estimateTokens, PRICES_AS_OF, priceOf } from '../models/index.js'

/** The model that made the vectors of an index. */
export interface IndexEmbedder {
  /** Id of the embedder. */
  id: string
  dimensions?: number | undefined
}

/** Texts that are looked at to guess what embedding all of them costs. */
const SAMPLE = 20

/** Who made the vectors of an index; undefined where it has none, or some that came without a document. */
export async function findIndexEmbedder(storage: Storage, indexName: string): Promise<IndexEmbedder | undefined> {
  const description = await describeIndex(storage, indexName)
  if (!description || description.count === 0) return undefined
  const { dimensions, fingerprints } = description
  const newest = fingerprints?.embedder ?? 'none'
  const id = newest === 'none' ? await embedderOfAnyDocument(storage, indexName) : newest
  return id === undefined ? undefined : { id, dimensions }
}

async function describeIndex(storage: Storage, indexName: string): Promise<IndexDescription | undefined> {
  try {
    return await storage.vectors.describe(indexName)
  } catch (error) {
    if (TesseraError.isInstance(error) && error.code === 'INDEX_NOT_FOUND') return undefined
    throw error
  }
}

/** Documents that were ingested without a model may stand between those that were not. */
async function embedderOfAnyDocument(storage: Storage, indexName: string): Promise<string | undefined> {
  for await (const { fingerprints, chunks } of storage.documents(indexName)) {
    if (fingerprints.embedder !== 'none' && chunks > 0) return fingerprints.embedder
  }
  return undefined
}

/**
 * Refuses an embedder whose vectors cannot be compared with those of the index, before it is asked for any.
 *
 * @returns whether the index has vectors to be compared with
 * @throws TesseraError `EMBEDDER_MISMATCH`: how to embed again, and about what that costs
 */
export async function requireIndexEmbedder(storage: Storage, indexName: string, embedder: Embedder): Promise<boolean> {
  const made = await findIndexEmbedder(storage, indexName)
  if (!made || made.id === embedder.id) return made !== undefined
  const { chunks, tokens } = await sizeOf(storage, indexName)
  // A model of a known name on another server has not the price of the name.
  const price = 'inputPrice' in embedder ? embedder.inputPrice : priceOf(embedder.id)?.input
  const cost = price === undefined ? undefined : (tokens * price) / 1e6
  const bill = cost === undefined ? '' : `, $${cost.toFixed(cost < 0.1 ? 4 : 2)} by the prices of ${PRICES_AS_OF}`
  throw new TesseraError(
    'EMBEDDER_MISMATCH',
    `Index "${indexName}" was embedded with "${made.id}", whose vectors cannot be compared with those of ` +
      `"${embedder.id}". Use "${made.id}", or ingest the documents again with the new model into another index ` +
      `(indexName, --index): ${chunks} chunks, about ${tokens} tokens${bill}.`,
    { indexName, expected: made.id, given: embedder.id, chunks, tokens, cost },
  )
}

/** Chunks of an index, and about how many tokens they have. */
async function sizeOf(storage: Storage, indexName: string): Promise<{ chunks: number; tokens: number }> {
  let chunks = 0
  const sample: { id: string; chunks: number }[] = []
  for await (const document of storage.documents(indexName)) {
    chunks += document.chunks
    if (document.chunks > 0 && sample.length < SAMPLE) sample.push(document)
  }
  const texts = await Promise.all(sample.map(({ id }) => storage.document(indexName, id)))
  const tokens = texts.reduce((sum, document) => sum + estimateTokens(document?.text ?? ''), 0)
  const sampled = sample.reduce((sum, document) => sum + document.chunks, 0)
  return { chunks, tokens: sampled === 0 ? 0 : Math.round((tokens / sampled) * chunks) }
}
