/** How many times as many matches are asked for when too many of the first ones are not committed. */
const WIDEN = 4

/**
 * The `topK` best matches that are committed, by the ids of their chunks. Engines rank without knowing what is committed, so more is asked for
 * until there are enough or the engine has no more: a search that meets nothing uncommitted asks once.
 *
 * @param ask gives the best matches, best first, at most as many as it is asked for
 * @param committed tells of an engine's ids, in order, which chunk they stand for; undefined where none is committed
 */
export async function committedOnly<T extends { id: string }>(
  topK: number,
  ask: (most: number) => Promise<T[]>,
  committed: (ids: readonly string[]) => Promise<(string | undefined)[]>,
): Promise<T[]> {
  for (let most = topK; ; most *= WIDEN) {
    const matches = await ask(most)
    const chunkIds = await committed(matches.map(({ id }) => id))
    const visible = matches.flatMap((match, rank) => {
      const id = chunkIds[rank]
      return id === undefined ? [] : [{ ...match, id }]
    })
    if (visible.length >= topK || matches.length < most) return visible.slice(0, topK)
  }
}
