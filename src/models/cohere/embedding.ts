import type { ImageInput, Json } from '../../core/index.js'
import { asArray, asCount, dig } from '../http/index.js'
import { embeddingId } from '../ids.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'
import { dataUrl } from '../wire.js'

const MODELS: Readonly<Record<string, { dimensions: number; maxInputTokens: number; images: boolean }>> = {
  'embed-v4.0': { dimensions: 1536, maxInputTokens: 128_000, images: true },
  'embed-english-v3.0': { dimensions: 1024, maxInputTokens: 512, images: false },
  'embed-multilingual-v3.0': { dimensions: 1024, maxInputTokens: 512, images: false },
  'embed-english-light-v3.0': { dimensions: 384, maxInputTokens: 512, images: false },
  'embed-multilingual-light-v3.0': { dimensions: 384, maxInputTokens: 512, images: false },
}

/** `POST /embed`. */
export function cohereEmbedding({ provider, modelName, dimensions, http }: ModelSettings): EmbeddingEndpoint {
  const known = Object.hasOwn(MODELS, modelName) ? MODELS[modelName] : undefined
  return {
    id: embeddingId(provider, modelName, dimensions, known?.dimensions),
    dimensions: dimensions ?? known?.dimensions,
    maxInputTokens: known?.maxInputTokens,
    accepts: known?.images ? ['text', 'image'] : ['text'],
    limits: { inputs: 96, tokens: 120_000, concurrency: 8 },
    longInputs: 'refuses',
    async embed(inputs, { inputType, signal }) {
      const body: { [key: string]: Json } = {
        model: modelName,
        input_type: inputType === 'query' ? 'search_query' : 'search_document',
        embedding_types: ['float'],
        truncate: 'NONE',
      }
      if (dimensions !== undefined) body['output_dimension'] = dimensions
      if (inputs.every((input) => typeof input === 'string')) body['texts'] = inputs as string[]
      else body['inputs'] = inputs.map((input) => ({ content: [contentOf(input)] }))
      const reply = await http.postJson('/embed', body, signal)
      const vectors = asArray(dig(reply, 'embeddings', 'float'))
      if (!vectors) throw http.malformed('embeddings.float', reply)
      return { vectors, inputTokens: asCount(dig(reply, 'meta', 'billed_units', 'input_tokens')) }
    },
  }
}

function contentOf(input: string | ImageInput): Json {
  if (typeof input === 'string') return { type: 'text', text: input }
  return { type: 'image_url', image_url: { url: dataUrl(input.image, input.mediaType) } }
}
