import type { ImageInput, Json } from '../../core/index.js'
import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'
import { base64, embeddingReply } from '../wire.js'

interface KnownModel {
  dimensions: number
  maxInputTokens: number
  images: boolean
  /** Trained with adapters for questions and passages. */
  tasks: boolean
}

const MODELS: Readonly<Record<string, KnownModel>> = {
  'jina-embeddings-v3': { dimensions: 1024, maxInputTokens: 8192, images: false, tasks: true },
  'jina-embeddings-v4': { dimensions: 2048, maxInputTokens: 32_768, images: true, tasks: true },
  'jina-clip-v2': { dimensions: 1024, maxInputTokens: 8192, images: true, tasks: false },
  'jina-embeddings-v2-base-en': { dimensions: 768, maxInputTokens: 8192, images: false, tasks: false },
  'jina-embeddings-v2-base-code': { dimensions: 768, maxInputTokens: 8192, images: false, tasks: false },
}

/** `POST /embeddings`. */
export function jinaEmbedding({ provider, modelName, dimensions, http }: ModelSettings): EmbeddingEndpoint {
  const known = Object.hasOwn(MODELS, modelName) ? MODELS[modelName] : undefined
  return {
    id: embeddingId(provider, modelName, dimensions, known?.dimensions),
    dimensions: dimensions ?? known?.dimensions,
    maxInputTokens: known?.maxInputTokens,
    accepts: known?.images ? ['text', 'image'] : ['text'],
    limits: { inputs: 256, tokens: 100_000, concurrency: 4 },
    longInputs: 'refuses',
    async embed(inputs, { inputType, signal }) {
      const body: { [key: string]: Json } = { model: modelName, input: inputs.map(inputOf), truncate: false }
      if (known?.tasks) body['task'] = inputType === 'query' ? 'retrieval.query' : 'retrieval.passage'
      if (dimensions !== undefined) body['dimensions'] = dimensions
      return embeddingReply(http, await http.postJson('/embeddings', body, signal), inputs.length)
    },
  }
}

function inputOf(input: string | ImageInput): Json {
  return typeof input === 'string' ? input : { image: base64(input.image) }
}
