import { invalidOption, type ModelName, refuseUnknownOptions, requireInteger, TesseraError } from '../core/index.js'
import { type Fetch, HttpClient } from './http/index.js'
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
  const headers = server ? headersOf(spec, server, provider, env, atHome) : {}
  return {
    settings: {
      provider,
      modelName,
      dimensions,
      // Providers without a server get a client that they have no reason to use.
      http: new HttpClient({ provider, baseUrl: baseUrl ?? 'http://localhost', headers, fetch }),
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

function headersOf(
  spec: ModelName,
  server: ServerDeclaration,
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
  atHome: boolean,
): Record<string, string> {
  const named = text(spec, 'apiKeyEnv')
  const key = text(spec, 'apiKey') ?? firstOf(env, named === undefined ? server.apiKeyEnv : [named])
  const headers: Record<string, string> = { ...server.headers, ...extraHeaders(spec) }
  if (key !== undefined) {
    const name = text(spec, 'keyHeader') ?? server.keyHeader
    headers[name] = name.toLowerCase() === 'authorization' ? `Bearer ${key}` : key
    return headers
  }
  if (named === undefined && (!server.keyRequired || !atHome)) return headers
  const variables = named === undefined ? server.apiKeyEnv : [named]
  const message = `${provider} needs an API key: set ${variables.join(' or ')}, or give apiKey.`
  throw new TesseraError('MISSING_API_KEY', message, { provider, environment: [...variables] })
}

/** Values may be secrets, so messages name the header only. */
function extraHeaders(spec: ModelName): Record<string, string> {
  const given = spec['headers']
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidOption('headers', typeof given, 'an object of strings')
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') throw invalidOption(`headers.${name}`, typeof value, 'a string')
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** An empty variable counts as unset, as shells and containers write it. */
function firstOf(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): string | undefined {
  return names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '')
}

function text(spec: ModelName, name: string): string | undefined {
  const value = spec[name]
  if (value === undefined || typeof value === 'string') return value
  throw invalidOption(name, typeof value, 'a string')
}

function count(spec: ModelName, name: string, min: number, max?: number): number | undefined {
  const value = spec[name]
  return value === undefined ? undefined : requireInteger(name, value, min, max)
}
