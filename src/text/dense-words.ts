/** The dictionaries of the segmenter need more than linear time on long input. */
const WINDOW = 2048

let segmenter: Intl.Segmenter | undefined

/**
 * Terms of a run of text in scripts that write no spaces. Han and katakana give every pair of neighbours, so that a word is
 * found inside a compound whatever a dictionary thinks of it; longer words of the dictionary are added. Other scripts give
 * the words of the dictionary.
 */
export function denseTerms(run: string): string[] {
  const terms: string[] = []
  for (const [part] of run.matchAll(/[\p{sc=Han}々〆]+|[\p{sc=Kana}ー]+/gu)) pushPairs(terms, part)
  for (let at = 0; at < run.length; at += WINDOW) {
    for (const word of dictionaryWords(run.slice(at, at + WINDOW))) {
      if (/^[\p{sc=Han}々〆]+$|^[\p{sc=Kana}ー]+$/u.test(word)) {
        if (word.length > 2) terms.push(word)
      } else if (word.length > 1 || run.length === 1) terms.push(word)
    }
  }
  return terms
}

/** Pairs of neighbouring letters; a single letter by itself. */
export function pushPairs(terms: string[], word: string): void {
  let previous = ''
  let pairs = 0
  for (const letter of word) {
    if (previous !== '') {
      terms.push(previous + letter)
      pairs++
    }
    previous = letter
  }
  if (pairs === 0) terms.push(word)
}

function dictionaryWords(run: string): string[] {
  if (typeof Intl.Segmenter === 'undefined') return [run]
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  return Array.from(segmenter.segment(run), (part) => part.segment)
}
