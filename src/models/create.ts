import {
  type Embedder,
  invalidOption,
  type LanguageModel,
  type ModelName,
  type ModelSpec,
  type Reranker,
  TesseraError,
} from '../core/index.js'
import { type AiSdkModel, aiSdkKind } from './ai-sdk/detect.js'
import type { Fetch } from './http/index.js'
import { isEmbeddingModelName, isGenerativeModelName, isRerankingModelName } from './model-names.js'
import type { Provider } from './provider.js'
import { modelRegistry } from './registry.js'
import { type Clock, systemClock } from './resilience/clock.js'
import { wrapEmbedding, wrapLanguage, wrapReranking } from './resilience/wrap.js'
import { type CallSettings, type ModelKind, readSpec } from './spec.js'

/** The world a model lives in; replaceable for tests and for hosts without `process.env`. */
export interface ModelEnvironment {
  /** Default: `process.env`, empty where there is none. */
  env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined
  /** Default: the system's time and chance. */
  clock?: Clock | undefined
}

/** How an object of the AI SDK, which says nothing of these, is called. */
const GUEST_CALL: CallSettings = {
  maxRetries: 5,
  timeoutMs: 300_000,
  maxConcurrency: undefined,
  maxBatchSize: undefined,
  maxInputTokens: undefined,
  queryPrefix: '',
  documentPrefix: '',
  atHome: false,
}

/**
 * An embedder by name or object. Nothing is asked of a server, and no weights are loaded, before the first `embed`.
 *
 * @param spec `{ provider, modelName, ... }`, an AI SDK embedding model (v6 and later), or an {@link Embedder}, which is
 *   returned as it is
 * @throws TesseraError `UNKNOWN_PROVIDER`, `UNKNOWN_OPTION`, `INVALID_OPTION`, `MISSING_API_KEY`,
 *   `FEATURE_NOT_AVAILABLE` for a provider or model that does not embed
 * @example
 * const embedder = await createEmbedder({ provider: 'openai', modelName: 'text-embedding-3-small' })
 * const { vectors } = await embedder.embed(['What is a tessera?'], { inputType: 'query' })
 */
export async function createEmbedder(spec: ModelSpec<Embedder>, world: ModelEnvironment = {}): Promise<Embedder> {
  if (hasMethods(spec, 'embed')) return spec as Embedder
  const guest = guestOf(spec, 'embedding')
  if (guest) {
    const { aiSdkEmbedding } = await import('./ai-sdk/embedding.js')
    return wrapEmbedding(await aiSdkEmbedding(guest), guest.provider, GUEST_CALL, world.clock ?? systemClock)
  }
  const { endpoint, provider, call } = await resolve(spec, 'embedding', world, (module) => module.embedding)
  return wrapEmbedding(endpoint, provider, call, world.clock ?? systemClock)
}

/**
 * A generative model by name or object, as {@link createEmbedder}.
 *
 * @throws TesseraError `MODEL_NOT_GENERATIVE` for an embedding or reranking model, and as `createEmbedder`
 */
export async function createLanguageModel(
  spec: ModelSpec<LanguageModel>,
  world: ModelEnvironment = {},
): Promise<LanguageModel> {
  if (hasMethods(spec, 'generate', 'stream')) return spec as LanguageModel
  const guest = guestOf(spec, 'language')
  if (guest) {
    const { aiSdkLanguage } = await import('./ai-sdk/language.js')
    return wrapLanguage(aiSdkLanguage(guest), guest.provider, GUEST_CALL, world.clock ?? systemClock)
  }
  const { endpoint, provider, call } = await resolve(spec, 'language', world, (module) => module.language)
  return wrapLanguage(endpoint, provider, call, world.clock ?? systemClock)
}

/**
 * A reranking model by name or object, as {@link createEmbedder}.
 *
 * @throws TesseraError `FEATURE_NOT_AVAILABLE` for a provider or model that does not rerank, and as `createEmbedder`
 */
export async function createReranker(spec: ModelSpec<Reranker>, world: ModelEnvironment = {}): Promise<Reranker> {
  if (hasMethods(spec, 'rerank')) return spec as Reranker
  const guest = guestOf(spec, 'reranking')
  if (guest) {
    const { aiSdkReranking } = await import('./ai-sdk/reranking.js')
    return wrapReranking(aiSdkReranking(guest), guest.provider, GUEST_CALL, world.clock ?? systemClock)
  }
  const { endpoint, provider, call } = await resolve(spec, 'reranking', world, (module) => module.reranking)
  return wrapReranking(endpoint, provider, call, world.clock ?? systemClock)
}

async function resolve<E>(
  spec: unknown,
  kind: ModelKind,
  world: ModelEnvironment,
  builder: (module: Provider) => ((settings: ReturnType<typeof readSpec>['settings']) => E | Promise<E>) | undefined,
): Promise<{ endpoint: E; provider: string; call: CallSettings }> {
  const name = modelNameOf(spec, kind)
  const provider = modelRegistry.resolve(name.provider)
  const metadata = modelRegistry.metadata(provider)
  if (!metadata[kind]) throw wrongKind(kind, `Provider "${provider}"`, { provider })
  refuseOtherKinds(kind, name.modelName, provider)
  const { settings, call } = readSpec(
    name,
    kind,
    provider,
    metadata,
    world.env ?? (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {},
    world.fetch ?? ((url, init) => fetch(url, init)),
  )
  const build = builder(await modelRegistry.get(provider))
  if (!build) throw wrongKind(kind, `Provider "${provider}"`, { provider })
  return { endpoint: await build(settings), provider, call }
}

function modelNameOf(spec: unknown, kind: ModelKind): ModelName {
  if (typeof spec === 'object' && spec !== null && typeof (spec as ModelName).provider === 'string') {
    return spec as ModelName
  }
  const ours = ['embed', 'generate', 'rerank'].find((method) => hasMethods(spec, method))
  if (ours !== undefined) throw wrongKind(kind, 'This model object', { method: ours })
  throw invalidOption('model', typeof spec, `{ provider, modelName }, or an object that does ${kind}`)
}

/** Names that say plainly that the model is of another kind; any other name is believed. */
function refuseOtherKinds(kind: ModelKind, modelName: string | undefined, provider: string): void {
  if (typeof modelName !== 'string') return
  const others: Record<ModelKind, boolean> = {
    embedding: isGenerativeModelName(modelName) || isRerankingModelName(modelName),
    language: isEmbeddingModelName(modelName) || isRerankingModelName(modelName),
    reranking: isGenerativeModelName(modelName),
  }
  if (others[kind]) throw wrongKind(kind, `"${modelName}"`, { provider, modelName })
}

function wrongKind(kind: ModelKind, what: string, details: Record<string, string>): TesseraError {
  if (kind === 'language') {
    const message = `${what} cannot write text: the model must be generative, such as gpt-4o-mini, not an embedding or reranking model.`
    return new TesseraError('MODEL_NOT_GENERATIVE', message, details)
  }
  const able = modelRegistry.list().filter(({ metadata }) => metadata[kind])
  const names = able.map(({ name }) => name)
  const message = `${what} does no ${kind}. Providers that do: ${names.join(', ')}.`
  return new TesseraError('FEATURE_NOT_AVAILABLE', message, { ...details, kind, providers: names })
}

/** An AI SDK model of the kind that is wanted; one of another kind is an error. */
function guestOf(spec: unknown, kind: ModelKind): AiSdkModel | undefined {
  const found = aiSdkKind(spec)
  if (found === undefined) return undefined
  const guest = spec as AiSdkModel
  if (found === kind) return guest
  throw wrongKind(kind, `The AI SDK model "${guest.modelId}"`, { provider: guest.provider, modelName: guest.modelId })
}

function hasMethods(value: unknown, ...methods: string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function')
  )
}
