import type { Citation, Hit, LanguageModel } from '../core/index.js'
import { createAnalyzer } from '../text/index.js'
import type { Answer, AnswerRequest } from './answer-request.js'
import { CitationChecker } from './citations.js'
import { composePrompt, NOTHING_FOUND } from './prompt.js'
import { type Quotable, quotables } from './quotable.js'

/** An answer in a model's words; what it names as `[n]` is cited, by the sentence closest to what it says there. */
export async function generateAnswer(request: AnswerRequest, model: LanguageModel): Promise<Answer> {
  const { question, hits, storage, indexName, prompt, signal } = request
  const nothing = { text: NOTHING_FOUND, abstained: true, citations: [], warnings: [], generator: model.id }
  if (hits.length === 0) return nothing
  const { text: reply, usage, finishReason } = await model.generate(composePrompt(question, hits, prompt), { signal })
  const text = reply.trim()
  if (isAbstention(text)) return { ...nothing, usage }
  const checker = new CitationChecker(storage, indexName)
  const named = statementsBySource(text, hits.length)
  const citations = await citeAll(named.statements, hits, checker)
  const warnings = [
    ...checker.warnings,
    ...named.unknown.map((n) => `[${n}]: the answer names a source that was not given`),
  ]
  if (finishReason === 'length') warnings.push(`${model.id}: the answer ends where the model ran out of room`)
  return { text, abstained: false, citations, warnings, generator: model.id, usage }
}

/** Models wrap the sentence they were told to say in quotes or emphasis, and forget its full stop. */
function isAbstention(text: string): boolean {
  const plain = (sentence: string) =>
    sentence
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase()
  return plain(text) === '' || plain(text) === plain(NOTHING_FOUND)
}

/** `[1]`, `[1, 2]`, `[1-3]`; code is passed over, where brackets mean something else. */
const MENTION = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\[(\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*)\]/g

/**
 * Numbers of sources in order of first mention, with all that was said under them, and the numbers that are none.
 *
 * @param sources how many there are
 */
export function statementsBySource(
  text: string,
  sources: number,
): { statements: Map<number, string>; unknown: number[] } {
  const statements = new Map<number, string>()
  const unknown = new Set<number>()
  let said = ''
  let from = 0
  for (const match of text.matchAll(MENTION)) {
    if (match[1] === undefined) continue
    const before = text.slice(from, match.index)
    // What stands before the first of several brackets belongs to all of them.
    if (/[\p{L}\p{N}]/u.test(before)) said = before
    from = match.index + match[0].length
    for (const n of numbersIn(match[1], sources)) {
      if (n < 1 || n > sources) unknown.add(n)
      else statements.set(n, `${statements.get(n) ?? ''} ${said}`)
    }
  }
  return { statements, unknown: [...unknown] }
}

/** Of a range that goes beyond the sources, what lies beyond is told by its end. */
function numbersIn(list: string, sources: number): number[] {
  return list.split(/[,;]/).flatMap((item) => {
    const [first, last] = item.split(/[\u2013-]/).map(Number) as [number, number?]
    if (last === undefined || last <= first) return [first, ...(last === undefined ? [] : [last])]
    const within = Array.from({ length: Math.max(0, Math.min(last, sources) - first + 1) }, (_, index) => first + index)
    return last > sources ? [...within, last] : within
  })
}

async function citeAll(
  statements: ReadonlyMap<number, string>,
  hits: readonly Hit[],
  checker: CitationChecker,
): Promise<Citation[]> {
  const analyzer = createAnalyzer()
  const citations: Citation[] = []
  for (const [n, statement] of statements) {
    const hit = hits[n - 1]!
    const wanted = new Set(analyzer.analyze(statement))
    const best = closest(quotables(hit.chunk), (text) => support(wanted, analyzer.analyze(text)))
    const citation = best && (await checker.cite(hit, best.quotable.from, best.quotable.to, best.support))
    if (citation) citations.push({ n, ...citation })
  }
  return citations
}

/** The first of the best; labels only where there is nothing else. */
function closest(
  parts: readonly Quotable[],
  rate: (text: string) => number,
): { quotable: Quotable; support: number } | undefined {
  const sayings = parts.filter(({ label }) => !label)
  let best: { quotable: Quotable; support: number } | undefined
  for (const quotable of sayings.length > 0 ? sayings : parts) {
    const support = rate(quotable.text)
    if (!best || support > best.support) best = { quotable, support }
  }
  return best
}

/** The share of the words of a statement that a text holds. */
function support(wanted: ReadonlySet<string>, words: readonly string[]): number {
  if (wanted.size === 0) return 0
  return new Set(words.filter((word) => wanted.has(word))).size / wanted.size
}
