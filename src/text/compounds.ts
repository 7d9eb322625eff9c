import { pushPairs } from './dense-words.js'
import { foldCase } from './fold.js'

/** A word with the words inside it. */
export interface Compound {
  /** The word without its joiners: `sign-off` = `signoff`, `getUserName` = `get_user_name` = `getusername`, `v2.4.10` = `2.4.10`. */
  whole: string
  /** What it is made of: `get`, `user`, `name`; empty for a simple word. Pieces of one letter are left out. */
  parts: string[]
  /** Neighbouring parts together (`getuser`, `username`), for names of three and more. */
  pairs: string[]
}

/** Names of more parts than this are lists in disguise: their parts count, their whole does not. */
const MOST_PARTS = 8
/** And a segment of more pieces is a hash or an encoded picture: its pieces say nothing. */
const MOST_PIECES = 16

/** Takes apart a run of letters, digits and joiners; case and diacritics of the result are folded. */
export function splitCompound(run: string): Compound {
  const clean = withoutElision(run)
  const segments = segmentsOf(clean)
  const parts: string[] = []
  const units: string[] = []
  for (const segment of segments) {
    if (segments.length > 1) parts.push(foldCase(segment))
    const pieces = splitCase(segment)
    for (const piece of pieces) {
      const folded = foldCase(piece)
      units.push(folded)
      if (pieces.length > 1 && piece.length > 1) parts.push(folded)
    }
  }
  const isName = units.length <= MOST_PARTS
  const whole = segments.length > 1 && !isName ? '' : joined(run.includes(',') ? withoutCommas(clean) : segments)
  if (segments.length === 1 && /[\u0590-\u06ff\uac00-\ud7a3]/.test(whole)) pushInner(parts, whole)
  return { whole, parts: parts.filter(Boolean), pairs: isName && units.length > 2 ? neighbours(units) : [] }
}

function withoutCommas(run: string): string[] {
  return segmentsOf(run.replaceAll(',', ''))
}

function segmentsOf(run: string): string[] {
  return run.split(/[-_.,\u2010\u05f3\u05f4]+/).filter(Boolean)
}

/** `it's` loses its `'s`, `l'homme` its article, `O'Reilly` gives `O-Reilly`, `don't` is `dont`. */
function withoutElision(run: string): string {
  if (!/['\u2019]/.test(run)) return run
  return run
    .replaceAll('\u2019', "'")
    .replace(/'s$/i, '')
    .replace(/^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|dell|dall|nell|sull|all|un)'(?=..)/i, '')
    .replace(/'(t|re|ve|ll|d|m)$/i, '$1')
    .replaceAll("'", '-')
}

/** camelCase, PascalCase, acronyms (`JSONParser`, `URLs`) and borders between letters and digits. */
function splitCase(segment: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u.test(segment)) return [segment]
  const pieces =
    segment.match(/\p{Lu}{2,}s(?![\p{Ll}])|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{L}\p{M}]/gu) ?? []
  return pieces.length === 0 || pieces.length > MOST_PIECES ? [segment] : pieces
}

/** Digits stay apart from digits; a `v` before a version says nothing. */
function joined(segments: readonly string[]): string {
  let whole = ''
  for (const segment of segments) whole += /\d$/.test(whole) && /^\d/.test(segment) ? `.${segment}` : segment
  return foldCase(segments.length > 1 ? whole.replace(/^v(?=\d+\.)/i, '') : whole)
}

function neighbours(units: readonly string[]): string[] {
  const pairs: string[] = []
  for (let i = 1; i < units.length; i++) {
    if (isWord(units[i - 1]!) && isWord(units[i]!)) pairs.push(units[i - 1]! + units[i]!)
  }
  return pairs
}

function isWord(unit: string): boolean {
  return unit.length > 1 && !/\p{N}/u.test(unit)
}

/** The Arabic article and prefixes hide a noun; Korean words carry their particles. */
function pushInner(parts: string[], word: string): void {
  const noun = /^[وفبكل]?ال(.{2,})$|^لل(.{2,})$/.exec(word)
  if (noun) parts.push(noun[1] ?? noun[2]!)
  if (/^[\uac00-\ud7a3]{3,}$/.test(word)) pushPairs(parts, word)
}
