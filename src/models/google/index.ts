import type { Provider } from '../provider.js'
import { googleEmbedding } from './embedding.js'
import { googleLanguage } from './language.js'

export const google: Provider = { embedding: googleEmbedding, language: googleLanguage }
