import { TesseraError } from '../../core/errors.js'
import type { Frequencies, Segment } from './segment.js'

/**
 * Layout, little-endian: a header of 32-bit words in the order of {@link Header}, arrays of 32-bit words, arrays of 16-bit
 * words, strings in UTF-8, padded to whole words. A small segment keeps its postings in 16 bits.
 */
interface Header {
  magic: number
  /** Of all bytes. */
  length: number
  /** Of everything after it. */
  checksum: number
  records: number
  documents: number
  terms: number
  postings: number
  large: number
  narrow: number
  stringBytes: number
}

const FIELDS: readonly (keyof Header)[] = [
  'magic',
  'length',
  'checksum',
  'records',
  'documents',
  'terms',
  'postings',
  'large',
  'narrow',
  'stringBytes',
]
/** "TBM" and the version of the layout. */
const MAGIC = 0x014d4254
const CHECKED_FROM = FIELDS.indexOf('checksum') + 1

/** A segment as bytes, together with the id of the analyzer that made its terms. */
export function encode(segment: Segment, analyzerId: string): Uint8Array {
  const documents = [...new Set(segment.documentIds.filter((id) => id !== undefined))]
  const numbers = new Map(documents.map((id, index) => [id, index + 1]))
  const strings = [analyzerId, ...segment.ids, ...documents]
  const text = new TextEncoder().encode(strings.join(''))
  const counts = Uint32Array.from(segment.keys.subarray(0, segment.offsets.length - 1), (_, term) => {
    return segment.offsets[term + 1]! - segment.offsets[term]!
  })
  const narrow = segment.ids.length <= 0x10000 && counts.every((count) => count <= 0xffff)
  const arrays = [
    Uint32Array.from(strings, (string) => string.length),
    Uint32Array.from(segment.documentIds, (id) => (id === undefined ? 0 : numbers.get(id)!)),
    segment.textLengths,
    segment.contextLengths,
    segment.keys,
    Uint32Array.from([...segment.large].flatMap(([posting, { text, context }]) => [posting, text, context])),
    narrow ? Uint16Array.from(counts) : counts,
    narrow ? Uint16Array.from(segment.postings) : segment.postings,
    segment.frequencies,
    text,
  ]
  const size = arrays.reduce((sum, array) => sum + array.byteLength, 4 * FIELDS.length)
  const words = new Uint32Array((size + 3) >>> 2)
  const bytes = new Uint8Array(words.buffer)
  let at = 4 * FIELDS.length
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += array.byteLength
  }
  const header: Header = {
    magic: MAGIC,
    length: bytes.length,
    checksum: 0,
    records: segment.ids.length,
    documents: documents.length,
    terms: counts.length,
    postings: segment.postings.length,
    large: segment.large.size,
    narrow: narrow ? 1 : 0,
    stringBytes: text.length,
  }
  words.set(FIELDS.map((field) => header[field]))
  words[CHECKED_FROM - 1] = checksum(words)
  return bytes
}

/**
 * Reads what {@link encode} wrote.
 *
 * @throws TesseraError `DATABASE_CORRUPT` for bytes that are damaged or of another kind, `ANALYZER_MISMATCH` when another
 *   analyzer made them
 */
export function decode(bytes: Uint8Array, analyzerId: string | undefined): Segment & { analyzerId: string } {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2)
  const header = Object.fromEntries(FIELDS.map((field, index) => [field, words[index]])) as unknown as Header
  if (header.magic !== MAGIC || header.length !== aligned.length || header.checksum !== checksum(words)) {
    throw new TesseraError(
      'DATABASE_CORRUPT',
      'These bytes are no BM25 segment of this version, or they are damaged.',
      {
        bytes: aligned.length,
      },
    )
  }
  const reader = new Reader(aligned)
  const { records, documents, terms, postings, large, narrow, stringBytes } = header
  const stringLengths = reader.words(1 + records + documents)
  const documentNumbers = reader.words(records)
  const textLengths = reader.words(records)
  const contextLengths = reader.words(records)
  const keys = reader.words(2 * terms)
  const largeFields = reader.words(3 * large)
  const counts = narrow ? reader.halves(terms) : reader.words(terms)
  const numbers = narrow ? Uint32Array.from(reader.halves(postings)) : reader.words(postings)
  const frequencies = reader.halves(postings)
  const [writtenBy = '', ...names] = splitStrings(reader.text(stringBytes), stringLengths)
  if (records > 0 && analyzerId !== undefined && writtenBy !== analyzerId) {
    throw new TesseraError(
      'ANALYZER_MISMATCH',
      `The words of this index were made by the analyzer "${writtenBy}", not by "${analyzerId}". Index the texts again.`,
      { stored: writtenBy, given: analyzerId },
    )
  }
  return {
    analyzerId: writtenBy,
    ids: names.slice(0, records),
    documentIds: readDocumentIds(documentNumbers, names, records),
    textLengths,
    contextLengths,
    keys,
    offsets: offsetsOf(counts),
    postings: numbers,
    frequencies,
    large: readLarge(largeFields),
  }
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Hands out the arrays of a segment one after the other. */
class Reader {
  readonly #bytes: Uint8Array
  #at = 4 * FIELDS.length

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  words(count: number): Uint32Array {
    const array = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, count)
    this.#at += array.byteLength
    return array
  }

  halves(count: number): Uint16Array {
    const array = new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, count)
    this.#at += array.byteLength
    return array
  }

  text(count: number): string {
    return UTF8.decode(this.#bytes.subarray(this.#at, this.#at + count))
  }
}

function splitStrings(text: string, lengths: Uint32Array): string[] {
  const strings: string[] = []
  let at = 0
  for (const length of lengths) {
    strings.push(text.slice(at, at + length))
    at += length
  }
  return strings
}

function readDocumentIds(numbers: Uint32Array, names: readonly string[], first: number): (string | undefined)[] {
  const ids: (string | undefined)[] = []
  for (const number of numbers) ids.push(number === 0 ? undefined : names[first + number - 1])
  return ids
}

function offsetsOf(counts: Uint16Array | Uint32Array): Uint32Array {
  const offsets = new Uint32Array(counts.length + 1)
  for (let term = 0; term < counts.length; term++) offsets[term + 1] = offsets[term]! + counts[term]!
  return offsets
}

function readLarge(fields: Uint32Array): Map<number, Frequencies> {
  const large = new Map<number, Frequencies>()
  for (let i = 0; i < fields.length; i += 3) large.set(fields[i]!, { text: fields[i + 1]!, context: fields[i + 2]! })
  return large
}

/** Finds damage, not forgery. Four lanes, because one would wait for each multiplication. */
function checksum(words: Uint32Array): number {
  let [a, b, c, d] = [1, 2, 3, 4]
  let i = CHECKED_FROM
  for (; i + 3 < words.length; i += 4) {
    a = Math.imul(a ^ words[i]!, 0x01000193)
    b = Math.imul(b ^ words[i + 1]!, 0x01000193)
    c = Math.imul(c ^ words[i + 2]!, 0x01000193)
    d = Math.imul(d ^ words[i + 3]!, 0x01000193)
  }
  for (; i < words.length; i++) a = Math.imul(a ^ words[i]!, 0x01000193)
  return (a ^ (b << 7) ^ (b >>> 25) ^ (c << 13) ^ (c >>> 19) ^ (d << 21) ^ (d >>> 11)) >>> 0
}
