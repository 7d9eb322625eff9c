import type { ProviderMetadata } from '../provider.js'

export const jinaMetadata: ProviderMetadata = {
  description: 'Jina AI: embeddings of text and images, and reranking; also servers with its rerank format',
  aliases: ['jinaai'],
  server: {
    baseUrl: 'https://api.jina.ai/v1',
    baseUrlEnv: ['JINA_BASE_URL'],
    apiKeyEnv: ['JINA_API_KEY'],
    keyHeader: 'authorization',
    keyRequired: true,
  },
  embedding: { defaultModel: 'jina-embeddings-v3', dimensionsOption: true, images: true },
  reranking: { defaultModel: 'jina-reranker-v2-base-multilingual' },
}
