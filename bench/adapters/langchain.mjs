export async function load() {
  const library = await import('@langchain/textsplitters')
  return {
    async create(strategy, { maxSize, overlap }) {
      const splitter = createSplitter(library, strategy, { chunkSize: maxSize, chunkOverlap: overlap })
      // The call that gives line numbers, as every chunk here has them.
      return async (text) => (await splitter.createDocuments([text])).map(({ pageContent }) => ({ text: pageContent }))
    },
  }
}

function createSplitter(library, strategy, sizes) {
  if (strategy === 'recursive') return new library.RecursiveCharacterTextSplitter(sizes)
  if (strategy === 'character') return new library.CharacterTextSplitter(sizes)
  return library.RecursiveCharacterTextSplitter.fromLanguage(strategy, sizes)
}
