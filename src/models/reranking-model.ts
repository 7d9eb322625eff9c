import { type LanguageModel, type ModelName, type ModelSpec, type Reranker, TesseraError } from '../core/index.js'
import { aiSdkKind } from './ai-sdk/detect.js'
import { createLanguageModel, createReranker } from './create.js'
import type { ModelEnvironment } from './environment.js'
import { hasMethods } from './has-methods.js'
import { guestOf, modelNameOf, providerOf } from './kinds.js'
import { createLLMReranker } from './llm-reranker.js'
import { isEmbeddingModelName, isRerankingModelName } from './model-names.js'
import { modelRegistry } from './registry.js'

/** How a pipeline is told what reranks: the name of a language model, or an object that reranks or writes. */
export type RerankingModelSpec = ModelSpec<Reranker | LanguageModel>

/**
 * Makes a reranker of what a pipeline's `rerankingModel` names. An object that reranks (ours, or of the AI SDK) is taken
 * as it is; a language model, by name or as an object, is asked by {@link createLLMReranker}.
 *
 * @throws TesseraError as {@link checkRerankingModel} and `createLanguageModel`
 */
export async function createRerankingModel(spec: RerankingModelSpec, world: ModelEnvironment = {}): Promise<Reranker> {
  checkRerankingModel(spec)
  if (reranks(spec)) return createReranker(spec as ModelSpec<Reranker>, world)
  return createLLMReranker(await createLanguageModel(spec as ModelSpec<LanguageModel>, world))
}

/**
 * Refuses at once what cannot be a {@link RerankingModelSpec}, as far as it shows without loading anything.
 *
 * @throws TesseraError `MODEL_NOT_GENERATIVE` for the name of an embedding or reranking model, `UNKNOWN_PROVIDER`,
 *   `INVALID_OPTION`
 */
export function checkRerankingModel(spec: RerankingModelSpec): void {
  if (reranks(spec) || hasMethods(spec, 'generate', 'stream') || guestOf(spec, 'language')) return
  const name = modelNameOf(spec, 'language')
  if (isRerankingModel(name)) throw namedReranker(name)
  providerOf(name, 'language')
}

/**
 * Whether a name is that of a model made for reranking, which does not write.
 *
 * @throws TesseraError `UNKNOWN_PROVIDER`
 */
export function isRerankingModel({ provider, modelName }: ModelName): boolean {
  const { reranking, language } = modelRegistry.metadata(provider)
  if (typeof modelName !== 'string') return reranking !== undefined && language === undefined
  if (isRerankingModelName(modelName)) return true
  return reranking !== undefined && language === undefined && !isEmbeddingModelName(modelName)
}

function reranks(spec: unknown): boolean {
  return hasMethods(spec, 'rerank') || aiSdkKind(spec) === 'reranking'
}

function namedReranker({ provider, modelName }: ModelName): TesseraError {
  const what = modelName === undefined ? `Provider "${provider}"` : `"${modelName}"`
  const message =
    `${what} cannot write text: a rerankingModel that is named must be generative, such as gpt-4o-mini. ` +
    'A model made for reranking is given as an object: await createReranker({ provider, modelName }).'
  return new TesseraError('MODEL_NOT_GENERATIVE', message, { provider, modelName })
}
