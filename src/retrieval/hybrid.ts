import {
  type CallOptions,
  type Embedder,
  type Filter,
  type Fusion,
  invalidOption,
  type Metadata,
  type ModelSpec,
  refuseUnknownOptions,
  requireInteger,
  requireNumber,
  TesseraError,
  type TextIndex,
  type TextMatch,
  throwIfAborted,
  type VectorMatch,
  type VectorStore,
} from '../core/index.js'
import { defaultFusion, fuseLegs } from './fuse-legs.js'
import type { Fused } from './fusion.js'
import { queryVector } from './query-vector.js'

/** What {@link createHybridSearch} puts together. */
export interface HybridSearchConfig {
  vectorStore: VectorStore
  /** Holds the same ids as the vector store. */
  bm25Index: TextIndex
  /** The collection of both; `InMemoryBM25Index` answers with what `addDocuments` added where nothing has this name. */
  indexName: string
  /** Turns the question into a vector: the model that made the stored ones. Loaded on first use. */
  embeddingModel: ModelSpec<Embedder>
  /** Default of {@link HybridSearchOptions.topK}. */
  topK?: number | undefined
  /** Default of {@link HybridSearchOptions.fusion}. */
  fusion?: Fusion | undefined
}

/** Options of one search. */
export interface HybridSearchOptions extends CallOptions {
  /** How many hits. Default 10. */
  topK?: number | undefined
  /** Applied in both legs before their cuts. */
  filter?: Filter | undefined
  /** Default: linear with the embedder's `fusionWeight` where it has one, else reciprocal rank fusion. */
  fusion?: Fusion | undefined
  /** Hits whose fused score is below are left out. */
  minScore?: number | undefined
}

/** What a hybrid search found, and how. */
export interface HybridHit {
  id: string
  /** The fused score, by which hits are ordered. */
  score: number
  /** As stored beside the vector or in the text index; empty when neither keeps texts. */
  text: string
  metadata: Metadata
  scores: { vector?: number; text?: number; fused: number }
  /** Ranks in the two legs, counted from 1. */
  ranks: { vector?: number; text?: number }
}

const DEFAULT_TOP_K = 10
/** Each leg gives more than is asked for, so that what both find moderately well can come out on top. */
const LEAST_DEPTH = 50
const DEPTH_PER_HIT = 4

/**
 * Makes a search by meaning and by words over a vector store and a text index that hold the same ids.
 *
 * The model is not called while the vector store is empty. A query of white space finds nothing.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`
 * @example
 * const search = createHybridSearch({ vectorStore, bm25Index, indexName: 'docs', embeddingModel })
 * const hits = await search('streaming configuration', { topK: 3, filter: { lang: 'en' } })
 */
export function createHybridSearch(
  config: HybridSearchConfig,
): (query: string, options?: HybridSearchOptions) => Promise<HybridHit[]> {
  checkConfig(config)
  const vectorLeg = createVectorLeg(config)
  return async (query, options = {}) => {
    const { topK, depth } = checkOptions(query, options, config)
    throwIfAborted(options.signal)
    if (query.trim() === '') return []
    const [{ vector, embedder }, text] = await Promise.all([
      vectorLeg(query, depth, options),
      config.bm25Index.search(config.indexName, query, depth, options.filter, { signal: options.signal }),
    ])
    throwIfAborted(options.signal)
    const fused = fuseLegs(vector, text, options.fusion ?? config.fusion ?? defaultFusion(embedder))
    const minScore = options.minScore ?? Number.NEGATIVE_INFINITY
    return toHits(fused.filter(({ score }) => score >= minScore).slice(0, topK), vector, text)
  }
}

type VectorLeg = (
  query: string,
  depth: number,
  options: HybridSearchOptions,
) => Promise<{ vector: VectorMatch[]; embedder?: Embedder }>

function createVectorLeg({ vectorStore, indexName, embeddingModel }: HybridSearchConfig): VectorLeg {
  let filled = false
  let embedder: Embedder | undefined
  return async (query, depth, { filter, signal }) => {
    // Asked until there is something: counting costs a round trip where the store is remote.
    filled ||= (await vectorStore.count(indexName)) > 0
    if (!filled) return { vector: [] }
    embedder ??= await loadEmbedder(embeddingModel)
    const asked = denseVector(await queryVector(embedder, query, signal), embedder)
    const vector = await vectorStore.query(indexName, asked, depth, filter, { signal })
    return { vector, embedder }
  }
}

/** Providers are imported when a model is first needed. */
async function loadEmbedder(spec: ModelSpec<Embedder>): Promise<Embedder> {
  const { createEmbedder } = await import('../models/index.js')
  return createEmbedder(spec)
}

function denseVector(vector: unknown, embedder: Embedder): Float32Array {
  if (vector instanceof Float32Array) return vector
  throw new TesseraError(
    'INVALID_VECTOR',
    `Hybrid search needs one dense vector a text; "${embedder.id}" gave another kind.`,
    {
      embedder: embedder.id,
      output: embedder.output,
      expected: 'dense',
    },
  )
}

function toHits(fused: readonly Fused[], vector: readonly VectorMatch[], text: readonly TextMatch[]): HybridHit[] {
  const vectors = new Map(vector.map((match) => [match.id, match]))
  const texts = new Map(text.map((match) => [match.id, match]))
  return fused.map(({ id, score, ranks: [vectorRank, textRank] }) => {
    const byMeaning = vectors.get(id)
    const byWords = texts.get(id)
    return {
      id,
      score,
      text: byMeaning?.text ?? byWords?.text ?? '',
      metadata: { ...byWords?.metadata, ...byMeaning?.metadata },
      scores: {
        ...(byMeaning && { vector: byMeaning.score }),
        ...(byWords && { text: byWords.score }),
        fused: score,
      },
      ranks: {
        ...(vectorRank !== undefined && { vector: vectorRank }),
        ...(textRank !== undefined && { text: textRank }),
      },
    }
  })
}

function checkConfig(config: HybridSearchConfig): void {
  const known = ['vectorStore', 'bm25Index', 'indexName', 'embeddingModel', 'topK', 'fusion']
  if (typeof config !== 'object' || config === null) throw invalidOption('config', typeof config, 'an object')
  refuseUnknownOptions(config, known, 'createHybridSearch')
  const { vectorStore, bm25Index, indexName, embeddingModel } = config
  // Objects of this kind may hold passwords and keys, so only their type is shown.
  requireMethods('vectorStore', vectorStore, ['query', 'count'], 'a vector store')
  requireMethods('bm25Index', bm25Index, ['search'], 'a text index')
  if (typeof indexName !== 'string' || indexName === '') throw invalidOption('indexName', indexName, 'a name')
  if (!embeddingModel) throw invalidOption('embeddingModel', typeof embeddingModel, 'an embedder, or the name of one')
  if (config.topK !== undefined) requireInteger('topK', config.topK, 1)
  // Fusing nothing checks the options, so that a wrong one fails here and not at the first question.
  if (config.fusion !== undefined) fuseLegs([], [], config.fusion)
}

function requireMethods(option: string, value: object, methods: readonly string[], expected: string): void {
  const missing = methods.find((method) => typeof (value as Record<string, unknown> | null)?.[method] !== 'function')
  if (missing !== undefined) throw invalidOption(option, typeof value, `${expected}, which has a method ${missing}`)
}

function checkOptions(
  query: unknown,
  options: HybridSearchOptions,
  config: HybridSearchConfig,
): { topK: number; depth: number } {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', options, 'an object')
  refuseUnknownOptions(options, ['topK', 'filter', 'fusion', 'minScore', 'signal'], 'Hybrid search')
  if (typeof query !== 'string') throw invalidOption('query', query, 'a string')
  if (options.fusion !== undefined) fuseLegs([], [], options.fusion)
  if (options.minScore !== undefined) requireNumber('minScore', options.minScore, -Number.MAX_VALUE, Number.MAX_VALUE)
  const topK = requireInteger('topK', options.topK ?? config.topK ?? DEFAULT_TOP_K, 1)
  return { topK, depth: Math.max(LEAST_DEPTH, topK * DEPTH_PER_HIT) }
}
