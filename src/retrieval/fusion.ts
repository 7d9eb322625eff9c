import { invalidOption, refuseUnknownOptions, requireNumber } from '../core/index.js'
import { type Normalizer, normalizers } from './normalize.js'

/** One place in a ranked list. */
export interface RankedItem {
  id: string
  /** Higher is better. Only compared within its own list. */
  score: number
}

/** An id with its fused score and what each list had to do with it, in the order of the lists. */
export interface Fused {
  id: string
  /** Sum of the contributions. */
  score: number
  /** Ranks, counted from 1; undefined where a list lacks the id. */
  ranks: (number | undefined)[]
  /** What each list added to the score; 0 where it lacks the id. */
  contributions: number[]
}

interface FusionOptions {
  /** One a list, finite and not negative; a list of weight 0 has no vote at all. Default: 1 each. */
  weights?: readonly number[] | undefined
  /** The order of ids whose scores and best ranks are equal. Default: by UTF-16 units. */
  compareIds?: ((a: string, b: string) => number) | undefined
}

/** Options of {@link reciprocalRankFusion}. */
export interface ReciprocalRankOptions extends FusionOptions {
  /** Takes weight from the first ranks the larger it is; at least 0. Default 60. */
  k?: number | undefined
}

/** Options of {@link linearFusion}. */
export interface LinearOptions extends FusionOptions {
  /** For two lists: weight of the first, 0..1, the second gets the rest. Instead of `weights`. */
  alpha?: number | undefined
  /** What makes the scores of different lists comparable. Default `minmax`. */
  normalizer?: Normalizer | undefined
}

/**
 * Reciprocal rank fusion: every list adds `weight / (k + rank)` to each id it has (Cormack, Clarke and Büttcher 2009).
 * Lists are taken in the order given, best first; their scores are not read. An id has one vote a list, its first;
 * ranks count distinct ids.
 *
 * Results are ordered by score, then best rank, then id. The order of the lists has no influence on scores.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`
 * @example reciprocalRankFusion([[a, c, b], [b, a, d]]) // a, b, c, d
 */
export function reciprocalRankFusion(
  lists: readonly (readonly { id: string }[])[],
  options: ReciprocalRankOptions = {},
): Fused[] {
  refuseUnknownOptions(options, ['k', 'weights', 'compareIds'], 'reciprocalRankFusion')
  const k = requireNumber('k', options.k ?? 60, 0, Number.MAX_SAFE_INTEGER)
  const weights = checkedWeights(options.weights, lists.length)
  return collect(
    lists.map((list, l) => oneVoteEach(list).map(({ id }, i) => ({ id, contribution: weights[l]! / (k + i + 1) }))),
    weights,
    options.compareIds,
  )
}

/**
 * Linear fusion: every list adds `weight * normalised score` to each id it has. Lists are given best first; an id has
 * one vote a list, its first. Normalised scores are 0 for the worst of a list and higher for better ones, so lacking an
 * id is never better than having it; a list of one score, or of equal ones, gives 1 to each.
 *
 * Results are ordered by score, then best rank, then id.
 *
 * @throws TesseraError `INVALID_OPTION` (a score that is not finite, wrong weights), `UNKNOWN_OPTION`
 * @example linearFusion([byMeaning, byWords], { alpha: 0.7 })
 */
export function linearFusion(lists: readonly (readonly RankedItem[])[], options: LinearOptions = {}): Fused[] {
  refuseUnknownOptions(options, ['alpha', 'weights', 'normalizer', 'compareIds'], 'linearFusion')
  const name = options.normalizer ?? 'minmax'
  if (!Object.hasOwn(normalizers, name)) {
    throw invalidOption('normalizer', name, `one of ${Object.keys(normalizers).join(', ')}`)
  }
  const weights = checkedWeights(linearWeights(options, lists.length), lists.length)
  return collect(
    lists.map((list, l) => {
      const voters = oneVoteEach(list)
      const scores = normalizers[name](voters.map(finiteScore))
      return voters.map(({ id }, i) => ({ id, contribution: weights[l]! * scores[i]! }))
    }),
    weights,
    options.compareIds,
  )
}

interface Vote {
  id: string
  contribution: number
}

function collect(
  votes: readonly (readonly Vote[])[],
  weights: readonly number[],
  compareIds: (a: string, b: string) => number = byUnits,
): Fused[] {
  const byId = new Map<string, Fused>()
  for (const [l, list] of votes.entries()) {
    if (weights[l] === 0) continue
    for (const [i, { id, contribution }] of list.entries()) {
      const fused = byId.get(id) ?? {
        id,
        score: 0,
        ranks: votes.map(() => undefined),
        contributions: votes.map(() => 0),
      }
      fused.ranks[l] = i + 1
      fused.contributions[l] = contribution
      byId.set(id, fused)
    }
  }
  const results = [...byId.values()].map((fused) => ({ fused, bestRank: Math.min(...fused.ranks.filter(isNumber)) }))
  // Summed from small to large, so that ids with the same votes in other lists tie exactly.
  for (const { fused } of results)
    fused.score = [...fused.contributions].sort((a, b) => a - b).reduce((a, b) => a + b, 0)
  return results
    .sort((a, b) => b.fused.score - a.fused.score || a.bestRank - b.bestRank || compareIds(a.fused.id, b.fused.id))
    .map(({ fused }) => fused)
}

function oneVoteEach<T extends { id: string }>(list: readonly T[]): T[] {
  const first = new Map<string, T>()
  for (const item of list) if (!first.has(item.id)) first.set(item.id, item)
  return [...first.values()]
}

function linearWeights({ alpha, weights }: LinearOptions, lists: number): readonly number[] | undefined {
  if (alpha === undefined) return weights
  if (weights) throw invalidOption('alpha', alpha, 'absent where weights are given')
  if (lists !== 2) throw invalidOption('alpha', alpha, `absent: it is for two lists and there are ${lists}`)
  requireNumber('alpha', alpha, 0, 1)
  return [alpha, 1 - alpha]
}

function checkedWeights(weights: readonly number[] | undefined, lists: number): readonly number[] {
  if (weights === undefined) return new Array<number>(lists).fill(1)
  if (!Array.isArray(weights) || weights.length !== lists) {
    throw invalidOption('weights', weights, `one number for each of the ${lists} lists`)
  }
  return weights.map((weight, l) => requireNumber(`weights[${l}]`, weight, 0, Number.MAX_SAFE_INTEGER))
}

function finiteScore({ id, score }: RankedItem): number {
  if (Number.isFinite(score)) return score
  throw invalidOption(`the score of "${id}"`, score, 'a finite number')
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
