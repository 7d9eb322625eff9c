import { type Embedder, type LanguageModel, type Reranker, sha256 } from '../../core/index.js'
import { type Price, priceOf } from '../prices.js'
import type { BatchLimits, EmbeddingEndpoint, LanguageEndpoint, RerankEndpoint } from '../provider.js'
import type { CallSettings } from '../spec.js'
import { Caller } from './caller.js'
import type { Clock } from './clock.js'
import { ResilientEmbedder } from './embedder.js'
import { ResilientLanguageModel } from './language-model.js'
import { ResilientReranker } from './reranker.js'

/** Conversations under way at once, where nothing else is asked. */
const LANGUAGE_CONCURRENCY = 8

/** Puts what all providers need around the endpoint of an embedding model. */
export function wrapEmbedding(
  endpoint: EmbeddingEndpoint,
  provider: string,
  call: CallSettings,
  clock: Clock,
): Embedder {
  const limits = limitsOf(endpoint.limits, call)
  const { queryPrefix: query, documentPrefix: document } = call
  // Other prefixes, other vectors.
  const suffix = query === '' && document === '' ? '' : `:${sha256(JSON.stringify([query, document])).slice(0, 8)}`
  // Who names a limit knows of one that the server may keep without a word.
  const limited = call.maxInputTokens !== undefined && endpoint.longInputs === 'refuses'
  return new ResilientEmbedder(endpoint, endpoint.id + suffix, callerOf(provider, call, limits.concurrency, clock), {
    limits,
    // A model of the same name on another server may be another one.
    dimensions: call.dimensions ?? (call.atHome ? endpoint.dimensions : undefined),
    // A model that cuts by itself has its own limit beside the one that was asked for; the smaller holds.
    maxInputTokens:
      endpoint.longInputs === 'reports' ? endpoint.maxInputTokens : (call.maxInputTokens ?? endpoint.maxInputTokens),
    longInputs: limited ? 'cuts' : endpoint.longInputs,
    price: priceAt(endpoint.id, call),
    prefixes: { query, document },
  })
}

/** Puts what all providers need around the endpoint of a generative model. */
export function wrapLanguage(
  endpoint: LanguageEndpoint,
  provider: string,
  call: CallSettings,
  clock: Clock,
): LanguageModel {
  const caller = callerOf(provider, call, call.maxConcurrency ?? LANGUAGE_CONCURRENCY, clock)
  return new ResilientLanguageModel(endpoint, caller, priceAt(endpoint.id, call))
}

/** Puts what all providers need around the endpoint of a reranking model. */
export function wrapReranking(endpoint: RerankEndpoint, provider: string, call: CallSettings, clock: Clock): Reranker {
  const limits = limitsOf(endpoint.limits, call)
  return new ResilientReranker(endpoint, callerOf(provider, call, limits.concurrency, clock), limits)
}

function callerOf(provider: string, call: CallSettings, maxConcurrency: number, clock: Clock): Caller {
  const { maxRetries, timeoutMs } = call
  return new Caller({ provider, maxRetries, timeoutMs, maxConcurrency, clock })
}

function limitsOf(limits: BatchLimits, call: CallSettings): BatchLimits {
  return {
    inputs: call.maxBatchSize ?? limits.inputs,
    tokens: limits.tokens,
    concurrency: call.maxConcurrency ?? limits.concurrency,
  }
}

function priceAt(id: string, call: CallSettings): Price | undefined {
  return call.atHome ? priceOf(id) : undefined
}
