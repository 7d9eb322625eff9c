import type { ProviderMetadata } from '../provider.js'

export const hashMetadata: ProviderMetadata = {
  description: 'Vectors of hashed words: no weights, no network, no meaning beyond the words',
  aliases: ['hashed'],
  embedding: { defaultModel: 'words', dimensionsOption: true, images: false },
}
