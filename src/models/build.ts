import type { Embedder, LanguageModel, Reranker } from '../core/index.js'
import type { ModelEnvironment } from './environment.js'
import { guestOf, modelNameOf, providerOf, wrongKind } from './kinds.js'
import type { ModelSettings, Provider } from './provider.js'
import { modelRegistry } from './registry.js'
import { systemClock } from './resilience/clock.js'
import { wrapEmbedding, wrapLanguage, wrapReranking } from './resilience/wrap.js'
import { type CallSettings, type ModelKind, readSpec } from './spec.js'

/** How an object of the AI SDK, which says nothing of these, is called. */
const GUEST_CALL: CallSettings = {
  maxRetries: 5,
  timeoutMs: 300_000,
  maxConcurrency: undefined,
  maxBatchSize: undefined,
  maxInputTokens: undefined,
  dimensions: undefined,
  queryPrefix: '',
  documentPrefix: '',
  atHome: false,
}

/** What `createEmbedder` does with anything that is not an embedder yet. */
export async function buildEmbedder(spec: unknown, world: ModelEnvironment): Promise<Embedder> {
  const clock = world.clock ?? systemClock
  const guest = guestOf(spec, 'embedding')
  if (guest) {
    const { aiSdkEmbedding } = await import('./ai-sdk/embedding.js')
    return wrapEmbedding(await aiSdkEmbedding(guest), guest.provider, GUEST_CALL, clock)
  }
  const { endpoint, provider, call } = await resolve(spec, 'embedding', world, (module) => module.embedding)
  return wrapEmbedding(endpoint, provider, call, clock)
}

/** What `createLanguageModel` does with anything that is not a language model yet. */
export async function buildLanguageModel(spec: unknown, world: ModelEnvironment): Promise<LanguageModel> {
  const clock = world.clock ?? systemClock
  const guest = guestOf(spec, 'language')
  if (guest) {
    const { aiSdkLanguage } = await import('./ai-sdk/language.js')
    return wrapLanguage(aiSdkLanguage(guest), guest.provider, GUEST_CALL, clock)
  }
  const { endpoint, provider, call } = await resolve(spec, 'language', world, (module) => module.language)
  return wrapLanguage(endpoint, provider, call, clock)
}

/** What `createReranker` does with anything that is not a reranker yet. */
export async function buildReranker(spec: unknown, world: ModelEnvironment): Promise<Reranker> {
  const clock = world.clock ?? systemClock
  const guest = guestOf(spec, 'reranking')
  if (guest) {
    const { aiSdkReranking } = await import('./ai-sdk/reranking.js')
    return wrapReranking(aiSdkReranking(guest), guest.provider, GUEST_CALL, clock)
  }
  const { endpoint, provider, call } = await resolve(spec, 'reranking', world, (module) => module.reranking)
  return wrapReranking(endpoint, provider, call, clock)
}

/** Endpoint and settings of a model given by name. */
async function resolve<E>(
  spec: unknown,
  kind: ModelKind,
  world: ModelEnvironment,
  builder: (module: Provider) => ((settings: ModelSettings) => E | Promise<E>) | undefined,
): Promise<{ endpoint: E; provider: string; call: CallSettings }> {
  const name = modelNameOf(spec, kind)
  const provider = providerOf(name, kind)
  const metadata = modelRegistry.metadata(provider)
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
