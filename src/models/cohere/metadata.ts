import type { ProviderMetadata } from '../provider.js'

export const cohereMetadata: ProviderMetadata = {
  description: 'Cohere: embeddings, reranking, Command models; also servers with its rerank format',
  aliases: [],
  server: {
    baseUrl: 'https://api.cohere.com/v2',
    baseUrlEnv: ['COHERE_BASE_URL'],
    apiKeyEnv: ['COHERE_API_KEY', 'CO_API_KEY'],
    keyHeader: 'authorization',
    keyRequired: true,
  },
  embedding: { defaultModel: 'embed-v4.0', dimensionsOption: true, images: true },
  language: { defaultModel: 'command-a-03-2025', system: true, json: 'native', images: false },
  reranking: { defaultModel: 'rerank-v3.5' },
}
