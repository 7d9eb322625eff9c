import {
  type CallOptions,
  type Hit,
  type Json,
  type Reranker,
  type StageEvents,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { renderContext } from '../text/index.js'

/** A search whose candidates are to be judged anew. */
export interface RerankHitsRequest extends CallOptions {
  query: string
  /** Says in `hit.explanation` where a hit stood before. */
  explain?: boolean | undefined
  reranker: Reranker
  events: StageEvents
}

/**
 * Orders candidates by a reranker, which reads each with its context. Where scores are equal the earlier order stays; a
 * candidate without a score stands behind the others, in the earlier order, with 0 or the lowest score that was given.
 *
 * @param candidates best first, at least one
 * @throws TesseraError `ABORTED`, `PROVIDER_RESPONSE` for a ranking that is none, and what the reranker throws
 */
export async function rerankHits(request: RerankHitsRequest, candidates: readonly Hit[]): Promise<Hit[]> {
  const { query, reranker, events, signal } = request
  const details: Record<string, unknown> = { reranker: reranker.id, candidates: candidates.length }
  return events.stage('rerank', details, async () => {
    const documents = candidates.map(({ id, chunk, text }) => ({ id, text: withContext(chunk.context, text) }))
    const ranking = await reranker.rerank({ query, documents }, { signal })
    throwIfAborted(signal)
    const scores = checkedScores(reranker, ranking, candidates.length)
    details['scored'] = scores.size
    return reorder(candidates, scores, request.explain ?? false)
  })
}

function withContext(context: Hit['chunk']['context'], text: string): string {
  const line = renderContext(context)
  return line === '' ? text : `${line}\n${text}`
}

/** Scores by position; rerankers may be anybody's. */
function checkedScores(reranker: Reranker, ranking: unknown, count: number): Map<number, number> {
  if (!Array.isArray(ranking) || ranking.length === 0) throw unusable(reranker, 'at least one score', ranking)
  const scores = new Map<number, number>()
  for (const item of ranking as { index?: unknown; score?: unknown }[]) {
    const { index, score } = item ?? {}
    const known = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count
    if (!known || scores.has(index))
      throw unusable(reranker, `each position from 0 to ${count - 1} at most once`, index)
    if (typeof score !== 'number' || !Number.isFinite(score)) throw unusable(reranker, 'finite scores', score)
    scores.set(index, score)
  }
  return scores
}

function unusable({ id }: Reranker, expected: string, given: unknown): TesseraError {
  const shown = Array.isArray(given) ? 'an empty list' : typeof given === 'number' ? String(given) : typeof given
  const message = `Reranker "${id}" gave an unusable ranking: expected ${expected}; it was ${shown}.`
  return new TesseraError('PROVIDER_RESPONSE', message, { model: id, expected, retryable: false })
}

function reorder(candidates: readonly Hit[], scores: ReadonlyMap<number, number>, explain: boolean): Hit[] {
  let behind = 0
  for (const score of scores.values()) behind = Math.min(behind, score)
  const unscored = (position: number) => (scores.has(position) ? 0 : 1)
  const scoreOf = (position: number) => scores.get(position) ?? behind
  return candidates
    .map((_, position) => position)
    .sort((a, b) => unscored(a) - unscored(b) || scoreOf(b) - scoreOf(a) || a - b)
    .map((position, index) => {
      const hit = candidates[position]!
      const score = scores.get(position)
      return {
        ...hit,
        score: score ?? behind,
        ...(score !== undefined && {
          scores: { ...hit.scores, rerank: score },
          ranks: { ...hit.ranks, rerank: index + 1 },
        }),
        ...(explain && { explanation: explainMove(hit, position + 1, index + 1, score, behind) }),
      }
    })
}

/** What was said of the search stays; the score it led to becomes the one before. */
function explainMove(hit: Hit, before: number, rank: number, score: number | undefined, behind: number): Json {
  return {
    ...(hit.explanation as { [key: string]: Json }),
    score: score ?? behind,
    rerank: {
      ...(score === undefined ? { rank: null, score: null } : { rank, score }),
      before: { rank: before, score: hit.score },
    },
  }
}
