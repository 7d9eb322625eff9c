import { type Boundaries, type Cut, lowerBound } from '../core/index.js'
import { sentences } from '../text/index.js'
import { isSpace, skipSpace } from './packer/space.js'

/** Where a separator goes when a cut falls on it: to the piece before, to the one after, or away. */
export type KeepSeparator = 'end' | 'start' | false

/** One kind of boundary. Both searches stay inside their range, so that a search costs no more than the range is long. */
export interface BoundaryKind {
  /** The last cut with `least <= end <= to`. */
  last(text: string, start: number, least: number, to: number): Cut | undefined
  /** The first `next` in `from..to`, `to` excluded. */
  first(text: string, from: number, to: number): number | undefined
}

/** Boundaries of several kinds, the strongest first. */
export function createBoundaries(text: string, kinds: readonly BoundaryKind[]): Boundaries {
  return {
    last(start, least, to) {
      for (const kind of kinds) {
        const cut = kind.last(text, start, least, to)
        if (cut) return cut
      }
      return undefined
    },
    first(from, to) {
      for (const kind of kinds) {
        const next = kind.first(text, from, to)
        if (next !== undefined) return next
      }
      return undefined
    },
  }
}

/** Most sentence ends that are looked for lie this close. */
const NEAR = 250

/** Ends of sentences in any script. */
export const sentenceEnds: BoundaryKind = {
  last(text, start, least, to) {
    const near = to - NEAR
    if (near > least) {
      const cut = lastSentenceEnd(text, near, near, to)
      if (cut) return cut
    }
    return lastSentenceEnd(text, start, least, to)
  },
  first(text, from, to) {
    // What comes first may be the end of a sentence that began before.
    let begun = false
    for (const sentence of sentences(text, from, to)) {
      if (begun) return sentence.start
      begun = true
    }
    return undefined
  },
}

/** Reads from `from` on, which may lie inside a sentence. */
function lastSentenceEnd(text: string, from: number, least: number, to: number): Cut | undefined {
  let found: Cut | undefined
  let before = to
  for (const sentence of sentences(text, from, to)) {
    if (before <= sentence.start && before >= least) found = { end: before, next: sentence.start }
    before = sentence.end
  }
  return found
}

/** White space between words. */
export const wordEnds: BoundaryKind = {
  last(text, _start, least, to) {
    if (to >= text.length) return { end: to, next: to }
    for (let at = to; at >= least; at--) if (isSpace(text.charCodeAt(at))) return { end: at, next: at + 1 }
    return undefined
  },
  first(text, from, to) {
    for (let at = Math.max(from, 1); at < to; at++) {
      if (isSpace(text.charCodeAt(at - 1)) && !isSpace(text.charCodeAt(at))) return at
    }
    return undefined
  },
}

/** A literal separator. */
export function literal(separator: string, keep: KeepSeparator): BoundaryKind {
  const { length } = separator
  const before = keep === 'end' ? length : 0
  const after = keep === 'start' ? 0 : length
  return {
    last(text, start, least, to) {
      // Only the piece before the cut must fit: a separator that goes away, or on, may reach beyond.
      const at = text.slice(start, to - before + length).lastIndexOf(separator)
      if (at <= 0 || start + at + before < least) return undefined
      return { end: start + at + before, next: start + at + after }
    },
    first(text, from, to) {
      const at = text.slice(from, to).indexOf(separator)
      return at < 0 || from + at + after >= to ? undefined : from + at + after
    },
  }
}

/**
 * A separator given as a pattern, which sees the whole text and is run over it once, in the pattern's own time. A match
 * without characters, as of a look-behind, cuts and takes nothing away.
 */
export function pattern(text: string, source: string, keep: KeepSeparator): BoundaryKind {
  let all: Matches | undefined
  return {
    last(_text, start, least, to) {
      const { starts, ends } = (all ??= findMatches(text, source))
      for (let index = lowerBound(starts, to + 1) - 1; index >= 0; index--) {
        const from = starts[index]!
        const end = keep === 'end' ? Math.min(ends[index]!, to) : from
        if (end < least || end <= start) return undefined
        // White space at the end of a piece is trimmed, so a separator may reach beyond with it.
        if (keep !== 'end' || skipSpace(text, end, ends[index]!) === ends[index]) {
          return { end, next: keep === 'start' ? from : ends[index]! }
        }
      }
      return undefined
    },
    first(_text, from, to) {
      const { starts, ends } = (all ??= findMatches(text, source))
      const nexts = keep === 'start' ? starts : ends
      const next = nexts[lowerBound(nexts, from)]
      return next !== undefined && next < to ? next : undefined
    },
  }
}

/** Where the matches of a pattern begin and end, in order. */
interface Matches {
  starts: number[]
  ends: number[]
}

function findMatches(text: string, source: string): Matches {
  const matches: Matches = { starts: [], ends: [] }
  for (const match of text.matchAll(new RegExp(source, 'gu'))) {
    matches.starts.push(match.index)
    matches.ends.push(match.index + match[0].length)
  }
  return matches
}
