/** Between words. */
export const SEPARATOR = 1
/** Letters, digits and marks of scripts that write spaces between words. */
export const WORD = 2
/** Letters of scripts without spaces: Han, kana, Thai, Lao, Khmer, Myanmar, Tai, Tibetan. */
export const DENSE = 3
/** `-`, `_`, `.` and apostrophes: part of a word when one follows. */
export const JOINER = 4

/** Classes of UTF-16 units as far as they are known; 0 sends to {@link classAt}. */
export const CLASSES = new Uint8Array(0x10000)

for (const joiner of "-_.'\u2019\u2010\u05f3\u05f4") CLASSES[joiner.charCodeAt(0)] = JOINER

/** The class of the unit at `at`; both halves of a surrogate pair have the class of their code point. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit <= 0xdfff) return classify(String.fromCodePoint(wholeCodePoint(text, at)))
  return CLASSES[unit] || (CLASSES[unit] = classify(text.charAt(at)))
}

function wholeCodePoint(text: string, at: number): number {
  const unit = text.codePointAt(at)!
  if (unit < 0xdc00 || unit > 0xdfff || at === 0) return unit
  const pair = text.codePointAt(at - 1)!
  return pair > 0xffff ? pair : unit
}

function classify(character: string): number {
  if (DENSE_SCRIPTS.test(character)) return DENSE
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? WORD : SEPARATOR
}

const DENSE_SCRIPTS =
  /(?=[\p{L}\p{M}\p{N}])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}\p{sc=Lana}\p{sc=Tibt}ー々〆\uff70]/u
