import type { ContextPart } from '../../core/document.js'
import type { Analyzer } from '../../text/analyzer.js'
import { hashTerm } from './term-table.js'

/** What is indexed. */
export interface BM25Record {
  id: string
  text: string
  /** Words that help to find the record: a field of its own, weighted by `contextWeight`. */
  context?: readonly ContextPart[] | readonly string[] | undefined
  /** Records of one document share its score. Without it a record is a document of its own. */
  documentId?: string | undefined
}

/**
 * Immutable postings of some records, grouped by term: term `t` stands in the records `postings[offsets[t] ..
 * offsets[t + 1]]`, in ascending order. Records are numbered from 0.
 */
export interface Segment {
  readonly ids: readonly string[]
  readonly documentIds: readonly (string | undefined)[]
  /** Terms in the text and in the context of each record. */
  readonly textLengths: Uint32Array
  readonly contextLengths: Uint32Array
  /** Two words of hash a term. */
  readonly keys: Uint32Array
  readonly offsets: Uint32Array
  readonly postings: Uint32Array
  /** Frequency in the text in the low byte, in the context in the high byte; {@link ESCAPE} sends to `large`. */
  readonly frequencies: Uint16Array
  /** The frequencies that do not fit, by number of the posting. */
  readonly large: ReadonlyMap<number, Frequencies>
}

export interface Frequencies {
  readonly text: number
  readonly context: number
}

export const ESCAPE = 0xffff

/** The two frequencies in 16 bits, or {@link ESCAPE}. */
export function packFrequencies(text: number, context: number): number {
  return text > 255 || context > 254 ? ESCAPE : (context << 8) | text
}

/** Reads a posting's frequencies. */
export function frequenciesAt(segment: Segment, posting: number): Frequencies {
  const packed = segment.frequencies[posting]!
  return packed === ESCAPE ? segment.large.get(posting)! : { text: packed & 255, context: packed >>> 8 }
}

/** Analyses records; of several with one id the last counts. */
export function buildSegment(records: readonly BM25Record[], analyzer: Analyzer): Segment {
  const unique = [...new Map(records.map((record) => [record.id, record])).values()]
  const collector = new Collector(unique.length)
  unique.forEach((record, number) => {
    collector.addText(number, analyzer.analyze(record.text))
    for (const part of record.context ?? []) {
      collector.addContext(number, analyzer.analyze(typeof part === 'string' ? part : part.text))
    }
  })
  return collector.finish(
    unique.map((record) => record.id),
    unique.map((record) => record.documentId),
  )
}

/** Collects postings in the order of the records, then sorts them by term. */
class Collector {
  readonly #terms = new Map<string, number>()
  readonly #textLengths: Uint32Array
  readonly #contextLengths: Uint32Array
  /** For each term its last posting, to count further occurrences in the same record. */
  readonly #last: number[] = []
  #term = new Uint32Array(1024)
  #record = new Uint32Array(1024)
  #text = new Uint32Array(1024)
  #context = new Uint32Array(1024)
  #size = 0

  constructor(records: number) {
    this.#textLengths = new Uint32Array(records)
    this.#contextLengths = new Uint32Array(records)
  }

  addText(record: number, terms: readonly string[]): void {
    this.#textLengths[record] = terms.length
    for (const term of terms) this.#text[this.#posting(record, term)]!++
  }

  addContext(record: number, terms: readonly string[]): void {
    this.#contextLengths[record]! += terms.length
    for (const term of terms) this.#context[this.#posting(record, term)]!++
  }

  #posting(record: number, term: string): number {
    let number = this.#terms.get(term)
    if (number === undefined) this.#terms.set(term, (number = this.#terms.size))
    else {
      const last = this.#last[number]!
      if (this.#record[last] === record) return last
    }
    if (this.#size === this.#term.length) this.#grow()
    this.#term[this.#size] = number
    this.#record[this.#size] = record
    this.#last[number] = this.#size
    return this.#size++
  }

  #grow(): void {
    this.#term = doubled(this.#term)
    this.#record = doubled(this.#record)
    this.#text = doubled(this.#text)
    this.#context = doubled(this.#context)
  }

  finish(ids: string[], documentIds: (string | undefined)[]): Segment {
    const keys = new Uint32Array(2 * this.#terms.size)
    let at = 0
    for (const term of this.#terms.keys()) {
      hashTerm(term, keys, at)
      at += 2
    }
    const offsets = new Uint32Array(this.#terms.size + 1)
    for (let i = 0; i < this.#size; i++) offsets[this.#term[i]! + 1]!++
    for (let term = 0; term < this.#terms.size; term++) offsets[term + 1]! += offsets[term]!
    const next = offsets.slice()
    const postings = new Uint32Array(this.#size)
    const frequencies = new Uint16Array(this.#size)
    const large = new Map<number, Frequencies>()
    for (let i = 0; i < this.#size; i++) {
      const posting = next[this.#term[i]!]!++
      const text = this.#text[i]!
      const context = this.#context[i]!
      postings[posting] = this.#record[i]!
      frequencies[posting] = packFrequencies(text, context)
      if (frequencies[posting] === ESCAPE) large.set(posting, { text, context })
    }
    return {
      ids,
      documentIds,
      textLengths: this.#textLengths,
      contextLengths: this.#contextLengths,
      keys,
      offsets,
      postings,
      frequencies,
      large,
    }
  }
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}
