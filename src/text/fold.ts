/**
 * Brings compatibility forms together (NFKC: full width, ligatures, presentation forms) and takes out what only guides
 * the layout: soft hyphens, joiners, byte order marks. Case stays. ASCII comes back as it is.
 */
export function normalizeText(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text
  // NFKC takes Thai and Lao AM apart, and then the dictionaries no longer know their words.
  return text
    .normalize('NFKC')
    .replace(/\u00ad|\u200c|\u200d|\u2060|\ufeff|[\ufe00-\ufe0f]/g, '')
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3')
}

/**
 * Folds case and diacritics of normalized text: `Straße` = `strasse`, `İstanbul` = `istanbul`, `café` = `cafe`,
 * final sigma, Arabic and Hebrew points, variants of Arabic letters. Marks that make other letters (Indic vowels, Japanese
 * voicing, Thai tones) stay.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\0-\x7f]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .replace(LETTERS_TO_FOLD, (letter) => FOLDED.get(letter)!)
}

/** Letters that no decomposition reaches. */
const FOLDED: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ς', 'σ'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
])
const LETTERS_TO_FOLD = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'g')
