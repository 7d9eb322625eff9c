import { invalidOption, type ModelName, TesseraError } from '../core/index.js'
import { type AiSdkModel, aiSdkKind } from './ai-sdk/detect.js'
import { hasMethods } from './has-methods.js'
import { isEmbeddingModelName, isGenerativeModelName, isRerankingModelName } from './model-names.js'
import { modelRegistry } from './registry.js'
import type { ModelKind } from './spec.js'

/** The name a model is given by; an object of ours that does something else is an error. */
export function modelNameOf(spec: unknown, kind: ModelKind, option = 'model'): ModelName {
  if (typeof spec === 'object' && spec !== null && typeof (spec as ModelName).provider === 'string') {
    return spec as ModelName
  }
  const ours = ['embed', 'generate', 'rerank'].find((method) => hasMethods(spec, method))
  if (ours !== undefined) throw wrongKind(kind, 'This model object', { method: ours })
  throw invalidOption(option, typeof spec, `{ provider, modelName }, or an object that does ${kind}`)
}

/**
 * Canonical name of the provider of a model given by name.
 *
 * @throws TesseraError `UNKNOWN_PROVIDER`; that of {@link wrongKind} where provider or name say that the model is of
 *   another kind
 */
export function providerOf({ provider: given, modelName }: ModelName, kind: ModelKind): string {
  const provider = modelRegistry.resolve(given)
  if (!modelRegistry.metadata(provider)[kind]) throw wrongKind(kind, `Provider "${provider}"`, { provider })
  refuseOtherKinds(kind, modelName, provider)
  return provider
}

/** Refuses names that say plainly that the model is of another kind; any other name is believed. */
function refuseOtherKinds(kind: ModelKind, modelName: string | undefined, provider: string): void {
  if (typeof modelName !== 'string') return
  const others: Record<ModelKind, boolean> = {
    embedding: isGenerativeModelName(modelName) || isRerankingModelName(modelName),
    language: isEmbeddingModelName(modelName) || isRerankingModelName(modelName),
    reranking: isGenerativeModelName(modelName),
  }
  if (others[kind]) throw wrongKind(kind, `"${modelName}"`, { provider, modelName })
}

/** The error for a model or provider that does not do what is asked. */
export function wrongKind(kind: ModelKind, what: string, details: Record<string, string>): TesseraError {
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
export function guestOf(spec: unknown, kind: ModelKind): AiSdkModel | undefined {
  const found = aiSdkKind(spec)
  if (found === undefined) return undefined
  const guest = spec as AiSdkModel
  if (found === kind) return guest
  throw wrongKind(kind, `The AI SDK model "${guest.modelId}"`, { provider: guest.provider, modelName: guest.modelId })
}
