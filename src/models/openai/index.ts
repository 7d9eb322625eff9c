import type { Provider } from '../provider.js'
import { openaiEmbedding } from './embedding.js'
import { openaiLanguage } from './language.js'

export const openai: Provider = { embedding: openaiEmbedding, language: openaiLanguage }
