import type { ProviderMetadata } from '../provider.js'

export const voyageMetadata: ProviderMetadata = {
  description: 'Voyage AI: embeddings and reranking',
  aliases: ['voyageai'],
  server: {
    baseUrl: 'https://api.voyageai.com/v1',
    baseUrlEnv: ['VOYAGE_BASE_URL'],
    apiKeyEnv: ['VOYAGE_API_KEY'],
    keyHeader: 'authorization',
    keyRequired: true,
  },
  embedding: { defaultModel: 'voyage-3.5', dimensionsOption: true, images: false },
  reranking: { defaultModel: 'rerank-2.5' },
}
