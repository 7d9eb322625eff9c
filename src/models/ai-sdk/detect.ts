import type { ModelKind } from '../spec.js'

/** What every model object of the AI SDK carries, in the specification versions v2, v3 and v4. */
export interface AiSdkModel {
  specificationVersion: string
  provider: string
  modelId: string
}

/** The kind of an AI SDK model object, told by its methods; undefined for anything else. */
export function aiSdkKind(value: unknown): ModelKind | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const model = value as Record<string, unknown>
  if (typeof model['specificationVersion'] !== 'string' || typeof model['modelId'] !== 'string') return undefined
  if (typeof model['doEmbed'] === 'function') return 'embedding'
  if (typeof model['doGenerate'] === 'function') return 'language'
  if (typeof model['doRerank'] === 'function') return 'reranking'
  return undefined
}
