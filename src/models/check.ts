import { hasMethods } from './has-methods.js'
import { guestOf, modelNameOf, providerOf } from './kinds.js'
import type { ModelKind } from './spec.js'

const METHODS: Readonly<Record<ModelKind, readonly string[]>> = {
  embedding: ['embed'],
  language: ['generate', 'stream'],
  reranking: ['rerank'],
}

/**
 * Refuses at once what cannot be a model of a kind, as far as it shows without loading anything.
 *
 * @param option how messages call it
 * @throws TesseraError `UNKNOWN_PROVIDER`, `INVALID_OPTION`; `MODEL_NOT_GENERATIVE` or `FEATURE_NOT_AVAILABLE` for one
 *   of another kind
 */
export function checkModel(spec: unknown, kind: ModelKind, option: string): void {
  if (hasMethods(spec, ...METHODS[kind]) || guestOf(spec, kind)) return
  providerOf(modelNameOf(spec, kind, option), kind)
}
