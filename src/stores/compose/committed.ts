/** How many times as many matches are asked for when too many of the first ones are not committed. */
const WIDEN = 4

/**
 * The `topK` best matches that are committed. Engines rank without knowing what is committed, so more is asked for
 * until there are enough or the engine has no more: a search that meets nothing uncommitted asks once.
 *
 * @param ask gives the best matches, best first, at most as many as it is asked for
 * @param areCommitted tells of ids, in order
 */
export async function committedOnly<T extends { id: string }>(
  topK: number,
  ask: (most: number) => Promise<T[]>,
  areCommitted: (ids: readonly string[]) => Promise<boolean[]>,
): Promise<T[]> {
  for (let most = topK; ; most *= WIDEN) {
    const matches = await ask(most)
    const known = await areCommitted(matches.map(({ id }) => id))
    const visible = matches.filter((_, rank) => known[rank])
    if (visible.length >= topK || matches.length < most) return visible.slice(0, topK)
  }
}
