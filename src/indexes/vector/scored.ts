/** An id with its score; higher is better. */
export interface ScoredId {
  id: string
  score: number
}

/** The order of results: score from high to low; equal scores by id, in order of UTF-16 units. */
export function compareScored(a: ScoredId, b: ScoredId): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
