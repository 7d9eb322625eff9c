import {
  type CallOptions,
  type Embedder,
  type Filter,
  type Fusion,
  type Hit,
  type Json,
  type Reranker,
  type RetrievalMethod,
  type StageEvents,
  type Storage,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { defaultFusion, fuseLegs } from './fuse-legs.js'
import type { Fused, RankedItem } from './fusion.js'
import { toHits } from './hits.js'
import { queryVector } from './query-vector.js'
import { rerankHits } from './rerank.js'

/** What a search works on. */
export interface RetrievalTarget {
  storage: Storage
  /** Needed by every method but `text`. */
  embedder?: Embedder | undefined
  /** Judges the best candidates anew, where given. */
  reranker?: Reranker | undefined
  indexName: string
  events: StageEvents
}

/** What to look for, and how. */
export interface RetrievalRequest extends CallOptions {
  query: string
  topK: number
  method: Exclude<RetrievalMethod, 'graph'>
  filter?: Filter | undefined
  fusion?: Fusion | undefined
  /** Hits below this final score are left out. Not applied where reranking failed: the score at hand is another one. */
  minScore?: number | undefined
  explain?: boolean | undefined
}

/** What was found, and whether the reranker had its say. */
export interface Retrieved {
  /** Best first. */
  hits: Hit[]
  reranked: boolean
  /** What the reranker threw, where it failed: then the hits stand in the order of the search. */
  rerankFailure?: unknown
}

/** Each leg gives more than is asked for, so that what both find moderately well can come out on top. */
const LEAST_DEPTH = 50
const DEPTH_PER_HIT = 4
/** How many candidates a reranker chooses from. */
const LEAST_CANDIDATES = 20
const CANDIDATES_PER_HIT = 4

/** Finds the best chunks for a query by words, by meaning, or by both fused; then lets the reranker choose, if any. */
export async function retrieve(target: RetrievalTarget, request: RetrievalRequest): Promise<Retrieved> {
  const { method, topK, minScore = Number.NEGATIVE_INFINITY } = request
  const wanted = target.reranker ? Math.max(LEAST_CANDIDATES, topK * CANDIDATES_PER_HIT) : topK
  const depth = method === 'hybrid' ? Math.max(LEAST_DEPTH, topK * DEPTH_PER_HIT) : wanted
  const details: Record<string, unknown> = { method, topK, depth }
  const [text, vector] = await target.events.stage('retrieve', details, async () => {
    const legs = await Promise.all([
      method === 'vector' ? [] : searchText(target, request, depth),
      method === 'text' ? [] : searchVectors(target, request, depth),
    ])
    Object.assign(details, { textHits: legs[0].length, vectorHits: legs[1].length })
    return legs
  })
  throwIfAborted(request.signal)
  const ranked = await rank(target, request, text, vector)
  const candidates = await toHits(target.storage, target.indexName, ranked.slice(0, wanted), {
    text: positions(text),
    vector: positions(vector),
    fused: method === 'hybrid',
    explain: request.explain ?? false,
  })
  const { hits, ...outcome } = await rerank(target, request, candidates)
  const least = 'rerankFailure' in outcome ? Number.NEGATIVE_INFINITY : minScore
  return { ...outcome, hits: hits.filter(({ score }) => score >= least).slice(0, topK) }
}

/** A reranker that fails does not take the hits away; an abort does. */
async function rerank(
  { reranker, events }: RetrievalTarget,
  { query, explain, signal }: RetrievalRequest,
  candidates: Hit[],
): Promise<Retrieved> {
  if (!reranker || candidates.length === 0) return { hits: candidates, reranked: false }
  try {
    return { hits: await rerankHits({ query, explain, signal, reranker, events }, candidates), reranked: true }
  } catch (error) {
    throwIfAborted(signal)
    return { hits: candidates, reranked: false, rerankFailure: error }
  }
}

async function searchText(target: RetrievalTarget, request: RetrievalRequest, depth: number): Promise<RankedItem[]> {
  const { storage, indexName } = target
  return storage.text.search(indexName, request.query, depth, request.filter, { signal: request.signal })
}

async function searchVectors(target: RetrievalTarget, request: RetrievalRequest, depth: number): Promise<RankedItem[]> {
  const { storage, indexName, embedder, events } = target
  if (!embedder) {
    throw new TesseraError(
      'FEATURE_NOT_AVAILABLE',
      'Searching by meaning needs an embedding model, and none is configured.',
      {
        feature: 'vector search',
        expected: 'embeddingModel',
      },
    )
  }
  // Nothing stored, nothing to compare: the model is not asked.
  if ((await storage.vectors.count(indexName)) === 0) return []
  const vector = await events.stage('embed', { inputs: 1, embedder: embedder.id, inputType: 'query' }, () =>
    queryVector(embedder, request.query, request.signal),
  )
  return storage.vectors.query(indexName, vector, depth, request.filter, { signal: request.signal })
}

async function rank(
  target: RetrievalTarget,
  request: RetrievalRequest,
  text: RankedItem[],
  vector: RankedItem[],
): Promise<Fused[]> {
  if (request.method !== 'hybrid') {
    const list = request.method === 'text' ? text : vector
    return list.map(({ id, score }) => ({ id, score, ranks: [], contributions: [] }))
  }
  const fusion = request.fusion ?? defaultFusion(target.embedder)
  return target.events.stage('fuse', { ...fusion } as Record<string, Json>, async () => fuseLegs(vector, text, fusion))
}

function positions(list: RankedItem[]): Map<string, { rank: number; score: number }> {
  return new Map(list.map(({ id, score }, index) => [id, { rank: index + 1, score }]))
}
