export type { ScoredId } from './top-k.js'
export { VectorIndex, type VectorIndexOptions, type VectorSearchOptions } from './vector-index.js'
export type { DenseVector } from './vectors.js'
