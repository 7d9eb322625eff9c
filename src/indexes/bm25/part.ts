import { weighted } from './formula.js'
import { countLiving, type Source } from './merge.js'
import type { Segment } from './segment.js'
import { hashTerm, TermTable } from './term-table.js'

/** A segment in use: which of its records are gone, how long they are, and to which documents they belong. */
export class Part implements Source {
  readonly segment: Segment
  /** Weighted length of each record. */
  readonly lengths: Float64Array
  /** Number of the document of each record. */
  readonly documents: Uint32Array
  /** Names the part in the collection. */
  serial = 0
  /** Records that are there. */
  living: number
  #deleted: Uint8Array | undefined
  #terms: TermTable | undefined

  constructor(segment: Segment, documents: Uint32Array, contextWeight: number) {
    this.segment = segment
    this.documents = documents
    this.living = segment.ids.length
    this.lengths = new Float64Array(segment.ids.length)
    for (let record = 0; record < this.lengths.length; record++) {
      this.lengths[record] = weighted(segment.textLengths[record]!, segment.contextLengths[record]!, contextWeight)
    }
  }

  get size(): number {
    return this.segment.ids.length
  }

  get deleted(): Uint8Array | undefined {
    return this.#deleted
  }

  delete(record: number): void {
    this.#deleted ??= new Uint8Array(this.size)
    this.#deleted[record] = 1
    this.living--
  }

  isDeleted(record: number): boolean {
    return this.#deleted?.[record] === 1
  }

  /** Number of a term in the segment, or -1. */
  find(term: HashedTerm): number {
    this.#terms ??= TermTable.of(this.segment.keys)
    return this.#terms.find(term.high, term.low)
  }

  /** How many living records hold a term, by its number. */
  count(term: number): number {
    return countLiving(this.segment, term, this.#deleted)
  }

  /** The posting of a record under a term, or -1. */
  postingOf(term: number, record: number): number {
    const { offsets, postings } = this.segment
    let low = offsets[term]!
    let high = offsets[term + 1]! - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (postings[middle] === record) return middle
      if (postings[middle]! < record) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/** A term as segments know it. */
export interface HashedTerm {
  readonly high: number
  readonly low: number
}

export function hashed(term: string): HashedTerm {
  const words = new Uint32Array(2)
  hashTerm(term, words, 0)
  return { high: words[0]!, low: words[1]! }
}
