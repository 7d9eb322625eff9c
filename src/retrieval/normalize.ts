/** How scores of one list become comparable with those of another. */
export type Normalizer = 'minmax' | 'zscore'

/**
 * Both give 0 to the worst score and keep order and proportions; a list without differences gets 1 throughout. All
 * results are finite.
 *
 * - `minmax`: the best gets 1.
 * - `zscore`: distance from the worst in standard deviations (of the list itself). The usual z less its smallest value,
 *   because an id that a list lacks counts 0 and must not win over one that the list has.
 */
export const normalizers: Readonly<Record<Normalizer, (scores: readonly number[]) => number[]>> = {
  minmax: (scores) => overWorst(scores, ({ range }) => range),
  zscore: (scores) => overWorst(scores, ({ deviation }) => deviation),
}

interface Spread {
  range: number
  deviation: number
}

function overWorst(scores: readonly number[], unit: (spread: Spread) => number): number[] {
  // Scaled by the largest size first, so that neither a difference nor a square leaves float64.
  const size = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 0)
  const scaled = size > 0 ? scores.map((score) => score / size) : [...scores]
  const worst = scaled.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY)
  const above = scaled.map((score) => score - worst)
  const per = unit(spread(above))
  return per > 0 ? above.map((score) => score / per) : above.map(() => 1)
}

function spread(above: readonly number[]): Spread {
  const mean = above.reduce((sum, score) => sum + score, 0) / above.length
  const variance = above.reduce((sum, score) => sum + (score - mean) ** 2, 0) / above.length
  return { range: above.reduce((most, score) => Math.max(most, score), 0), deviation: Math.sqrt(variance) }
}
