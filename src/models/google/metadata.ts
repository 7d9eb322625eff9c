import type { ProviderMetadata } from '../provider.js'

export const googleMetadata: ProviderMetadata = {
  description: 'Gemini models of Google, by the Gemini API',
  aliases: ['gemini'],
  server: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlEnv: ['GOOGLE_GEMINI_BASE_URL'],
    apiKeyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    // The key in the URL, as the service also takes it, would end up in logs of proxies.
    keyHeader: 'x-goog-api-key',
    keyRequired: true,
  },
  embedding: { defaultModel: 'gemini-embedding-001', dimensionsOption: true, images: false },
  language: { defaultModel: 'gemini-2.5-flash', system: true, json: 'native', images: false },
}
