import { invalidOption, refuseUnknownOptions } from '../../core/options.js'
import type { TextQuery } from '../../core/storage.js'
import type { Analyzer, Word } from '../../text/analyzer.js'
import { phraseMatcher } from '../../text/phrase.js'

/** A query as the index reads it. */
export interface ParsedQuery {
  /** Each term with the number of times it is asked for. */
  terms: ReadonlyMap<string, number>
  /** A record must satisfy every one of these. */
  required: readonly Condition[]
  /** And none of these. */
  excluded: readonly Condition[]
  /** And hold these, word for word. */
  phrases: readonly ((text: string) => boolean)[]
}

/** Satisfied by a record that holds, for each word, the word as a whole or all of its parts. */
export type Condition = readonly Word[]

/**
 * Words that are required or part of a phrase count for the score, once, even when `text` does not name them.
 *
 * @throws TesseraError `INVALID_OPTION` or `UNKNOWN_OPTION` for anything but a string or a TextQuery
 */
export function parseQuery(query: string | TextQuery, analyzer: Analyzer): ParsedQuery {
  const { text, required, excluded, phrases } = readQuery(query)
  const terms = new Map<string, number>()
  for (const term of analyzer.analyze(text)) terms.set(term, (terms.get(term) ?? 0) + 1)
  for (const term of [...required, ...phrases].flatMap((words) => analyzer.analyze(words))) {
    if (!terms.has(term)) terms.set(term, 1)
  }
  const conditions = (list: readonly string[]) =>
    list.map((words) => contentWords(words, analyzer)).filter((c) => c.length > 0)
  return {
    terms,
    required: conditions([...required, ...phrases]),
    excluded: conditions(excluded),
    phrases: phrases.map(phraseMatcher).filter((matcher) => matcher !== undefined),
  }
}

function contentWords(words: string, analyzer: Analyzer): Condition {
  return analyzer.words(words).filter((word) => word.terms.length > 0)
}

function readQuery(query: string | TextQuery): Required<{ [K in keyof TextQuery]: NonNullable<TextQuery[K]> }> {
  if (typeof query === 'string') return { text: query, required: [], excluded: [], phrases: [] }
  if (typeof query !== 'object' || query === null) throw invalidOption('query', query, 'a string or { text }')
  refuseUnknownOptions(query, ['text', 'required', 'excluded', 'phrases'], 'A text query')
  const { text, required = [], excluded = [], phrases = [] } = query
  if (typeof text !== 'string') throw invalidOption('query.text', text, 'a string')
  for (const [name, list] of Object.entries({ required, excluded, phrases })) {
    if (!Array.isArray(list) || list.some((words) => typeof words !== 'string')) {
      throw invalidOption(`query.${name}`, list, 'a list of strings')
    }
  }
  return { text, required, excluded, phrases }
}
