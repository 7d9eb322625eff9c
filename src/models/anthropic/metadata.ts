import type { ProviderMetadata } from '../provider.js'

export const anthropicMetadata: ProviderMetadata = {
  description: 'Claude models of Anthropic',
  aliases: ['claude'],
  server: {
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlEnv: ['ANTHROPIC_BASE_URL'],
    apiKeyEnv: ['ANTHROPIC_API_KEY'],
    keyHeader: 'x-api-key',
    headers: { 'anthropic-version': '2023-06-01' },
    keyRequired: true,
  },
  language: { defaultModel: 'claude-haiku-4-5', system: true, json: 'instructed', images: false },
}
