import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'
import { embeddingReply } from '../wire.js'

interface KnownModel {
  dimensions: number
  maxInputTokens: number
  /** Served by Ollama and the like, which cut longer inputs without a word. */
  open?: true
}

/** Models that are met often; others are met without foreknowledge. */
const MODELS: Readonly<Record<string, KnownModel>> = {
  'text-embedding-3-small': { dimensions: 1536, maxInputTokens: 8192 },
  'text-embedding-3-large': { dimensions: 3072, maxInputTokens: 8192 },
  'text-embedding-ada-002': { dimensions: 1536, maxInputTokens: 8192 },
  'mistral-embed': { dimensions: 1024, maxInputTokens: 8192 },
  'nomic-embed-text': { dimensions: 768, maxInputTokens: 2048, open: true },
  'mxbai-embed-large': { dimensions: 1024, maxInputTokens: 512, open: true },
  'all-minilm': { dimensions: 384, maxInputTokens: 256, open: true },
  'bge-m3': { dimensions: 1024, maxInputTokens: 8192, open: true },
}

/** `POST /embeddings`. */
export function openaiEmbedding({ provider, modelName, dimensions, http }: ModelSettings): EmbeddingEndpoint {
  // `name:tag`, as Ollama writes it.
  const name = modelName.replace(/:.*/, '')
  const known = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined
  return {
    id: embeddingId(provider, modelName, dimensions, known?.dimensions),
    dimensions: dimensions ?? known?.dimensions,
    maxInputTokens: known?.maxInputTokens,
    accepts: ['text'],
    // The service takes 2,048 inputs and 300,000 tokens; smaller requests lose less when one fails.
    limits: { inputs: 256, tokens: 200_000, concurrency: 8 },
    longInputs: known?.open ? 'cuts' : 'refuses',
    async embed(inputs, { signal }) {
      const body = { model: modelName, input: inputs as string[], encoding_format: 'float' }
      const reply = await http.postJson('/embeddings', dimensions ? { ...body, dimensions } : body, signal)
      return embeddingReply(http, reply, inputs.length)
    },
  }
}
