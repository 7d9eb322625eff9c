import { modelId } from '../ids.js'
import type { ModelSettings, RerankEndpoint } from '../provider.js'
import { rerankReply } from '../wire.js'

/** `POST /rerank`; llama.cpp and vLLM answer it too. */
export function jinaReranking({ provider, modelName, http }: ModelSettings): RerankEndpoint {
  return {
    id: modelId(provider, modelName),
    limits: { inputs: 512, tokens: 500_000, concurrency: 4 },
    async rerank(query, documents, { signal }) {
      const body = { model: modelName, query, documents: [...documents], return_documents: false }
      return rerankReply(http, await http.postJson('/rerank', body, signal))
    },
  }
}
