/**
 * Tessera: documents in, answers with verified citations out.
 *
 * This is everything a program usually needs; the subpaths (`tessera-rag/chunking`, `tessera-rag/stores`, ...) hold the
 * parts for those who extend it.
 */
export {
  ChunkerFactory,
  type ChunkerOptions,
  ChunkerRegistry,
  chunkerRegistry,
  createChunker,
  getAvailableStrategies,
  getChunkerMetadata,
} from './chunking/index.js'
export type * from './core/index.js'
export { locate, TesseraError } from './core/index.js'
export { BM25Index, InMemoryBM25Index, QUALITY, TEXTBOOK, VectorIndex } from './indexes/index.js'
export { createDocument, type DocumentInput, type IngestSource, readerRegistry } from './loading/index.js'
export { createEmbedder, createLanguageModel, createReranker, modelRegistry } from './models/index.js'
export * from './pipeline/index.js'
export {
  createHybridSearch,
  type HybridHit,
  type HybridSearchConfig,
  type HybridSearchOptions,
  linearFusion,
  reciprocalRankFusion,
} from './retrieval/index.js'
export {
  composeStorage,
  InMemoryVectorStore,
  MemoryStorage,
  openSqliteStorage,
  type SqliteStorage,
} from './stores/index.js'
export { createAnalyzer } from './text/index.js'
