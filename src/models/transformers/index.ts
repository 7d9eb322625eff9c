import type { Provider } from '../provider.js'
import { transformersEmbedding } from './embedding.js'
import { transformersReranking } from './reranking.js'

export const transformers: Provider = { embedding: transformersEmbedding, reranking: transformersReranking }
