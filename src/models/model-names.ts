/**
 * What names of models tell about their kind. Servers that speak OpenAI's format serve every kind under any name, so
 * this is knowledge of naming customs, used to refuse a plain mistake early, not a list of models.
 */
const EMBEDDING =
  /embed|(?:^|[/_-])(?:bge|gte|e5|minilm|mpnet|ada-002|voyage|instructor|stella|uae|labse|paraphrase|arctic-l|arctic-m|arctic-s|colbert|splade|clip)(?:$|[-_.:/\d])/i
const RERANKING = /rerank|cross-?encoder|ms-marco/i
/** Open models are missing on purpose: some servers make vectors with any of them. */
const GENERATIVE = /^(?:models\/)?(?:gpt-|o\d(?:-|$)|chatgpt|claude|gemini-|command|grok)/i

/** Whether a model of that name makes vectors, by the customs of naming. */
export function isEmbeddingModelName(modelName: string): boolean {
  return EMBEDDING.test(modelName) && !RERANKING.test(modelName)
}

/** Whether a model of that name scores pairs of texts, by the customs of naming. */
export function isRerankingModelName(modelName: string): boolean {
  return RERANKING.test(modelName)
}

/** Whether a model of that name surely writes text and does nothing else. */
export function isGenerativeModelName(modelName: string): boolean {
  return GENERATIVE.test(modelName) && !isEmbeddingModelName(modelName) && !isRerankingModelName(modelName)
}
