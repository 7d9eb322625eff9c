import { modelId } from '../ids.js'
import type { ModelSettings, RerankEndpoint } from '../provider.js'
import { rerankReply } from '../wire.js'

/** `POST /rerank`. Documents that are too long are judged by their beginning. */
export function teiReranking({ provider, modelName, http }: ModelSettings): RerankEndpoint {
  return {
    id: modelId(provider, modelName),
    limits: { inputs: 32, tokens: 16_000, concurrency: 8 },
    async rerank(query, documents, { signal }) {
      const body = { query, texts: [...documents], truncate: true }
      return rerankReply(http, await http.postJson('/rerank', body, signal))
    },
  }
}
