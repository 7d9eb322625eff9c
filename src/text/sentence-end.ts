import { ABBREVIATIONS, ORDINAL_FOLLOWERS, STARTERS } from './abbreviations.js'
import { CALL, ELLIPSIS, isOpener, isWhite } from './sentence-chars.js'

/** What stands around a stop: everything the decision needs. */
export interface Stop {
  text: string
  /** Where the sentence begins. */
  start: number
  /** The first stop character; `kind` is its kind. */
  at: number
  kind: number
  /** After the last of a run of stop characters. */
  runEnd: number
  /** The first unit after the stop, its closing quotes and the white space; less than `limit`. */
  next: number
  limit: number
}

/** Whether a stop with white space after it ends its sentence. Looks at one word on each side, so it costs a constant. */
export function isSentenceEnd(stop: Stop): boolean {
  const next = readNext(stop)
  if (next.kind === 'continues') return false
  const single = stop.runEnd - stop.at === 1
  if (stop.kind === CALL) return next.kind !== 'lower'
  if (stop.kind === ELLIPSIS || !single) return endsAfterEllipsis(stop, next)
  return endsAfterFullStop(stop, next)
}

interface Next {
  kind: 'upper' | 'lower' | 'digit' | 'quoted' | 'continues' | 'other'
  word: string
  /** The unit after the word. */
  after: string
}

/** Words longer than this are no abbreviations and no starters. */
const LONGEST = 24

function readNext({ text, next, limit }: Stop): Next {
  const first = text[next]!
  if (',;:)]}'.includes(first)) return { kind: 'continues', word: '', after: '' }
  let from = next
  while (from < limit && from - next < 4 && isOpener(text.charCodeAt(from))) from++
  let to = from
  while (to < limit && to - from < LONGEST && isWordUnit(text.charCodeAt(to))) to++
  const word = text.slice(from, to)
  const after = text.charAt(to)
  if (from > next && !'*_`'.includes(first)) return { kind: 'quoted', word, after }
  return { kind: kindOfWord(word), word, after }
}

function kindOfWord(word: string): Next['kind'] {
  if (/^\p{Lu}/u.test(word)) return 'upper'
  // Names such as eBay and macOS begin sentences as they are.
  if (/^\p{Ll}/u.test(word)) return /^\p{Ll}+\p{Lu}/u.test(word) ? 'upper' : 'lower'
  return /^\p{Nd}/u.test(word) ? 'digit' : 'other'
}

/** An ellipsis that stands alone marks a pause or a gap. */
function endsAfterEllipsis({ text, at }: Stop, next: Next): boolean {
  if (isWhite(text.charCodeAt(at - 1))) return false
  return next.kind === 'upper' || next.kind === 'quoted'
}

function endsAfterFullStop(stop: Stop, next: Next): boolean {
  const { text, at, start } = stop
  if (at === start) return false
  if (isWhite(text.charCodeAt(at - 1))) return !isSpacedEllipsis(stop) && next.kind !== 'lower'
  const from = wordStart(text, at, start)
  const word = text.slice(from, at)
  if (/^\d{1,3}$/.test(word)) {
    if (from === start) return false
    return next.kind !== 'lower' && !(word.length < 3 && ORDINAL_FOLLOWERS.has(next.word.toLowerCase()))
  }
  if (at - from >= LONGEST) return next.kind !== 'lower'
  return endsAfterWord(stop, word, from, next)
}

function endsAfterWord(stop: Stop, word: string, from: number, next: Next): boolean {
  const kind = ABBREVIATIONS.get(word.toLowerCase())
  if (kind === 'joins') return false
  if (kind === 'titles' && /^\p{Lu}/u.test(word)) return false
  if (next.kind === 'lower') return false
  if (kind === 'numbers' && isNumeral(word, next)) return false
  if (kind === 'ends') return next.kind === 'upper' || next.kind === 'quoted'
  const isInitial = /^\p{L}\p{M}*$/u.test(word)
  if (isInitial && followsInitial(stop, word, from)) return next.kind === 'upper' || next.kind === 'quoted'
  if (kind === 'names' || isInitial || /^(?:\p{L}{1,2}\.)+\p{L}{1,2}$/u.test(word)) {
    // "(2020)" after "et al." and the like go on; a quotation begins anew.
    if (next.kind === 'quoted') return stop.text[stop.next] !== '('
    return next.kind === 'upper'
      ? STARTERS.has(next.word.toLowerCase())
      : isInitial && kind === undefined && next.kind === 'other'
  }
  return true
}

/** "т. п." and "p. m.": a lower-case letter after another single letter ends an abbreviation of several words. */
function followsInitial({ text, start }: Stop, word: string, from: number): boolean {
  if (!/^\p{Ll}$/u.test(word)) return false
  return (
    from - 3 >= start - 1 &&
    text[from - 2] === '.' &&
    isWhite(text.charCodeAt(from - 1)) &&
    isWordUnit(text.charCodeAt(from - 3)) &&
    !isWordUnit(text.charCodeAt(from - 4))
  )
}

/** "No. 5", "Vol. II", "Fig. A,", but not "No. I think so". */
function isNumeral(word: string, next: Next): boolean {
  if (next.kind === 'digit') return true
  if (next.kind !== 'upper' || word === word.toLowerCase()) return false
  if (/^[IVXLC]{2,}$/.test(next.word)) return true
  return /^\p{Lu}$/u.test(next.word) && (!/^[IA]$/.test(next.word) || /[.,;:)]/.test(next.after))
}

function isSpacedEllipsis({ text, next, at }: Stop): boolean {
  if (text[next] === '.') return true
  let before = at - 1
  while (at - before < 4 && isWhite(text.charCodeAt(before))) before--
  return text[before] === '.'
}

function wordStart(text: string, at: number, start: number): number {
  let from = at
  while (from > start && at - from < LONGEST) {
    const unit = text.charCodeAt(from - 1)
    if (!isWordUnit(unit) && unit !== 46) break
    from--
  }
  return from
}

/** Letters, digits and marks, roughly: whatever is neither white space nor a sign of the common blocks. */
function isWordUnit(unit: number): boolean {
  if (unit < 0x80) return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)
  if (unit < 0xc0) return unit === 0xaa || unit === 0xba
  return unit < 0x2000 || (unit > 0x206f && unit < 0x3000) || (unit > 0x303f && unit < 0xff00)
}
