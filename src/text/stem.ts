/**
 * The stem of an English word by the Porter2 algorithm (M. F. Porter, "The English (Porter2) stemming algorithm").
 * "connections", "connected" and "connecting" share `connect`; a stem need not be a word.
 *
 * @param word in lower case; words with anything but a-z and apostrophes come back as they are
 */
export function porter2(word: string): string {
  if (word.length < 3 || !/^['a-z]+$/.test(word)) return word
  const start = word.startsWith("'") ? word.slice(1) : word
  const whole = IRREGULAR.get(start)
  if (whole !== undefined) return whole
  let stem = removeApostrophes(markConsonantY(start))
  const { r1, r2 } = regions(stem)
  stem = removePlural(stem)
  if (INVARIANT_AFTER_PLURAL.has(stem)) return stem
  stem = removePast(stem, r1)
  stem = finalY(stem)
  stem = replaceLongest(stem, STEP_2, r1, r2)
  stem = replaceLongest(stem, STEP_3, r1, r2)
  stem = replaceLongest(stem, STEP_4, r2, r2)
  return finalELetters(stem, r1, r2).replaceAll('Y', 'y')
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
])

const INVARIANT_AFTER_PLURAL: ReadonlySet<string> = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
])

/** A suffix, what it becomes, and letters that must stand before it. `late` asks for R2 where the step asks for R1. */
interface Rule {
  suffix: string
  to: string
  after?: string
  late?: boolean
}

const rules = (list: string, extra: Rule[] = []): Rule[] =>
  list
    .trim()
    .split(/\s+/)
    .map((pair): Rule => {
      const [suffix = '', to = ''] = pair.split('>')
      return { suffix, to }
    })
    .concat(extra)
    .sort((a, b) => b.suffix.length - a.suffix.length)

const STEP_2 = rules(
  `tional>tion enci>ence anci>ance abli>able entli>ent izer>ize ization>ize ational>ate ation>ate ator>ate alism>al
  aliti>al alli>al fulness>ful ousli>ous ousness>ous iveness>ive iviti>ive biliti>ble bli>ble fulli>ful lessli>less`,
  [
    { suffix: 'ogi', to: 'og', after: 'l' },
    { suffix: 'li', to: '', after: 'cdeghkmnrt' },
  ],
)
const STEP_3 = rules('tional>tion ational>ate alize>al icate>ic iciti>ic ical>ic ful> ness>', [
  { suffix: 'ative', to: '', late: true },
])
const STEP_4 = rules('al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ism> ate> iti> ous> ive> ize>', [
  { suffix: 'ion', to: '', after: 'st' },
])

/** The longest suffix decides: when its condition does not hold, no shorter one is tried. */
function replaceLongest(word: string, step: readonly Rule[], region: number, r2: number): string {
  for (const { suffix, to, after, late } of step) {
    if (!word.endsWith(suffix)) continue
    const at = word.length - suffix.length
    if (at < (late ? r2 : region)) return word
    if (after !== undefined && !(at > 0 && after.includes(word[at - 1]!))) return word
    return word.slice(0, at) + to
  }
  return word
}

/** `Y` stands for a consonant y: at the beginning, or after a vowel. */
function markConsonantY(word: string): string {
  return word.includes('y') ? word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : word
}

function removeApostrophes(word: string): string {
  return word.includes("'") ? word.replace(/'(?:s'?)?$/, '') : word
}

/** R1 begins after the first consonant that follows a vowel, R2 is the R1 of R1. */
function regions(word: string): { r1: number; r2: number } {
  const prefix = /^(?:gener|commun|arsen)/.exec(word)
  const r1 = prefix ? prefix[0].length : afterVowelConsonant(word, 0)
  return { r1, r2: afterVowelConsonant(word, r1) }
}

function afterVowelConsonant(word: string, from: number): number {
  let at = from
  while (at < word.length && !isVowel(word[at]!)) at++
  while (at < word.length && isVowel(word[at]!)) at++
  return Math.min(at + 1, word.length)
}

function isVowel(letter: string): boolean {
  return 'aeiouy'.includes(letter)
}

function hasVowel(part: string): boolean {
  return /[aeiouy]/.test(part)
}

function removePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1)
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word
  return hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function removePast(word: string, r1: number): string {
  const [suffix] = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word) ?? ['']
  if (suffix === '') return word
  const base = word.slice(0, word.length - suffix.length)
  if (suffix.startsWith('ee')) return base.length >= r1 ? `${base}ee` : word
  if (!hasVowel(base)) return word
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(base)) return base.slice(0, -1)
  return base.length <= r1 && endsInShortSyllable(base) ? `${base}e` : base
}

function endsInShortSyllable(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word)
}

function finalY(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word
}

function finalELetters(word: string, r1: number, r2: number): string {
  const base = word.slice(0, -1)
  if (word.endsWith('e')) return base.length >= r2 || (base.length >= r1 && !endsInShortSyllable(base)) ? base : word
  if (word.endsWith('l')) return base.length >= r2 && base.endsWith('l') ? base : word
  return word
}
