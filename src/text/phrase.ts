import { foldCase, normalizeText } from './fold.js'

/**
 * Tests whether texts hold a phrase word for word: case, diacritics and punctuation do not matter, inflection does.
 * "sign off" is found in "Sign-off", and not in "design office".
 *
 * @returns undefined for a phrase without letters and digits
 */
export function phraseMatcher(phrase: string): ((text: string) => boolean) | undefined {
  const wanted = wordsOnly(phrase).trim()
  if (wanted === '') return undefined
  // Scripts without spaces have no borders to look for.
  const needle = (DENSE.test(wanted.charAt(0)) ? '' : ' ') + wanted + (DENSE.test(wanted.at(-1)!) ? '' : ' ')
  return (text) => wordsOnly(text).includes(needle)
}

const DENSE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー]/u

/** Words with one space on each side. */
function wordsOnly(text: string): string {
  const words = foldCase(normalizeText(text))
    .replaceAll(/['\u2019]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
  return ` ${words} `.replaceAll('  ', ' ')
}
