import type { ProviderMetadata } from '../provider.js'

export const transformersMetadata: ProviderMetadata = {
  description: 'Encoders and cross-encoders inside this process, by transformers.js (to be installed apart)',
  aliases: ['transformers.js', 'huggingface'],
  embedding: { dimensionsOption: false, images: false },
  reranking: {},
  options: ['dtype', 'pooling'],
  // The first request may have to download the model.
  timeoutMs: 600_000,
}
