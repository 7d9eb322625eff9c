import {
  type Citation,
  type Hit,
  type LanguageModel,
  type StageEvents,
  type Storage,
  throwIfAborted,
  type Usage,
  type WordWeight,
} from '../core/index.js'
import { type Analyzer, createAnalyzer } from '../text/index.js'
import { CitationChecker, type Refusal } from './citations.js'
import { extractAnswer } from './extractive.js'
import { generateAnswer } from './generated.js'
import { NOTHING_FOUND, type PromptTexts } from './prompt.js'
import { forReading } from './reading.js'

/** An answer before it is wrapped into a response. */
export interface Answer {
  text: string
  abstained: boolean
  citations: Citation[]
  /** What was left out or is wrong with the answer, for warnings. */
  refused: Refusal[]
  /** Id of the language model, or {@link EXTRACTIVE}. */
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

/** What the generator is called when no language model wrote the answer. */
export const EXTRACTIVE = 'extractive'

const NOT_VERIFIED =
  'Something relevant was found, but the stored documents no longer say what was indexed, so nothing is quoted. Ingest them again.'

/** Answers from the hits: in the documents' own words, or in a model's, each statement with its citation. */
export function answer(request: AnswerRequest): Promise<Answer> {
  const { model, events, hits } = request
  const details = { generator: model?.id ?? EXTRACTIVE, hits: hits.length }
  return events.stage('generate', details, () => (model ? generateAnswer(request, model) : extractive(request)))
}

async function extractive({ question, hits, storage, indexName, signal }: AnswerRequest): Promise<Answer> {
  const analyzer = createAnalyzer()
  const words = await questionWords(storage, indexName, question, analyzer)
  const checker = new CitationChecker(storage, indexName)
  const citations: Citation[] = []
  const passages: string[] = []
  for (const { hit, parts, support } of extractAnswer(hits, words, analyzer)) {
    throwIfAborted(signal)
    const citation = await checker.cite(hit, parts[0]!.from, parts.at(-1)!.to, support)
    if (!citation) continue
    // Numbered only now, so that a refused one leaves no gap.
    const n = citations.push({ n: citations.length + 1, ...citation })
    passages.push(withNumber(forReading(hit.text, parts), n))
  }
  const { refused } = checker
  if (citations.length > 0) {
    const text = passages.join(passages.some((passage) => passage.includes('\n')) ? '\n\n' : '\n')
    return { text, abstained: false, citations, refused, generator: EXTRACTIVE }
  }
  const text = refused.length > 0 ? NOT_VERIFIED : NOTHING_FOUND
  return { text, abstained: true, citations, refused, generator: EXTRACTIVE }
}

/** The number stands below several lines, so that it is not taken for a part of the last one. */
function withNumber(passage: string, n: number): string {
  return `${passage}${passage.includes('\n') ? '\n' : ' '}[${n}]`
}

/** Without the index's own statistics every word counts the same. */
async function questionWords(
  storage: Storage,
  indexName: string,
  question: string,
  analyzer: Analyzer,
): Promise<WordWeight[]> {
  if (storage.text.wordWeights) return storage.text.wordWeights(indexName, question)
  return [...new Set(analyzer.analyze(question))].map((word) => ({ word, weight: 1, count: 0 }))
}
