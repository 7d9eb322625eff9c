import { type Pair, pairsInLines } from './llm-reranker-lines.js'

/** What a model is asked to give to a document that has nothing to do with the query, and to one that answers it. */
export const LOWEST_SCORE = 0
export const HIGHEST_SCORE = 10

/**
 * The scores a model wrote for documents numbered from 1, by position from 0. It was asked for `{"1": 7, "2": 0}` and is
 * understood as well when it writes another object, a list or a table, with words around it.
 *
 * A number that is no document's is passed over; of several scores for a document the first counts; one outside the
 * scale becomes the nearest on it. A document without a readable score is not in the result.
 *
 * @param count how many documents there were
 */
export function readScores(reply: string, count: number): Map<number, number> {
  // Models that think aloud do so before they answer, and try scores out there.
  const answer = reply.split('</think>').at(-1)!
  const scores = accepted(pairsInJson(parseJson(answer), count), count)
  return scores.size > 0 ? scores : accepted(pairsInLines(answer), count)
}

function accepted(pairs: Iterable<Pair>, count: number): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [number, score] of pairs) {
    const known = Number.isInteger(number) && number >= 1 && number <= count
    if (!known || !Number.isFinite(score) || scores.has(number - 1)) continue
    scores.set(number - 1, Math.min(HIGHEST_SCORE, Math.max(LOWEST_SCORE, score)))
  }
  return scores
}

/** From the first bracket of a kind to the last, so that neither fences nor words around it matter. */
function parseJson(text: string): unknown {
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const start = text.indexOf(open)
    const end = text.lastIndexOf(close)
    if (start < 0 || end < start) continue
    try {
      return JSON.parse(text.slice(start, end + 1))
    } catch {
      // Not JSON after all: the other kind of bracket is tried, then the lines are read as they are.
    }
  }
  return undefined
}

/** `1`, `[1]`, `doc 1`, `document_1`. `-1` is none: the minus would be lost. */
const NUMBER_KEY = /^\[?(?:[a-z]+[ _]?)?#?(\d+)\]?$/i
const NUMBER_FIELD = /^(?:n|no|nr|num|number|id|index|doc|document|source|passage)(?:_?(?:n|no|id|number|index))?$/i
const SCORE_FIELD = /^(?:relevance_?)?(?:score|relevance|rating|grade)s?$/i

function* pairsInJson(root: unknown, count: number): Generator<Pair> {
  // It grows while it is read: a walk without recursion.
  const waiting: unknown[] = [root]
  for (const value of waiting) {
    if (Array.isArray(value)) {
      for (const item of value) {
        if (isListOf(item, 2)) yield [item[0]!, item[1]!]
        else waiting.push(item)
      }
    } else if (typeof value === 'object' && value !== null) {
      yield* pairsInFields(Object.entries(value), count, waiting)
    }
  }
}

/** The pairs of an object's fields; `waiting` gets the values in which more may be. */
function* pairsInFields(fields: [key: string, value: unknown][], count: number, waiting: unknown[]): Generator<Pair> {
  const number = fields.find(([key, value]) => NUMBER_FIELD.test(key) && !Number.isNaN(asNumber(value)))
  const score = fields.find(([key]) => SCORE_FIELD.test(key))
  if (number && score) {
    yield [asNumber(number[1]), asNumber(score[1])]
    return
  }
  for (const [key, value] of fields) {
    const keyed = NUMBER_KEY.exec(key)?.[1]
    if (keyed !== undefined) yield [Number(keyed), asNumber(scoreIn(value))]
    else if (SCORE_FIELD.test(key) && isListOf(value, count)) yield* value.map((mark, i): Pair => [i + 1, mark])
    else waiting.push(value)
  }
}

function isListOf(value: unknown, count: number): value is number[] {
  return Array.isArray(value) && value.length === count && value.every((item) => typeof item === 'number')
}

/** The score of `{ "score": 7, "reason": "..." }`; anything else is one itself. */
function scoreIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value).find(([key]) => SCORE_FIELD.test(key))?.[1]
}

/** Seven, of `7`, `"7"` and `"7/10"`. */
function asNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? Number(/^\s*(-?\d+(?:\.\d+)?)/.exec(value)?.[1] ?? Number.NaN) : Number.NaN
}
