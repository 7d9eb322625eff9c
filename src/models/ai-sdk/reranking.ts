import { asArray, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { RerankEndpoint } from '../provider.js'
import type { AiSdkModel } from './detect.js'
import { calling } from './failure.js'

/** The part of an AI SDK reranking model (v3, v4) that is used. */
interface RerankingModel extends AiSdkModel {
  doRerank(options: {
    query: string
    documents: { type: 'text'; values: string[] }
    abortSignal: AbortSignal
  }): PromiseLike<unknown>
}

/** A reranking model object of the AI SDK. */
export function aiSdkReranking(given: AiSdkModel): RerankEndpoint {
  const model = given as RerankingModel
  return {
    id: modelId(model.provider, model.modelId),
    limits: { inputs: 512, tokens: 500_000, concurrency: 4 },
    async rerank(query, values, { signal }) {
      const documents = { type: 'text' as const, values: [...values] }
      const reply = await calling(model, () => model.doRerank({ query, documents, abortSignal: signal }))
      const ranking = asArray(dig(reply, 'ranking')) ?? []
      return ranking.map((item) => ({ index: dig(item, 'index'), score: dig(item, 'relevanceScore') }))
    },
  }
}
