import { asArray } from '../http/index.js'
import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'

/** `POST /embed`. The server serves one model, so its name only makes the id. */
export function teiEmbedding({ provider, modelName, http }: ModelSettings): EmbeddingEndpoint {
  return {
    id: embeddingId(provider, modelName, undefined, undefined),
    accepts: ['text'],
    // The server's own default limits: 32 inputs and 16,384 tokens.
    limits: { inputs: 32, tokens: 16_000, concurrency: 8 },
    longInputs: 'refuses',
    async embed(inputs, { signal }) {
      const reply = await http.postJson(
        '/embed',
        { inputs: inputs as string[], normalize: true, truncate: false },
        signal,
      )
      const vectors = asArray(reply)
      if (!vectors) throw http.malformed('a list of vectors', reply)
      return { vectors }
    },
  }
}
