import { modelId } from '../ids.js'
import type { ModelSettings, RerankEndpoint } from '../provider.js'
import { rerankReply } from '../wire.js'

/** `POST /rerank`; vLLM answers it too. All scores are asked for, since the cut to `topN` is ours. */
export function cohereReranking({ provider, modelName, http }: ModelSettings): RerankEndpoint {
  return {
    id: modelId(provider, modelName),
    limits: { inputs: 1000, tokens: 2_000_000, concurrency: 4 },
    async rerank(query, documents, { signal }) {
      const body = { model: modelName, query, documents: [...documents] }
      return rerankReply(http, await http.postJson('/rerank', body, signal))
    },
  }
}
