import { CLASSES, classAt, DENSE, JOINER, WORD } from './word-chars.js'

const COMMA = 0x2c
const DOT = 0x2e
const HASH = 0x23
const PLUS = 0x2b
const UNDERSCORE = 0x5f

/** Where the next word or run of dense script begins, at or after `from`. */
export function nextWord(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const kind = CLASSES[text.charCodeAt(at)] || classAt(text, at)
    if (kind === WORD || kind === DENSE) return at
  }
  return text.length
}

/** Where a word that has its first letter at `at` begins: a dot belongs to `.NET` and `.gitignore`. */
export function startOfRun(text: string, at: number): number {
  if (text.charCodeAt(at - 1) !== DOT || !isAsciiLetter(text.charCodeAt(at))) return at
  return at === 1 || text.charCodeAt(at - 2) <= 0x28 ? at - 1 : at
}

/** The end of letters and digits with the joiners between them, and of `++` and `#` in `C++` and `C#`. */
export function endOfRun(text: string, from: number): number {
  let at = from + 1
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const kind = CLASSES[unit] || classAt(text, at)
    if (kind === WORD) continue
    if (kind === JOINER && joins(text, at)) continue
    if (unit === COMMA && separatesThousands(text, at)) continue
    return unit === PLUS || unit === HASH ? at + languageSuffix(text, from, at) : at
  }
  return at
}

/** The end of letters of scripts without spaces. */
export function endOfDense(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && classAt(text, at) === DENSE) at++
  return at
}

/** A joiner counts when a word follows it, and so does a row of underscores. */
function joins(text: string, at: number): boolean {
  if (at + 1 >= text.length) return false
  if (text.charCodeAt(at + 1) === UNDERSCORE) return text.charCodeAt(at) === UNDERSCORE
  return classAt(text, at + 1) === WORD
}

/** `1,000,000`: a comma after a digit, before exactly three. */
function separatesThousands(text: string, at: number): boolean {
  if (!isDigit(text.charCodeAt(at - 1))) return false
  for (let i = 1; i <= 3; i++) if (!isDigit(text.charCodeAt(at + i))) return false
  return !isDigit(text.charCodeAt(at + 4))
}

function languageSuffix(text: string, from: number, end: number): number {
  const unit = text.charCodeAt(end)
  if (unit === PLUS && text.charCodeAt(end + 1) === PLUS) return endsWord(text, end + 2) ? 2 : 0
  return unit === HASH && end - from === 1 && isAsciiLetter(text.charCodeAt(from)) && endsWord(text, end + 1) ? 1 : 0
}

function endsWord(text: string, at: number): boolean {
  return at >= text.length || classAt(text, at) !== WORD
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)
}
