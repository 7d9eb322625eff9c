export { defaultFusion, fuseLegs } from './fuse-legs.js'
export {
  type Fused,
  type LinearOptions,
  linearFusion,
  type RankedItem,
  type ReciprocalRankOptions,
  reciprocalRankFusion,
} from './fusion.js'
export { placeOf } from './hits.js'
export {
  createHybridSearch,
  type HybridHit,
  type HybridSearchConfig,
  type HybridSearchOptions,
} from './hybrid.js'
export { type Normalizer, normalizers } from './normalize.js'
export { type RetrievalRequest, type RetrievalTarget, type Retrieved, retrieve } from './retrieve.js'
