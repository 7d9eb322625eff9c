/** A document's number and its score, as they were written; NaN where that was no number. */
export type Pair = readonly [number: number, score: number]

/** What stands further right in a line is no list of scores. Also bounds the matching of a hostile line. */
const LONGEST_LINE = 4000

/**
 * Scores in words rather than JSON: `2: 7`, `Doc 2, relevance 7/10`, `| 2 | 7 |`, `[2] 7`, several in a line or one. Only
 * what a line begins with counts, so that numbers in sentences do not.
 */
export function* pairsInLines(text: string): Generator<Pair> {
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.slice(0, LONGEST_LINE)
    PAIR.lastIndex = 0
    for (let match = PAIR.exec(line); match; match = PAIR.exec(line)) {
      const [, number, connected, enumerated] = match
      yield [Number(number), Number((connected ?? enumerated)!.replace(MINUS, '-'))]
    }
  }
}

/** The typographic one. */
const MINUS = '\u2212'

/** Marks of lists, quotes, brackets. A hyphen only before a space: `-2` is the number of no document. */
const LEAD = /(?:[\s>*_#|"'`({[,;]|[-•]\s)*/
const LABEL =
  /(?:(?:document|doc|source|passage|candidate|text|number|no|id|n)(?![a-z])["'*_]*\.?(?:\s*[:#=])?\s*["'[(*_#]*)?/
const NUMBER = /(\d+)/
const SCORE_LABEL =
  /["'*_]*(?:(?:relevance|final)\s+)?(?:score|relevance|rating)\b["'*_]*(?:\s*(?:[:=]|is\b))?\s*["'*_]*/
/** A sign, or the word for the score, connects a number with its score. */
const SIGN = join(/\s*(?:[:=|]|->|→|\s[-–—]\s)\s*/, '(?:', SCORE_LABEL, /|["'*_]*/, ')')
const WORD = join(/[\s,;:|.–—-]*/, SCORE_LABEL)
const SCORE = /([-−]?\d+(?:\.\d+)?)(?!\.?\d)(?:["'*_]*\s*(?:\/|out of)\s*10)?/
/** `2. 7`, `2) 7` and `[2] 7`, where nothing follows: sentences are numbered like that too. */
const ENUMERATED = join(/[.)\]]\s+/, SCORE, /(?=["'*_]*\s*(?:$|[,;(]))/)
const PAIR = new RegExp(
  join(LEAD, LABEL, NUMBER, '(?:', /["'\])}*_]*/, '(?:', WORD, '|', SIGN, ')', SCORE, '|', ENUMERATED, ')'),
  'iy',
)

function join(...parts: (RegExp | string)[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.source)).join('')
}
