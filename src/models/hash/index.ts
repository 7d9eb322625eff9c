import type { Provider } from '../provider.js'
import { hashEmbedding } from './embedding.js'

export const hash: Provider = { embedding: hashEmbedding }
