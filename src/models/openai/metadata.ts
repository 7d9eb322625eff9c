import type { ProviderMetadata } from '../provider.js'

/** OpenAI itself, and by `baseUrl` every server that speaks its format. */
export const openaiMetadata: ProviderMetadata = {
  description: 'OpenAI, Azure OpenAI, and by baseUrl every server that speaks the same format',
  aliases: ['openai-compatible'],
  server: {
    baseUrl: 'https://api.openai.com/v1',
    baseUrlEnv: ['OPENAI_BASE_URL'],
    apiKeyEnv: ['OPENAI_API_KEY'],
    keyHeader: 'authorization',
    keyRequired: true,
  },
  embedding: { defaultModel: 'text-embedding-3-small', dimensionsOption: true, images: false },
  language: { defaultModel: 'gpt-4o-mini', system: true, json: 'native', images: false },
  // `keyHeader: 'api-key'` is Azure's; its address carries a query: .../openai/deployments/NAME?api-version=...
  options: ['keyHeader'],
}

/** Known servers of the same format, so that nobody needs to look their addresses up. */
export const COMPATIBLE_SERVERS: readonly { name: string; metadata: ProviderMetadata }[] = [
  local('ollama', 'Ollama on this machine', 'http://localhost:11434/v1', 'OLLAMA_BASE_URL'),
  local('lmstudio', 'LM Studio on this machine', 'http://localhost:1234/v1', 'LMSTUDIO_BASE_URL'),
  local('llamacpp', 'llama.cpp server on this machine', 'http://localhost:8080/v1', 'LLAMACPP_BASE_URL'),
  local('vllm', 'vLLM on this machine', 'http://localhost:8000/v1', 'VLLM_BASE_URL'),
  hosted('mistral', 'Mistral AI', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY', true),
  hosted('together', 'Together AI', 'https://api.together.xyz/v1', 'TOGETHER_API_KEY', true),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', true),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'GROQ_API_KEY', false),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY', false),
]

function local(name: string, description: string, baseUrl: string, baseUrlEnv: string) {
  const metadata: ProviderMetadata = {
    description,
    aliases: [],
    server: { baseUrl, baseUrlEnv: [baseUrlEnv], apiKeyEnv: [], keyHeader: 'authorization', keyRequired: false },
    embedding: { dimensionsOption: true, images: false },
    language: { system: true, json: 'native', images: false },
  }
  return { name, metadata }
}

function hosted(name: string, description: string, baseUrl: string, apiKeyEnv: string, embeds: boolean) {
  const metadata: ProviderMetadata = {
    description,
    aliases: [],
    server: { baseUrl, baseUrlEnv: [], apiKeyEnv: [apiKeyEnv], keyHeader: 'authorization', keyRequired: true },
    ...(embeds ? { embedding: { dimensionsOption: true, images: false } } : {}),
    language: { system: true, json: 'native', images: false },
  }
  return { name, metadata }
}
