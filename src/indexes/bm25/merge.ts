import { ESCAPE, type Frequencies, type Segment } from './segment.js'
import { TermTable } from './term-table.js'

/** A segment with the records of it that are gone, marked with 1; undefined: all are there. */
export interface Source {
  readonly segment: Segment
  readonly deleted?: Uint8Array | undefined
}

/** One segment of all living records, in order. Linear in the postings: a counting sort over the terms of all sources. */
export function merge(sources: readonly Source[]): Segment {
  const terms = mergeTerms(sources)
  const records = mergeRecords(sources)
  return { ...records.fields, ...mergePostings(sources, terms, records.numbers) }
}

/**
 * Marks as gone the records that a later segment replaces, and those that `keep` refuses.
 *
 * @param segments in the order in which they were added
 */
export function withoutReplaced(segments: readonly Segment[], keep?: (id: string) => boolean): Source[] {
  const seen = new Set<string>()
  const sources: Source[] = []
  for (const segment of segments.toReversed()) {
    let deleted: Uint8Array | undefined
    for (let record = segment.ids.length - 1; record >= 0; record--) {
      const id = segment.ids[record]!
      if (seen.has(id) || keep?.(id) === false) {
        deleted ??= new Uint8Array(segment.ids.length)
        deleted[record] = 1
      }
      seen.add(id)
    }
    sources.push({ segment, deleted })
  }
  return sources.reverse()
}

/** Stands for a term that has no living record. */
const NONE = 0xffffffff

interface MergedTerms {
  keys: Uint32Array
  offsets: Uint32Array
  /** For each source and each of its terms the new number. */
  numbers: Uint32Array[]
}

function mergeTerms(sources: readonly Source[]): MergedTerms {
  const largest = sources.reduce((most, { segment }) => Math.max(most, segment.keys.length >>> 1), 0)
  const table = new TermTable(largest)
  const counts = new Uint32Array(sources.reduce((sum, { segment }) => sum + (segment.keys.length >>> 1), 0))
  const numbers = sources.map(({ segment, deleted }) => {
    const mine = new Uint32Array(segment.keys.length >>> 1)
    for (let term = 0; term < mine.length; term++) {
      const living = countLiving(segment, term, deleted)
      mine[term] = living === 0 ? NONE : table.add(segment.keys[2 * term]!, segment.keys[2 * term + 1]!)
      if (living > 0) counts[mine[term]!]! += living
    }
    return mine
  })
  const offsets = new Uint32Array(table.size + 1)
  for (let term = 0; term < table.size; term++) offsets[term + 1] = offsets[term]! + counts[term]!
  return { keys: table.keys.slice(0, 2 * table.size), offsets, numbers }
}

/** How many living records hold a term. */
export function countLiving({ offsets, postings }: Segment, term: number, deleted: Uint8Array | undefined): number {
  const from = offsets[term]!
  const to = offsets[term + 1]!
  if (deleted === undefined) return to - from
  let count = 0
  for (let i = from; i < to; i++) count += 1 - deleted[postings[i]!]!
  return count
}

type RecordFields = Pick<Segment, 'ids' | 'documentIds' | 'textLengths' | 'contextLengths'>

function mergeRecords(sources: readonly Source[]): { fields: RecordFields; numbers: Uint32Array[] } {
  const ids: string[] = []
  const documentIds: (string | undefined)[] = []
  const upperBound = sources.reduce((sum, { segment }) => sum + segment.ids.length, 0)
  const textLengths = new Uint32Array(upperBound)
  const contextLengths = new Uint32Array(upperBound)
  const numbers = sources.map(({ segment, deleted }) => {
    const mine = new Uint32Array(segment.ids.length)
    for (let record = 0; record < mine.length; record++) {
      if (deleted?.[record] === 1) continue
      mine[record] = ids.length
      textLengths[ids.length] = segment.textLengths[record]!
      contextLengths[ids.length] = segment.contextLengths[record]!
      documentIds.push(segment.documentIds[record])
      ids.push(segment.ids[record]!)
    }
    return mine
  })
  const fields = {
    ids,
    documentIds,
    textLengths: textLengths.slice(0, ids.length),
    contextLengths: contextLengths.slice(0, ids.length),
  }
  return { fields, numbers }
}

type PostingFields = Omit<Segment, keyof RecordFields>

function mergePostings(sources: readonly Source[], terms: MergedTerms, recordNumbers: Uint32Array[]): PostingFields {
  const { keys, offsets } = terms
  const postings = new Uint32Array(offsets[offsets.length - 1]!)
  const frequencies = new Uint16Array(postings.length)
  const large = new Map<number, Frequencies>()
  const next = offsets.slice()
  sources.forEach(({ segment, deleted }, index) => {
    const records = recordNumbers[index]!
    const numbers = terms.numbers[index]!
    for (let term = 0; term < numbers.length; term++) {
      const number = numbers[term]!
      if (number === NONE) continue
      let to = next[number]!
      for (let from = segment.offsets[term]!; from < segment.offsets[term + 1]!; from++) {
        const record = segment.postings[from]!
        if (deleted !== undefined && deleted[record] === 1) continue
        postings[to] = records[record]!
        frequencies[to] = segment.frequencies[from]!
        if (frequencies[to] === ESCAPE) large.set(to, segment.large.get(from)!)
        to++
      }
      next[number] = to
    }
  })
  return { keys, offsets, postings, frequencies, large }
}
