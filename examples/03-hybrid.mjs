// Words and meaning together, over stores of your own. \`hash\` needs no key; name a hosted model the same way.
import { createEmbedder, createHybridSearch, InMemoryBM25Index, InMemoryVectorStore } from 'tessera-rag'

const documents = [
  { id: 'a', text: 'Streaming sends an answer piece by piece.', metadata: { topic: 'api' } },
  { id: 'b', text: 'Billing happens at the end of the month.', metadata: { topic: 'account' } },
]

const embeddingModel = await createEmbedder({ provider: 'hash' })
const { vectors } = await embeddingModel.embed(
  documents.map(({ text }) => text),
  { inputType: 'document' },
)
const vectorStore = new InMemoryVectorStore()
await vectorStore.upsert(
  'docs',
  documents.map((document, index) => ({ ...document, vector: vectors[index] })),
)
const bm25Index = new InMemoryBM25Index()
bm25Index.addDocuments(documents)

const search = createHybridSearch({ vectorStore, bm25Index, indexName: 'docs', embeddingModel })
for (const { score, text, ranks } of await search('streaming an answer', { topK: 1 })) {
  console.log(score.toFixed(3), text, ranks)
}
