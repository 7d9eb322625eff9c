import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'
import { embeddingReply } from '../wire.js'

/** Dimensions and longest input of the models OpenAI serves; other servers' models are met without foreknowledge. */
const MODELS: Readonly<Record<string, { dimensions: number; maxInputTokens: number }>> = {
  'text-embedding-3-small': { dimensions: 1536, maxInputTokens: 8192 },
  'text-embedding-3-large': { dimensions: 3072, maxInputTokens: 8192 },
  'text-embedding-ada-002': { dimensions: 1536, maxInputTokens: 8192 },
}

/** `POST /embeddings`. */
export function openaiEmbedding({ provider, modelName, dimensions, http }: ModelSettings): EmbeddingEndpoint {
  const known = MODELS[modelName]
  return {
    id: embeddingId(provider, modelName, dimensions, known?.dimensions),
    dimensions: dimensions ?? known?.dimensions,
    maxInputTokens: known?.maxInputTokens,
    accepts: ['text'],
    // The service takes 2,048 inputs and 300,000 tokens; smaller requests lose less when one fails.
    limits: { inputs: 256, tokens: 200_000, concurrency: 8 },
    longInputs: 'refuses',
    async embed(inputs, { signal }) {
      const body = { model: modelName, input: inputs as string[], encoding_format: 'float' }
      const reply = await http.postJson('/embeddings', dimensions ? { ...body, dimensions } : body, signal)
      return embeddingReply(http, reply, inputs.length)
    },
  }
}
