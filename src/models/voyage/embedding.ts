import type { Json } from '../../core/index.js'
import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'
import { embeddingReply } from '../wire.js'

const MODELS: Readonly<Record<string, { dimensions: number; maxInputTokens: number }>> = {
  'voyage-3-large': { dimensions: 1024, maxInputTokens: 32_000 },
  'voyage-3.5': { dimensions: 1024, maxInputTokens: 32_000 },
  'voyage-3.5-lite': { dimensions: 1024, maxInputTokens: 32_000 },
  'voyage-code-3': { dimensions: 1024, maxInputTokens: 32_000 },
  'voyage-law-2': { dimensions: 1024, maxInputTokens: 16_000 },
  'voyage-finance-2': { dimensions: 1024, maxInputTokens: 32_000 },
}

/** `POST /embeddings`. */
export function voyageEmbedding({ provider, modelName, dimensions, http }: ModelSettings): EmbeddingEndpoint {
  const known = Object.hasOwn(MODELS, modelName) ? MODELS[modelName] : undefined
  return {
    id: embeddingId(provider, modelName, dimensions, known?.dimensions),
    dimensions: dimensions ?? known?.dimensions,
    maxInputTokens: known?.maxInputTokens,
    accepts: ['text'],
    limits: { inputs: 512, tokens: 100_000, concurrency: 8 },
    longInputs: 'refuses',
    async embed(inputs, { inputType, signal }) {
      const body: { [key: string]: Json } = {
        model: modelName,
        input: inputs as string[],
        input_type: inputType,
        truncation: false,
      }
      if (dimensions !== undefined) body['output_dimension'] = dimensions
      return embeddingReply(http, await http.postJson('/embeddings', body, signal), inputs.length)
    },
  }
}
