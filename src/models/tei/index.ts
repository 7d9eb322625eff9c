import type { Provider } from '../provider.js'
import { teiEmbedding } from './embedding.js'
import { teiReranking } from './reranking.js'

export const tei: Provider = { embedding: teiEmbedding, reranking: teiReranking }
