import type { Collection } from './collection.js'
import { idf, type Normalisation, normalisation, saturation, weighted } from './formula.js'
import type { BM25Parameters } from './options.js'
import { hashed, type Part } from './part.js'
import { ESCAPE, frequenciesAt } from './segment.js'

/** A query term in a collection. */
export interface TermPlaces {
  readonly term: string
  /** How often the query asks for it. */
  readonly times: number
  /** Records that hold it. */
  readonly having: number
  /** The term's number in each part, -1 where it does not occur. */
  readonly numbers: readonly number[]
}

/** Finds the terms that at least one living record holds. */
export function locateTerms(
  terms: ReadonlyMap<string, number>,
  parts: readonly Part[],
  contextWeight: number,
): TermPlaces[] {
  const places: TermPlaces[] = []
  for (const [term, times] of terms) {
    const hash = hashed(term)
    const numbers = parts.map((part) => part.find(hash))
    let having = 0
    parts.forEach((part, index) => {
      if (numbers[index]! >= 0)
        having += contextWeight > 0 ? part.count(numbers[index]!) : countInText(part, numbers[index]!)
    })
    if (having > 0) places.push({ term, times, having, numbers })
  }
  return places
}

/** Where the context does not count, a word that stands only there is not there. */
function countInText(part: Part, term: number): number {
  const { offsets, postings } = part.segment
  let count = 0
  for (let i = offsets[term]!; i < offsets[term + 1]!; i++) {
    if (!part.isDeleted(postings[i]!) && frequenciesAt(part.segment, i).text > 0) count++
  }
  return count
}

/** The length normalisation of records. */
export function recordNormalisation(collection: Collection, { k1, b, contextWeight }: BM25Parameters): Normalisation {
  const { records, textLength, contextLength } = collection
  return normalisation(k1, b, records === 0 ? 0 : weighted(textLength, contextLength, contextWeight) / records)
}

/** The length normalisation of whole documents. */
export function documentNormalisation({ documents }: Collection, { k1, b }: BM25Parameters): Normalisation {
  return normalisation(k1, b, documents.count === 0 ? 0 : documents.totalLength / documents.count)
}

/** Sums of scores over the records of one part, and a list of those that are not zero. Reused from part to part. */
export class PartScores {
  readonly sums: Float64Array
  readonly touched: Uint32Array
  count = 0

  constructor(records: number) {
    this.sums = new Float64Array(records)
    this.touched = new Uint32Array(records)
  }

  /** All sums zero again, at the cost of what was touched. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.sums[this.touched[i]!] = 0
    this.count = 0
  }

  /** Adds what a term with the given weight (idf and times) is worth in each record of the part. */
  add(part: Part, term: number, weight: number, norm: Normalisation, contextWeight: number): void {
    const { sums, touched } = this
    const { offsets, postings, frequencies } = part.segment
    const { deleted, lengths } = part
    const end = offsets[term + 1]!
    for (let i = offsets[term]!; i < end; i++) {
      const record = postings[i]!
      if (deleted !== undefined && deleted[record] === 1) continue
      const packed = frequencies[i]!
      let frequency = weighted(packed & 255, packed >>> 8, contextWeight)
      if (packed === ESCAPE) {
        const { text, context } = frequenciesAt(part.segment, i)
        frequency = weighted(text, context, contextWeight)
      }
      if (frequency === 0) continue
      if (sums[record] === 0) touched[this.count++] = record
      sums[record]! += weight * saturation(frequency, lengths[record]!, norm)
    }
  }
}

/**
 * BM25 of whole documents: a document's frequency of a term is the sum over the texts of its records; of the context, which
 * the records of a document mostly share, the highest counts once.
 *
 * @returns the score of each document, by its number
 */
export function scoreDocuments(
  terms: readonly TermPlaces[],
  collection: Collection,
  parts: readonly Part[],
  parameters: BM25Parameters,
): Float64Array {
  const { documents } = collection
  const norm = documentNormalisation(collection, parameters)
  const sums = new Float64Array(documents.bound)
  const counter = new DocumentCounter(documents.bound)
  for (const { times, numbers } of terms) {
    parts.forEach((part, index) => {
      if (numbers[index]! >= 0) counter.add(part, numbers[index]!, parameters.contextWeight > 0)
    })
    const weight = times * idf(documents.count, counter.count)
    counter.drain((document, frequency) => {
      sums[document]! += weight * saturation(frequency, documents.lengths[document]!, norm)
    })
  }
  return sums
}

/** Frequencies of one term in documents. */
class DocumentCounter {
  count = 0
  readonly #text: Float64Array
  readonly #context: Float64Array
  readonly #touched: Uint32Array

  constructor(documents: number) {
    this.#text = new Float64Array(documents)
    this.#context = new Float64Array(documents)
    this.#touched = new Uint32Array(documents)
  }

  add(part: Part, term: number, withContext: boolean): void {
    const { offsets, postings, frequencies } = part.segment
    const { deleted, documents } = part
    const end = offsets[term + 1]!
    for (let i = offsets[term]!; i < end; i++) {
      const record = postings[i]!
      if (deleted !== undefined && deleted[record] === 1) continue
      const packed = frequencies[i]!
      let text = packed & 255
      let context = packed >>> 8
      if (packed === ESCAPE) ({ text, context } = frequenciesAt(part.segment, i))
      if (!withContext) context = 0
      if (text + context === 0) continue
      const document = documents[record]!
      if (this.#text[document] === 0 && this.#context[document] === 0) this.#touched[this.count++] = document
      this.#text[document]! += text
      if (context > this.#context[document]!) this.#context[document] = context
    }
  }

  /** Hands out each document with its frequency, and forgets them. */
  drain(visit: (document: number, frequency: number) => void): void {
    for (let i = 0; i < this.count; i++) {
      const document = this.#touched[i]!
      visit(document, this.#text[document]! + this.#context[document]!)
      this.#text[document] = 0
      this.#context[document] = 0
    }
    this.count = 0
  }
}
