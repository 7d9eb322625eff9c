import { invalidOption, type ModelName, refuseUnknownOptions, requireInteger } from '../core/index.js'
import { readHeaders } from './headers.js'
import { type Fetch, HttpClient } from './http/index.js'
import { firstOf, textOption as text } from './options.js'
import type { ModelSettings, ProviderMetadata, ServerDeclaration } from './provider.js'

/** What a model is asked to do. */
export type ModelKind = 'embedding' | 'language' | 'reranking'

/** How a model is called, whichever provider it has. */
export interface CallSettings {
  /** How often a failed request is sent again. Default 5. */
  maxRetries: number
  /** Milliseconds one attempt may take, or one pause within a stream. Default 60,000; 300,000 for language models. */
  timeoutMs: number
  /** Requests under way at once. Default: the provider's. */
  maxConcurrency: number | undefined
  /** Inputs a request. Default: the provider's. */
  maxBatchSize: number | undefined
  /** Longest input of an embedding model in tokens; longer ones are counted as truncated. Default: the model's. */
  maxInputTokens: number | undefined
  /** Dimensions that were asked for. */
  dimensions: number | undefined
  queryPrefix: string
  documentPrefix: string
  /** The server is the provider's own, so that what is known of its models and prices holds. */
  atHome: boolean
}

/** Timers that are set for longer fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

const SERVER_OPTIONS = ['baseUrl', 'apiKey', 'apiKeyEnv', 'headers']
const CALL_OPTIONS = ['maxRetries', 'timeoutMs', 'maxConcurrency']
const KIND_OPTIONS: Readonly<Record<ModelKind, readonly string[]>> = {
  embedding: ['maxBatchSize', 'maxInputTokens', 'queryPrefix', 'documentPrefix'],
  language: [],
  reranking: ['maxBatchSize'],
}

/**
 * Reads what a {@link ModelName} says, fills in defaults and environment, and refuses what nobody reads.
 *
 * @param provider canonical name
 * @param env environment variables, for keys and addresses
 * @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION`, `MISSING_API_KEY`
 */
export function readSpec(
  spec: ModelName,
  kind: ModelKind,
  provider: string,
  metadata: ProviderMetadata,
  env: Readonly<Record<string, string | undefined>>,
  fetch: Fetch,
): { settings: ModelSettings; call: CallSettings } {
  refuseUnknownOptions(spec, knownOptions(kind, metadata), `A model of provider "${provider}" for ${kind}`)
  const modelName = text(spec, 'modelName') ?? metadata[kind]?.defaultModel
  if (modelName === undefined || modelName === '') {
    throw invalidOption('modelName', spec.modelName, `the name of a model, since ${provider} has no default`)
  }
  const server = metadata.server
  const baseUrl = server && addressOf(spec, server, provider, env)
  const atHome = baseUrl === server?.baseUrl
  const dimensions = count(spec, 'dimensions', 1)
  const sent = server ? readHeaders(spec, server, provider, env, atHome) : { headers: {}, secrets: [] }
  return {
    settings: {
      provider,
      modelName,
      dimensions,
      // Providers without a server get a client that they have no reason to use.
      http: new HttpClient({ provider, baseUrl: baseUrl ?? 'http://localhost', ...sent, fetch }),
      option: (name) => spec[name],
    },
    call: {
      maxRetries: count(spec, 'maxRetries', 0) ?? 5,
      timeoutMs:
        count(spec, 'timeoutMs', 1, LONGEST_TIMER_MS) ?? metadata.timeoutMs ?? (kind === 'language' ? 300_000 : 60_000),
      maxConcurrency: count(spec, 'maxConcurrency', 1),
      maxBatchSize: count(spec, 'maxBatchSize', 1),
      maxInputTokens: count(spec, 'maxInputTokens', 1),
      dimensions,
      queryPrefix: text(spec, 'queryPrefix') ?? '',
      documentPrefix: text(spec, 'documentPrefix') ?? '',
      atHome,
    },
  }
}

function knownOptions(kind: ModelKind, metadata: ProviderMetadata): string[] {
  return [
    'provider',
    'modelName',
    ...(metadata.server ? SERVER_OPTIONS : []),
    ...(kind === 'embedding' && metadata.embedding?.dimensionsOption ? ['dimensions'] : []),
    ...CALL_OPTIONS,
    ...KIND_OPTIONS[kind],
    ...(metadata.options ?? []),
  ]
}

function addressOf(
  spec: ModelName,
  server: ServerDeclaration,
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const address = text(spec, 'baseUrl') ?? firstOf(env, server.baseUrlEnv) ?? server.baseUrl
  if (address !== undefined) return address
  throw invalidOption('baseUrl', undefined, `the address of the server, since there is no public one for ${provider}`)
}

function count(spec: ModelName, name: string, min: number, max?: number): number | undefined {
  const value = spec[name]
  return value === undefined ? undefined : requireInteger(name, value, min, max)
}
