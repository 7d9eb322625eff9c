import type { ProviderMetadata } from '../provider.js'

export const teiMetadata: ProviderMetadata = {
  description: 'Text Embeddings Inference of Hugging Face, a server of your own: embeddings and reranking',
  aliases: ['text-embeddings-inference', 'huggingface-tei'],
  server: {
    baseUrlEnv: ['TEI_BASE_URL'],
    apiKeyEnv: ['TEI_API_KEY'],
    keyHeader: 'authorization',
    keyRequired: false,
  },
  // A server holds one model, and requests do not name it: the name only tells indexes apart.
  embedding: { dimensionsOption: false, images: false },
  reranking: { defaultModel: 'default' },
}
