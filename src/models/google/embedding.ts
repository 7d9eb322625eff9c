import type { Json } from '../../core/index.js'
import { asArray, dig } from '../http/index.js'
import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'

const MODELS: Readonly<Record<string, { dimensions: number; maxInputTokens: number }>> = {
  'gemini-embedding-001': { dimensions: 3072, maxInputTokens: 2048 },
  'text-embedding-004': { dimensions: 768, maxInputTokens: 2048 },
}

/** `POST /models/NAME:batchEmbedContents`. */
export function googleEmbedding({ provider, modelName, dimensions, http }: ModelSettings): EmbeddingEndpoint {
  const name = modelName.replace(/^models\//, '')
  const known = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined
  return {
    id: embeddingId(provider, name, dimensions, known?.dimensions),
    dimensions: dimensions ?? known?.dimensions,
    maxInputTokens: known?.maxInputTokens ?? 2048,
    accepts: ['text'],
    limits: { inputs: 100, tokens: 20_000, concurrency: 4 },
    longInputs: 'cuts',
    async embed(inputs, { inputType, signal }) {
      const taskType = inputType === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT'
      const requests = inputs.map((input): Json => {
        const request = { model: `models/${name}`, content: { parts: [{ text: input as string }] }, taskType }
        return dimensions === undefined ? request : { ...request, outputDimensionality: dimensions }
      })
      const path = `/models/${encodeURIComponent(name)}:batchEmbedContents`
      const reply = await http.postJson(path, { requests }, signal)
      const embeddings = asArray(dig(reply, 'embeddings'))
      if (!embeddings) throw http.malformed('embeddings', reply)
      return { vectors: embeddings.map((embedding) => dig(embedding, 'values')) }
    },
  }
}
