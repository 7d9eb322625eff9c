/**
 * Measured where somebody has installed it in this folder: with all it brings it is close to a gigabyte, and other
 * versions of what its neighbours use.
 */
export async function load() {
  const { createChunker } = await import('@juspay/neurolink')
  return {
    async create(strategy, sizes) {
      const chunker = await createChunker(strategy, sizes)
      return async (text) =>
        (await chunker.chunk(text, sizes)).map((chunk) => ({
          text: chunk.text,
          start: chunk.metadata?.startPosition,
          end: chunk.metadata?.endPosition,
        }))
    },
  }
}
