/** One token for each character, so that its sizes are characters too. */
const characters = { encode: (text) => ({ length: text.length }), decode: () => '' }

export async function load() {
  const { Document } = await import('@llamaindex/core/schema')
  const parsers = await import('@llamaindex/core/node-parser')
  return {
    async create(strategy, { maxSize, overlap }) {
      const parser = createParser(parsers, strategy, maxSize, overlap)
      return async (text) => {
        const nodes = await parser.getNodesFromDocuments([new Document({ text, id_: 'document' })])
        return nodes.map((node) => ({ text: node.text, start: node.startCharIdx, end: node.endCharIdx }))
      }
    },
  }
}

function createParser(parsers, strategy, chunkSize, chunkOverlap) {
  if (strategy === 'markdown') return new parsers.MarkdownNodeParser()
  return new parsers.SentenceSplitter({ chunkSize, chunkOverlap, tokenizer: characters })
}
