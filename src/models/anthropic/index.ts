import type { Provider } from '../provider.js'
import { anthropicLanguage } from './language.js'

export const anthropic: Provider = { language: anthropicLanguage }
