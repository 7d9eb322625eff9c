import { modelId } from '../ids.js'
import type { ModelSettings, RerankEndpoint } from '../provider.js'
import { rerankReply } from '../wire.js'

/** `POST /rerank`. */
export function voyageReranking({ provider, modelName, http }: ModelSettings): RerankEndpoint {
  return {
    id: modelId(provider, modelName),
    limits: { inputs: 1000, tokens: 200_000, concurrency: 4 },
    async rerank(query, documents, { signal }) {
      const body = { model: modelName, query, documents: [...documents], return_documents: false }
      return rerankReply(http, await http.postJson('/rerank', body, signal))
    },
  }
}
