export { checkModel } from './check.js'
export { createEmbedder, createLanguageModel, createReranker } from './create.js'
export { type EmbedManyOptions, embeddingKey, embedMany, type VectorCache } from './embed-many.js'
export type { ModelEnvironment } from './environment.js'
export type { Fetch } from './http/index.js'
export { createLLMReranker } from './llm-reranker.js'
export { isEmbeddingModelName, isGenerativeModelName, isRerankingModelName } from './model-names.js'
export { PRICES, PRICES_AS_OF, type Price, priceOf } from './prices.js'
export type {
  AttemptOptions,
  BatchLimits,
  EmbeddingEndpoint,
  EmbeddingReply,
  LanguageCapabilities,
  LanguageEndpoint,
  LanguageReply,
  ModelSettings,
  Provider,
  ProviderMetadata,
  RerankEndpoint,
  RerankScore,
  ServerDeclaration,
} from './provider.js'
export { ModelRegistry, modelRegistry } from './registry.js'
export {
  checkRerankingModel,
  createRerankingModel,
  isRerankingModel,
  type RerankingModelSpec,
} from './reranking-model.js'
export type { Clock } from './resilience/clock.js'
export { estimateTokens } from './tokens.js'
