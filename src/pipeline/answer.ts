import { type Citation, type Storage, throwIfAborted, type WordWeight } from '../core/index.js'
import { type Analyzer, createAnalyzer } from '../text/index.js'
import type { Answer, AnswerRequest } from './answer-request.js'
import { CitationChecker } from './citations.js'
import { extractAnswer } from './extractive.js'
import { generateAnswer } from './generated.js'
import { NOTHING_FOUND } from './prompt.js'
import { forReading } from './reading.js'

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
  const { warnings } = checker
  if (citations.length > 0) {
    const text = passages.join(passages.some((passage) => passage.includes('\n')) ? '\n\n' : '\n')
    return { text, abstained: false, citations, warnings, generator: EXTRACTIVE }
  }
  const text = warnings.length > 0 ? NOT_VERIFIED : NOTHING_FOUND
  return { text, abstained: true, citations, warnings, generator: EXTRACTIVE }
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
