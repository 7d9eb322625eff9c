import type { CallOptions } from './chunking.js'
import type { Json } from './text.js'

/** A dense vector, a sparse one, or one vector a token. */
export type EmbeddingVector = Float32Array | { indices: Uint32Array; values: Float32Array } | Float32Array[]

/** An input that is not text. */
export interface ImageInput {
  image: Uint8Array
  mediaType: string
}

/** Turns text into vectors. */
export interface Embedder {
  /** Names model, dimensions and normalisation: an index refuses vectors of another id. */
  readonly id: string
  /** Unknown before the first call for some hosted models. */
  readonly dimensions?: number | undefined
  /** Longest input in the model's own tokens; longer ones are cut and reported as truncated. */
  readonly maxInputTokens?: number | undefined
  readonly accepts: readonly ('text' | 'image')[]
  readonly output: 'dense' | 'sparse' | 'multi'
  /** Weight of the vector leg this embedder deserves in linear fusion, 0..1. */
  readonly fusionWeight?: number | undefined
  /** US dollars for a million tokens; undefined: not known. An embedder without this field has its list price, by its id. */
  readonly inputPrice?: number | undefined
  /**
   * One vector for each input, in order.
   *
   * @returns `truncated`: positions of inputs that were longer than the model reads
   */
  embed(
    inputs: readonly (string | ImageInput)[],
    call: CallOptions & { inputType: 'query' | 'document' },
  ): Promise<{ vectors: EmbeddingVector[]; usage?: Usage | undefined; truncated: number[] }>
}

/** Tokens spent, and their price in US dollars where it is known. */
export interface Usage {
  inputTokens: number
  outputTokens?: number | undefined
  cost?: number | undefined
}

/** Writes text. */
export interface LanguageModel {
  readonly id: string
  generate(
    request: GenerateRequest,
    call?: CallOptions,
  ): Promise<{ text: string; usage?: Usage | undefined; finishReason: string }>
  stream(request: GenerateRequest, call?: CallOptions): AsyncIterable<GenerateEvent>
}

/** What a language model streams: text piece by piece, then why it ended. */
export type GenerateEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'finish'; usage?: Usage | undefined; finishReason: string }

/** A conversation for a language model to go on with. */
export interface GenerateRequest {
  system?: string | undefined
  messages: { role: 'user' | 'assistant'; content: string }[]
  /**
   * Default 0: the same question gets the same answer as far as the model allows. Models that think first (`gpt-5`, `o3`)
   * are sent none; one that is given for them is `INVALID_OPTION`.
   */
  temperature?: number | undefined
  maxOutputTokens?: number | undefined
  /** Asks for a JSON object. */
  json?: boolean | undefined
}

/** Puts documents in order of their worth for a query. */
export interface Reranker {
  readonly id: string
  /** Ordered by score, cut to `topN`; `index` points into `documents`. */
  rerank(request: RerankRequest, call?: CallOptions): Promise<{ index: number; score: number }[]>
}

/** A query and what is to be ordered by how well it answers it. */
export interface RerankRequest {
  query: string
  documents: readonly { id: string; text: string; vector?: Float32Array | undefined }[]
  topN?: number | undefined
}

/** Names a model: provider and model, with what is needed to reach it. */
export interface ModelName {
  provider: string
  modelName?: string | undefined
  /** Root of an HTTP API; for `openai` any compatible server. */
  baseUrl?: string | undefined
  /** Default: the provider's environment variable. Never stored or logged. */
  apiKey?: string | undefined
  /** Asks the model for shorter vectors, where it can. */
  dimensions?: number | undefined
  [option: string]: Json | undefined
}

/** What every model object of the AI SDK (v6 and later) carries; which kind it is shows when it is used. */
export interface AiSdkModelObject {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
}

/** How a model is given everywhere: by name, or as an object of ours or of the AI SDK. */
export type ModelSpec<M> = ModelName | M | AiSdkModelObject
