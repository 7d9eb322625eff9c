import type { Embedder, LanguageModel, ModelSpec, Reranker } from '../core/index.js'
import type { ModelEnvironment } from './environment.js'
import { hasMethods } from './has-methods.js'

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
  const { buildEmbedder } = await import('./build.js')
  return buildEmbedder(spec, world)
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
  const { buildLanguageModel } = await import('./build.js')
  return buildLanguageModel(spec, world)
}

/**
 * A reranking model by name or object, as {@link createEmbedder}.
 *
 * @throws TesseraError `FEATURE_NOT_AVAILABLE` for a provider or model that does not rerank, and as `createEmbedder`
 */
export async function createReranker(spec: ModelSpec<Reranker>, world: ModelEnvironment = {}): Promise<Reranker> {
  if (hasMethods(spec, 'rerank')) return spec as Reranker
  const { buildReranker } = await import('./build.js')
  return buildReranker(spec, world)
}
