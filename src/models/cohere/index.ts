import type { Provider } from '../provider.js'
import { cohereEmbedding } from './embedding.js'
import { cohereLanguage } from './language.js'
import { cohereReranking } from './reranking.js'

export const cohere: Provider = { embedding: cohereEmbedding, language: cohereLanguage, reranking: cohereReranking }
