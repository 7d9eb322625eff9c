import type { Provider } from '../provider.js'
import { voyageEmbedding } from './embedding.js'
import { voyageReranking } from './reranking.js'

export const voyage: Provider = { embedding: voyageEmbedding, reranking: voyageReranking }
