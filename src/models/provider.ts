import type { GenerateEvent, GenerateRequest, ImageInput, Json, VariantMetadata } from '../core/index.js'
import type { HttpClient } from './http/index.js'

/** What a provider's own code gets with every single request. */
export interface AttemptOptions {
  /** Fires on abort and on timeout; its reason is the error to throw. */
  signal: AbortSignal
}

/**
 * One model behind one provider, asked once a call. Adapters implement only this; batches, order, retries, timeouts,
 * limits, checks of what comes back, and prices are added around it by `resilience/`.
 */
export interface EmbeddingEndpoint {
  /** Becomes the embedder's id. */
  readonly id: string
  readonly dimensions?: number | undefined
  readonly maxInputTokens?: number | undefined
  readonly accepts: readonly ('text' | 'image')[]
  readonly fusionWeight?: number | undefined
  readonly limits: BatchLimits
  /**
   * `refuses`: an input that is too long comes back as an error with `details.reason` `too-large`. `cuts`: the server
   * drops the end without a word, so it is counted by estimate. `reports`: see `EmbeddingReply`.
   */
  readonly longInputs: 'refuses' | 'cuts' | 'reports'
  /** @param inputs never more than the limits allow, never empty */
  embed(
    inputs: readonly (string | ImageInput)[],
    call: AttemptOptions & { inputType: 'query' | 'document' },
  ): Promise<EmbeddingReply>
}

/** How much goes into one request. */
export interface BatchLimits {
  /** Inputs a request. */
  inputs: number
  /** Tokens a request, estimated. */
  tokens: number
  /** Requests under way at once. */
  concurrency: number
}

/** What came back, in the order of the inputs, not checked yet. */
export interface EmbeddingReply {
  vectors: readonly unknown[]
  /** Undefined where the server does not say. */
  inputTokens?: number | undefined
  /** Positions of inputs that the model cut. */
  truncated?: readonly number[] | undefined
}

/** A generative model, asked once a call. */
export interface LanguageEndpoint {
  readonly id: string
  generate(request: GenerateRequest, call: AttemptOptions): Promise<LanguageReply>
  /** Ends with a `finish`; throws when the connection ends before the answer does. */
  stream(request: GenerateRequest, call: AttemptOptions): AsyncIterable<GenerateEvent>
}

/** What a language model answered to one call. */
export interface LanguageReply {
  text: string
  finishReason: string
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}

/** A reranking model, asked once a call. */
export interface RerankEndpoint {
  readonly id: string
  readonly limits: BatchLimits
  /** Scores in any order; not checked yet. */
  rerank(query: string, documents: readonly string[], call: AttemptOptions): Promise<RerankScore[]>
}

/** As the provider sent it: not yet checked. */
export interface RerankScore {
  index: unknown
  score: unknown
}

/** A model of a provider as it was asked for: what an adapter needs to build an endpoint. */
export interface ModelSettings {
  /** Canonical name of the provider. */
  provider: string
  modelName: string
  dimensions: number | undefined
  /** Talks to the provider's server with the key in place. */
  http: HttpClient
  /** A provider's own option, checked against `ProviderMetadata.options`. */
  option(name: string): Json | undefined
}

/** What the module of a provider exports. Present are the kinds its metadata declares. */
export interface Provider {
  embedding?(settings: ModelSettings): EmbeddingEndpoint | Promise<EmbeddingEndpoint>
  language?(settings: ModelSettings): LanguageEndpoint
  reranking?(settings: ModelSettings): RerankEndpoint | Promise<RerankEndpoint>
}

/** What a provider says of itself before its code is loaded: where it is, what it can do and what it cannot. */
export interface ProviderMetadata extends VariantMetadata {
  /** Undefined for providers that run inside this process. */
  server?: ServerDeclaration | undefined
  embedding?: { defaultModel?: string | undefined; dimensionsOption: boolean; images: boolean } | undefined
  language?: LanguageCapabilities | undefined
  reranking?: { defaultModel?: string | undefined } | undefined
  /** Options of its own, beside those every provider takes. */
  options?: readonly string[] | undefined
  /** Milliseconds a request may take, where that is not what it is elsewhere. */
  timeoutMs?: number | undefined
}

/** Where a provider is reached, and how a key is sent. */
export interface ServerDeclaration {
  /** Root of the API; undefined: `baseUrl` must be given, there is no public server. */
  baseUrl?: string | undefined
  baseUrlEnv: readonly string[]
  apiKeyEnv: readonly string[]
  /** The header that carries the key; `authorization` carries it as a bearer token. */
  keyHeader: string
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** False for servers that work without a key. One at another address than the default never needs one. */
  keyRequired: boolean
}

/** What the language models of a provider can do. */
export interface LanguageCapabilities {
  defaultModel?: string | undefined
  /** Takes instructions apart from the conversation. */
  system: boolean
  /** `native`: the server enforces a JSON object; `instructed`: the model is told to write one. */
  json: 'native' | 'instructed'
  images: boolean
}
