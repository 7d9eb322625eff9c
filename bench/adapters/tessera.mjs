export async function load() {
  const { createChunker } = await import('../../dist/chunking/index.js')
  return {
    async create(strategy, sizes) {
      const chunker = await createChunker(strategy, sizes)
      return async (text) => (await chunker.chunk(text)).map(withOffsets)
    },
  }
}

function withOffsets({ text, span, open, close, segments }) {
  return { text, start: span.start, end: span.end, open, close, segments }
}
