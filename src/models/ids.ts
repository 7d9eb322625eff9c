/**
 * The id of an embedder: `provider:model`, and the dimensions where others than the model's own were asked for. Vectors
 * are always of unit length, so normalisation does not occur in it; nor does the server, which may move.
 */
export function embeddingId(
  provider: string,
  modelName: string,
  asked: number | undefined,
  native: number | undefined,
): string {
  const base = modelId(provider, modelName)
  return asked === undefined || asked === native ? base : `${base}:${asked}`
}

/** The id of a model: `provider:model`. */
export function modelId(provider: string, modelName: string): string {
  return `${provider}:${modelName}`
}
