import type { Citation, Hit, LanguageModel, StageEvents, Storage, Usage } from '../core/index.js'
import type { PromptTexts } from './prompt.js'

/** An answer before it is wrapped into a response. */
export interface Answer {
  text: string
  abstained: boolean
  citations: Citation[]
  /** What was left out of it or is wrong with it. */
  warnings: string[]
  /** Id of the language model, or `extractive`. */
  generator: string
  usage?: Usage | undefined
}

/** A question with what was found for it. */
export interface AnswerRequest {
  question: string
  hits: readonly Hit[]
  storage: Storage
  indexName: string
  /** Writes the answer; without it the documents' own sentences are the answer. */
  model?: LanguageModel | undefined
  prompt?: PromptTexts | undefined
  events: StageEvents
  signal?: AbortSignal | undefined
}
