import { TesseraError } from '../../core/errors.js'
import { invalidOption, requireInteger } from '../../core/options.js'
import type { TextQuery } from '../../core/storage.js'
import { TopK } from '../top-k.js'
import { Collection } from './collection.js'
import { satisfying } from './conditions.js'
import { type Explanation, explain } from './explain.js'
import { idf } from './formula.js'
import { merge, withoutReplaced } from './merge.js'
import { type BM25Options, type BM25Parameters, type ResolvedOptions, resolveOptions } from './options.js'
import type { Part } from './part.js'
import { type ParsedQuery, parseQuery } from './query.js'
import { locateTerms, PartScores, recordNormalisation, scoreDocuments, type TermPlaces } from './scorer.js'
import { type BM25Record, buildSegment } from './segment.js'
import { decode, encode } from './segment-codec.js'

/** A record found, with its score; above 0. */
export interface BM25Match {
  id: string
  score: number
}

/** What an index holds and how it ranks. */
export interface BM25Stats extends BM25Parameters {
  records: number
  documents: number
  /** Mean weighted length of the records, in terms. */
  averageLength: number
  /** Id of the analyzer. */
  analyzer: string
}

/**
 * Ranks records by the words they share with a query. Exact: scores equal the formula over the living records after any
 * number of updates and deletions. In memory and without I/O; `encodeSegment` and `addSegment` make it durable.
 *
 * @example
 * const index = new BM25Index(QUALITY)
 * index.upsert([{ id: '1', text: 'Red fox', context: ['Animals'], documentId: 'zoo' }])
 * index.search('foxes', 10) // [{ id: '1', score: ... }]
 */
export class BM25Index {
  readonly #options: ResolvedOptions
  readonly #collection: Collection
  #scratch: PartScores | undefined

  /** @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION` */
  constructor(options: BM25Options = {}) {
    this.#options = resolveOptions(options)
    this.#collection = new Collection(this.#options.contextWeight)
  }

  /** An index over what {@link save} wrote; the options are not saved. @throws as {@link addSegment} */
  static load(bytes: Uint8Array, options: BM25Options = {}): BM25Index {
    const index = new BM25Index(options)
    index.addSegment(bytes)
    return index
  }

  /** How many records there are. */
  get size(): number {
    this.#collection.flush()
    return this.#collection.records
  }

  has(id: string): boolean {
    return this.#collection.has(id)
  }

  /** Adds records; one with a known id replaces that one. */
  upsert(records: readonly BM25Record[]): void {
    this.#collection.add(buildSegment(checked(records), this.#options.analyzer))
  }

  /** @returns how many of the ids were there */
  delete(ids: Iterable<string>): number {
    let count = 0
    for (const id of ids) if (this.#collection.delete(id)) count++
    return count
  }

  /**
   * The best records that share a word with the query. Equal scores are ordered by document, then by insertion.
   *
   * @param topK how many at most; 0 gives none
   * @param allow asked only for records that would be among the best
   * @throws TesseraError `INVALID_OPTION` for a malformed query, `FEATURE_NOT_AVAILABLE` for phrases without a `text` reader
   */
  search(query: string | TextQuery, topK = 10, allow?: (id: string) => boolean): BM25Match[] {
    requireInteger('topK', topK, 0)
    const parsed = this.#parse(query)
    const parts = this.#collection.settled()
    const terms = locateTerms(parsed.terms, parts, this.#options.contextWeight)
    if (topK === 0 || terms.length === 0) return []
    const documents =
      this.#options.documentWeight > 0 ? scoreDocuments(terms, this.#collection, parts, this.#options) : undefined
    const best = new TopK<Candidate>(topK, (a, b) => this.#isBetter(a, b))
    // Taken away while in use: `allow` may search this very index.
    const scratch = this.#takeScratch(parts)
    parts.forEach((part, index) => {
      this.#searchPart(part, index, terms, parsed, documents, allow, scratch, best)
      scratch.clear()
    })
    this.#scratch = scratch
    return best.sorted().map(({ part, record, score }) => ({ id: part.segment.ids[record]!, score }))
  }

  /** How the score of a record for a query comes about, matched or not; undefined when there is no such record. */
  explain(query: string | TextQuery, id: string): Explanation | undefined {
    return explain(parseQuery(query, this.#options.analyzer), id, this.#collection, this.#options)
  }

  stats(): BM25Stats {
    this.#collection.flush()
    const { k1, b, contextWeight, documentWeight, analyzer } = this.#options
    const { records, documents, textLength, contextLength } = this.#collection
    const averageLength = records === 0 ? 0 : (textLength + contextWeight * contextLength) / records
    return {
      records,
      documents: documents.count,
      averageLength,
      analyzer: analyzer.id,
      k1,
      b,
      contextWeight,
      documentWeight,
    }
  }

  /** The postings of some records as bytes, for {@link addSegment} of any index with the same analyzer. Adds nothing. */
  encodeSegment(records: readonly BM25Record[]): Uint8Array {
    return encode(buildSegment(checked(records), this.#options.analyzer), this.#options.analyzer.id)
  }

  /**
   * Adds the records of a segment without analysing them again; those of known ids are replaced. The bytes must not change
   * afterwards.
   *
   * @throws TesseraError `DATABASE_CORRUPT` or `ANALYZER_MISMATCH`
   */
  addSegment(bytes: Uint8Array): void {
    this.#collection.add(decode(bytes, this.#options.analyzer.id))
  }

  /** Everything in one segment, for {@link load}. */
  save(): Uint8Array {
    return encode(merge(this.#collection.settled()), this.#options.analyzer.id)
  }

  #parse(query: string | TextQuery): ParsedQuery {
    const parsed = parseQuery(query, this.#options.analyzer)
    if (parsed.phrases.length > 0 && this.#options.text === undefined) {
      throw new TesseraError(
        'FEATURE_NOT_AVAILABLE',
        'Phrases are checked in the texts of the records, which this index does not keep. Give it a `text` option.',
        { option: 'text' },
      )
    }
    return parsed
  }

  #takeScratch(parts: readonly Part[]): PartScores {
    const largest = Math.max(0, ...parts.map((part) => part.size))
    const scratch = this.#scratch
    this.#scratch = undefined
    return scratch !== undefined && scratch.sums.length >= largest ? scratch : new PartScores(largest)
  }

  #searchPart(
    part: Part,
    partIndex: number,
    terms: readonly TermPlaces[],
    query: ParsedQuery,
    documents: Float64Array | undefined,
    allow: ((id: string) => boolean) | undefined,
    scores: PartScores,
    best: TopK<Candidate>,
  ): void {
    const norm = recordNormalisation(this.#collection, this.#options)
    for (const { times, having, numbers } of terms) {
      const number = numbers[partIndex]!
      const weight = times * idf(this.#collection.records, having)
      if (number >= 0) scores.add(part, number, weight, norm, this.#options.contextWeight)
    }
    const required = query.required.map((condition) => satisfying(condition, part))
    const excluded = query.excluded.map((condition) => satisfying(condition, part))
    for (let i = 0; i < scores.count; i++) {
      const record = scores.touched[i]!
      let score = scores.sums[record]!
      if (documents !== undefined) score += this.#options.documentWeight * documents[part.documents[record]!]!
      if (best.worst !== undefined && score < best.worst.score) continue
      const candidate = { score, part, partIndex, record }
      if (!best.accepts(candidate)) continue
      if (required.some((marks) => marks[record] === 0) || excluded.some((marks) => marks[record] === 1)) continue
      const id = part.segment.ids[record]!
      if (allow !== undefined && !allow(id)) continue
      if (this.#holds(query.phrases, id)) best.add(candidate)
    }
  }

  #holds(phrases: ParsedQuery['phrases'], id: string): boolean {
    if (phrases.length === 0) return true
    const text = this.#options.text!(id)
    return text !== undefined && phrases.every((matches) => matches(text))
  }

  #isBetter(a: Candidate, b: Candidate): boolean {
    if (a.score !== b.score) return a.score > b.score
    const keys = this.#collection.documents.keys
    const keyA = keys[a.part.documents[a.record]!]!
    const keyB = keys[b.part.documents[b.record]!]!
    if (keyA !== keyB) return keyA < keyB
    return a.partIndex !== b.partIndex ? a.partIndex < b.partIndex : a.record < b.record
  }
}

/**
 * One segment out of several, without the records that `keep` refuses; of records with one id the last counts.
 *
 * @param segments in the order in which they were added
 * @throws TesseraError `DATABASE_CORRUPT`, or `ANALYZER_MISMATCH` when they were made by different analyzers
 */
export function mergeSegments(segments: readonly Uint8Array[], keep?: (id: string) => boolean): Uint8Array {
  let analyzer: string | undefined
  const decoded = segments.map((bytes) => {
    const segment = decode(bytes, analyzer)
    analyzer = segment.analyzerId
    return segment
  })
  return encode(merge(withoutReplaced(decoded, keep)), analyzer ?? '')
}

interface Candidate {
  score: number
  part: Part
  partIndex: number
  record: number
}

function checked(records: readonly BM25Record[]): readonly BM25Record[] {
  for (const record of records) {
    if (typeof record?.id !== 'string') throw invalidOption('record.id', record?.id, 'a string')
    if (typeof record.text !== 'string') throw invalidOption(`text of record ${record.id}`, record.text, 'a string')
  }
  return records
}
