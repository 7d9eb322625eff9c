const HEADERS = [1, 2, 3, 4, 5, 6]

export async function load() {
  const { MDocument } = await import('@mastra/rag')
  return {
    async create(strategy, sizes) {
      const own = strategy === 'html' ? { headers: HEADERS.map((level) => [`h${level}`, `Heading ${level}`]) } : {}
      const from = strategy === 'html' ? MDocument.fromHTML : MDocument.fromText
      return async (text) => {
        const chunks = await from.call(MDocument, text).chunk({ strategy, ...sizes, ...own })
        return chunks.map((chunk) => ({ text: chunk.text }))
      }
    },
  }
}
