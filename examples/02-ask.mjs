// Documents in, an answer with verified citations out: no key, no network, no file.
import { RAGPipeline } from 'tessera-rag'

const pipeline = new RAGPipeline()
await pipeline.ingest([
  {
    uri: 'https://example.com/opening',
    text: '# Opening hours\n\nThe museum is open from ten to six. It is closed on Mondays.',
  },
  {
    uri: 'https://example.com/tickets',
    text: '# Tickets\n\nA ticket costs eight francs. Children under twelve enter free.',
  },
])

const { answer, citations, abstained } = await pipeline.query('How much is a ticket?')
console.log(answer)
for (const { n, uri, place, quote } of citations) console.log(`[${n}] ${uri}, line ${place.lines[0]}: "${quote}"`)
console.log(abstained)
await pipeline.close()
