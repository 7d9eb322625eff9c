/** Its recursive chunker knows no overlap. */
export async function load() {
  const { RecursiveChunker } = await import('@chonkiejs/core')
  return {
    async create(_strategy, { maxSize }) {
      const chunker = await RecursiveChunker.create({ chunkSize: maxSize })
      return async (text) =>
        (await chunker.chunk(text)).map((chunk) => ({ text: chunk.text, start: chunk.startIndex, end: chunk.endIndex }))
    },
  }
}
