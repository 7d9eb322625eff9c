import type { Usage } from '../core/index.js'

/** What a model costs, in US dollars for a million tokens. */
export interface Price {
  input: number
  /** Undefined for models that write nothing. */
  output?: number | undefined
}

/** The day the table below was put together; prices change, so costs are estimates. */
export const PRICES_AS_OF = '2025-10-01'

/** List prices of the providers' own servers by model id (`provider:model`), without discounts, caches or batches. */
export const PRICES: Readonly<Record<string, Price>> = {
  'openai:text-embedding-3-small': { input: 0.02 },
  'openai:text-embedding-3-large': { input: 0.13 },
  'openai:text-embedding-ada-002': { input: 0.1 },
  'openai:gpt-4o': { input: 2.5, output: 10 },
  'openai:gpt-4o-mini': { input: 0.15, output: 0.6 },
  'openai:gpt-4.1': { input: 2, output: 8 },
  'openai:gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'openai:gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'openai:gpt-5': { input: 1.25, output: 10 },
  'openai:gpt-5-mini': { input: 0.25, output: 2 },
  'openai:gpt-5-nano': { input: 0.05, output: 0.4 },
  'anthropic:claude-opus-4-1': { input: 15, output: 75 },
  'anthropic:claude-sonnet-4-5': { input: 3, output: 15 },
  'anthropic:claude-haiku-4-5': { input: 1, output: 5 },
  'anthropic:claude-3-5-haiku-latest': { input: 0.8, output: 4 },
  'google:gemini-embedding-001': { input: 0.15 },
  'google:gemini-2.5-pro': { input: 1.25, output: 10 },
  'google:gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'google:gemini-2.5-flash-lite': { input: 0.1, output: 0.4 },
  'cohere:embed-v4.0': { input: 0.12 },
  'cohere:embed-english-v3.0': { input: 0.1 },
  'cohere:embed-multilingual-v3.0': { input: 0.1 },
  'cohere:command-a-03-2025': { input: 2.5, output: 10 },
  'cohere:command-r-08-2024': { input: 0.15, output: 0.6 },
  'voyage:voyage-3-large': { input: 0.18 },
  'voyage:voyage-3.5': { input: 0.06 },
  'voyage:voyage-3.5-lite': { input: 0.02 },
  'voyage:voyage-code-3': { input: 0.18 },
}

/**
 * The price of a model by its id; vectors of another length cost the same.
 *
 * @param id as in `embedder.id`, for example `openai:text-embedding-3-small`
 * @returns undefined where the table has none
 */
export function priceOf(id: string): Price | undefined {
  const [provider, model] = id.split(':')
  const key = `${provider}:${model}`
  return Object.hasOwn(PRICES, key) ? PRICES[key] : undefined
}

/** Tokens with their price. */
export function priced(inputTokens: number, outputTokens: number | undefined, price: Price | undefined): Usage {
  const usage: Usage = { inputTokens }
  if (outputTokens !== undefined) usage.outputTokens = outputTokens
  if (price) usage.cost = (inputTokens * price.input + (outputTokens ?? 0) * (price.output ?? 0)) / 1e6
  return usage
}
