import type { Provider } from '../provider.js'
import { jinaEmbedding } from './embedding.js'
import { jinaReranking } from './reranking.js'

export const jina: Provider = { embedding: jinaEmbedding, reranking: jinaReranking }
