import { TesseraError } from '../../core/errors.js'
import { DocumentTable } from './document-table.js'
import { merge } from './merge.js'
import { Part } from './part.js'
import type { Segment } from './segment.js'

/** So many segments may wait before they are merged although nobody searches. */
const MOST_WAITING = 8192
/** And so many parts. */
const MOST_PARTS = 1024
/** Where a record is: serial number of its part, times this, plus its number in the part. */
const PART_STRIDE = 2 ** 26

/**
 * The living records of an index over a few segments. A change appends a segment and marks what it replaces; small segments
 * are merged into larger ones before the next search, each posting about log(records) times in all.
 */
export class Collection {
  readonly documents = new DocumentTable()
  /** Living records, and the terms in their texts and contexts. */
  records = 0
  textLength = 0
  contextLength = 0
  readonly #contextWeight: number
  readonly #places = new Map<string, number>()
  /** The parts by serial number; numbers of parts that are gone are reused. */
  readonly #bySerial: Part[] = []
  readonly #freeSerials: number[] = []
  #parts: Part[] = []
  /** Added since anybody looked: thousands of segments are read faster together than one by one. */
  #waiting: Segment[] = []

  constructor(contextWeight: number) {
    this.#contextWeight = contextWeight
  }

  /** The parts in order of insertion, merged as far as is worth it. */
  settled(): readonly Part[] {
    this.#settle()
    return this.#parts
  }

  has(id: string): boolean {
    this.flush()
    return this.#places.has(id)
  }

  find(id: string): { part: Part; record: number } | undefined {
    this.flush()
    const place = this.#places.get(id)
    if (place === undefined) return undefined
    return { part: this.#bySerial[Math.floor(place / PART_STRIDE)]!, record: place % PART_STRIDE }
  }

  /** Adds the records of a segment; those of the same ids are replaced. */
  add(segment: Segment): void {
    if (segment.ids.length > PART_STRIDE) {
      throw new TesseraError('INVALID_OPTION', `One segment holds at most ${PART_STRIDE} records.`, {
        records: segment.ids.length,
      })
    }
    if (segment.ids.length > 0) this.#waiting.push(segment)
    if (this.#waiting.length >= MOST_WAITING) this.#settle()
  }

  /** @returns whether it was there */
  delete(id: string): boolean {
    const found = this.find(id)
    if (found === undefined) return false
    const { part, record } = found
    const { textLengths, contextLengths, documentIds } = part.segment
    part.delete(record)
    this.#places.delete(id)
    this.documents.remove(documentIds[record], part.documents[record]!, textLengths[record]!)
    this.records--
    this.textLength -= textLengths[record]!
    this.contextLength -= contextLengths[record]!
    return true
  }

  /** Takes in what waits. `records` and the lengths are right from then on. */
  flush(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    const segment = waiting.length === 1 ? waiting[0]! : merge(waiting.map((one) => ({ segment: one })))
    const part = new Part(segment, new Uint32Array(segment.ids.length), this.#contextWeight)
    this.#insert(part, this.#parts.length)
    segment.ids.forEach((id, record) => {
      if (this.#places.has(id)) this.delete(id)
      this.#places.set(id, part.serial * PART_STRIDE + record)
      part.documents[record] = this.documents.add(segment.documentIds[record], segment.textLengths[record]!)
      this.textLength += segment.textLengths[record]!
      this.contextLength += segment.contextLengths[record]!
      this.records++
    })
    if (this.#parts.length > MOST_PARTS) this.#settle()
  }

  #settle(): void {
    this.flush()
    const first = this.#firstToMerge()
    if (this.#parts.length - first > 1) this.#replace(first, this.#parts.splice(first))
    // What is mostly gone is written anew, so that dead postings never outweigh living ones for long.
    for (let i = 0; i < this.#parts.length; i++) {
      const part = this.#parts[i]!
      if (part.living < 0.75 * part.size) this.#replace(i, this.#parts.splice(i, 1))
    }
    this.#parts = this.#parts.filter((part) => {
      if (part.living === 0) this.#freeSerials.push(part.serial)
      return part.living > 0
    })
  }

  /** Parts from here on together outweigh half of the part before them; so their sizes fall at least by half each. */
  #firstToMerge(): number {
    let first = this.#parts.length - 1
    let weight = this.#parts[first]?.size ?? 0
    while (first > 0 && this.#parts[first - 1]!.size < 2 * weight) weight += this.#parts[--first]!.size
    return Math.max(first, 0)
  }

  #replace(at: number, old: readonly Part[]): void {
    const segment = merge(old)
    const documents = new Uint32Array(segment.ids.length)
    let next = 0
    for (const part of old) {
      for (let record = 0; record < part.size; record++) {
        if (!part.isDeleted(record)) documents[next++] = part.documents[record]!
      }
    }
    this.#freeSerials.push(...old.map((part) => part.serial))
    const part = new Part(segment, documents, this.#contextWeight)
    this.#insert(part, at)
    segment.ids.forEach((id, record) => {
      this.#places.set(id, part.serial * PART_STRIDE + record)
    })
  }

  #insert(part: Part, at: number): void {
    part.serial = this.#freeSerials.pop() ?? this.#bySerial.length
    this.#bySerial[part.serial] = part
    this.#parts.splice(at, 0, part)
  }
}
