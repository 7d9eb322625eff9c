import type { Collection } from './collection.js'
import { idf, saturation, weighted } from './formula.js'
import type { BM25Parameters } from './options.js'
import type { Part } from './part.js'
import type { ParsedQuery } from './query.js'
import { documentNormalisation, locateTerms, recordNormalisation, type TermPlaces } from './scorer.js'
import { type Frequencies, frequenciesAt } from './segment.js'

/** How a score comes about. */
export interface Explanation {
  id: string
  /** 0 when the record shares no word with the query; otherwise what `search` gives it. */
  score: number
  parameters: BM25Parameters
  /** The record by itself: the sum of its terms. */
  record: ScoreOf
  /** Its whole document; `score` is already multiplied by `documentWeight`. Absent where that is 0. */
  document?: ScoreOf & { id: string | undefined }
}

/** A sum over terms. */
export interface ScoreOf {
  score: number
  /** Length in terms (weighted), and the average that it is compared with. */
  length: number
  averageLength: number
  terms: TermScore[]
}

/** What one term of the query adds. */
export interface TermScore {
  term: string
  /** How often the query asks for it. */
  times: number
  /** How many records (or documents) hold it, of how many. */
  having: number
  of: number
  idf: number
  frequency: { text: number; context: number; weighted: number }
  score: number
}

/** Recomputes the score of one record from the postings, term by term. */
export function explain(
  query: ParsedQuery,
  id: string,
  collection: Collection,
  parameters: BM25Parameters,
): Explanation | undefined {
  const parts = collection.settled()
  const found = collection.find(id)
  if (found === undefined) return undefined
  const { k1, b, contextWeight, documentWeight } = parameters
  const terms = locateTerms(query.terms, parts, contextWeight)
  const record = explainRecord(terms, parts, found, collection, parameters)
  const base = { id, parameters: { k1, b, contextWeight, documentWeight } }
  if (documentWeight === 0) return { ...base, score: record.score, record }
  const document = explainDocument(terms, parts, found, collection, parameters)
  return { ...base, score: record.score > 0 ? record.score + document.score : 0, record, document }
}

interface Found {
  part: Part
  record: number
}

function explainRecord(
  places: readonly TermPlaces[],
  parts: readonly Part[],
  { part, record }: Found,
  collection: Collection,
  parameters: BM25Parameters,
): ScoreOf {
  const norm = recordNormalisation(collection, parameters)
  const length = part.lengths[record]!
  const partIndex = parts.indexOf(part)
  const terms = places.map(({ term, times, having, numbers }): TermScore => {
    const number = numbers[partIndex]!
    const posting = number < 0 ? -1 : part.postingOf(number, record)
    const found = posting < 0 ? { text: 0, context: 0 } : frequenciesAt(part.segment, posting)
    const frequency = { ...found, weighted: weighted(found.text, found.context, parameters.contextWeight) }
    const rarity = idf(collection.records, having)
    const worth = frequency.weighted === 0 ? 0 : saturation(frequency.weighted, length, norm)
    return { term, times, having, of: collection.records, idf: rarity, frequency, score: times * rarity * worth }
  })
  const averageLength =
    weighted(collection.textLength, collection.contextLength, parameters.contextWeight) / collection.records
  return { score: total(terms), length, averageLength, terms }
}

function explainDocument(
  places: readonly TermPlaces[],
  parts: readonly Part[],
  { part, record }: Found,
  collection: Collection,
  parameters: BM25Parameters,
): ScoreOf & { id: string | undefined } {
  const { documents } = collection
  const norm = documentNormalisation(collection, parameters)
  const document = part.documents[record]!
  const length = documents.lengths[document]!
  const terms = places.map(({ term, times, numbers }): TermScore => {
    const found = frequenciesByDocument(parts, numbers, parameters.contextWeight > 0)
    const { text, context } = found.get(document) ?? { text: 0, context: 0 }
    const rarity = idf(documents.count, found.size)
    const worth = text + context === 0 ? 0 : saturation(text + context, length, norm)
    return {
      term,
      times,
      having: found.size,
      of: documents.count,
      idf: rarity,
      frequency: { text, context, weighted: text + context },
      score: parameters.documentWeight * times * rarity * worth,
    }
  })
  const averageLength = documents.totalLength / documents.count
  return { id: part.segment.documentIds[record], score: total(terms), length, averageLength, terms }
}

function frequenciesByDocument(
  parts: readonly Part[],
  numbers: readonly number[],
  withContext: boolean,
): Map<number, Frequencies> {
  const found = new Map<number, Frequencies>()
  parts.forEach((part, index) => {
    const number = numbers[index]!
    if (number < 0) return
    const { offsets, postings } = part.segment
    for (let i = offsets[number]!; i < offsets[number + 1]!; i++) {
      const record = postings[i]!
      if (part.isDeleted(record)) continue
      const here = frequenciesAt(part.segment, i)
      const before = found.get(part.documents[record]!) ?? { text: 0, context: 0 }
      const context = withContext ? Math.max(before.context, here.context) : 0
      if (here.text + context > 0) found.set(part.documents[record]!, { text: before.text + here.text, context })
    }
  })
  return found
}

function total(terms: readonly TermScore[]): number {
  return terms.reduce((sum, { score }) => sum + score, 0)
}
