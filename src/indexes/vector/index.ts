export type { ScoredId } from './scored.js'
export { VectorIndex, type VectorIndexOptions, type VectorSearchOptions } from './vector-index.js'
export type { DenseVector } from './vectors.js'
