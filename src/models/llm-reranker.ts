import {
  type CallOptions,
  invalidOption,
  type LanguageModel,
  type Reranker,
  type RerankRequest,
  requireInteger,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { composeRerankPrompt } from './llm-reranker-prompt.js'
import { readScores } from './llm-reranker-scores.js'
import { allOrNothing, planBatches } from './resilience/batches.js'
import { estimateTokens } from './tokens.js'

/** Documents of one request: more than a model keeps apart well are not asked for at once, nor more than small ones read. */
const REQUEST = { inputs: 40, tokens: 12_000, concurrency: 1 }

/**
 * A reranker that asks a language model: it reads the candidates of a query together and gives each a score from 0 to
 * 10. Usually one request; many or long candidates are shared out among several, and one that is longer than a request
 * goes alone.
 *
 * `rerank` leaves out documents for which the model wrote no readable score.
 *
 * @param model its failures are thrown as they are
 * @returns a reranker whose `rerank` throws `PROVIDER_RESPONSE` when the model scores no document at all
 * @example
 * const reranker = createLLMReranker(await createLanguageModel({ provider: 'ollama', modelName: 'llama3.2' }))
 * const [best] = await reranker.rerank({ query: 'How are tables cut?', documents })
 */
export function createLLMReranker(model: LanguageModel): Reranker {
  return { id: `llm:${model.id}`, rerank: (request, call) => rerank(model, request, call) }
}

async function rerank(
  model: LanguageModel,
  { query, documents, topN }: RerankRequest,
  { signal }: CallOptions = {},
): Promise<{ index: number; score: number }[]> {
  if (typeof query !== 'string' || query.trim() === '') throw invalidOption('query', query, 'text that is not empty')
  if (topN !== undefined) requireInteger('topN', topN, 1)
  throwIfAborted(signal)
  if (documents.length === 0) return []
  const batches = planBatches(
    documents.map(({ text }) => estimateTokens(text)),
    REQUEST,
  )
  const parts = await allOrNothing(batches, signal, async ({ start, end }, stop) => {
    const texts = documents.slice(start, end).map(({ text }) => text)
    const { text } = await model.generate(composeRerankPrompt(query, texts), { signal: stop })
    return [...readScores(text, texts.length)].map(([index, score]) => ({ index: start + index, score }))
  })
  // A model that does not know of signals answers all the same.
  throwIfAborted(signal)
  const scores = parts.flat()
  if (scores.length === 0) throw unreadable(model, documents.length)
  return scores.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, topN)
}

/** What the model wrote instead may quote the documents, so it is not part of the message. */
function unreadable({ id }: LanguageModel, documents: number): TesseraError {
  const message = `${id} was asked to score ${documents} documents and gave no score that can be read.`
  return new TesseraError('PROVIDER_RESPONSE', message, {
    model: id,
    expected: 'a JSON object of scores by document number',
    retryable: false,
  })
}
