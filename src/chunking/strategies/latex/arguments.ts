import {
  afterLineBreak,
  BACKSLASH,
  CLOSE_BRACE,
  isLineEnd,
  LESS_THAN,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
  STAR,
  skipBlanks,
} from './characters.js'
import type { Lookahead } from './lookahead.js'

/** What stands between the braces of an argument, and where reading goes on after it. */
export interface Argument {
  start: number
  end: number
  after: number
}

/** Longest name of an environment, in UTF-16 units. */
export const LONGEST_NAME = 100

/** Where the name in `\begin{name}` ends, or -1 when this is not a name. */
export function nameEnd(text: string, from: number, limit: number): number {
  const stop = Math.min(limit, from + LONGEST_NAME)
  for (let at = from; at < stop; at++) {
    const code = text.charCodeAt(at)
    if (code === CLOSE_BRACE) return at > from ? at : -1
    if (code === BACKSLASH || code === OPEN_BRACE || code === PERCENT || code === PARAMETER || isLineEnd(code))
      return -1
  }
  return -1
}

const PARAMETER = 35

/** The title after a sectioning command: `*`, `<overlay>` and `[short]` may stand before it. */
export function readTitle(text: string, from: number, limit: number, lookahead: Lookahead): Argument | undefined {
  let at = skipBreak(text, text.charCodeAt(from) === STAR ? from + 1 : from, limit)
  at = skipBreak(text, afterOverlay(text, at, limit), limit)
  if (text.charCodeAt(at) === OPEN_BRACKET) {
    const close = lookahead.closingBracket(at)
    if (close < 0) return undefined
    at = skipBreak(text, close, limit)
  }
  return readBraces(text, at, limit, lookahead)
}

/**
 * The argument of a label, reference, citation or input; up to two optional arguments may stand before it. Of commands
 * with several, such as `\crefrange{a}{b}`, from the first one to the last.
 */
export function readKey(
  text: string,
  command: string,
  from: number,
  limit: number,
  lookahead: Lookahead,
): Argument | undefined {
  let at = afterOverlay(text, text.charCodeAt(from) === STAR ? from + 1 : from, limit)
  let option: Argument | undefined
  for (let count = 0; count < 2 && text.charCodeAt(at) === OPEN_BRACKET; count++) {
    const close = lookahead.closingBracket(at)
    if (close < 0) return undefined
    option = { start: at + 1, end: close - 1, after: close }
    at = close
  }
  // `\hyperref[label]{text}` names its label in the brackets.
  if (command === 'hyperref') return option
  if (command === 'input' && text.charCodeAt(at) === 32) return plainFileName(text, at + 1, limit)
  const key = readBraces(text, skipBlanks(text, at, limit), limit, lookahead)
  if (!key) return undefined
  if (command.endsWith('range')) return joined(key, readBraces(text, key.after, limit, lookahead))
  return command.endsWith('cites') ? readList(text, key, limit, lookahead) : key
}

/** All of `{a}[p. 3]{b}{c}`, of which `first` has been read. */
function readList(text: string, first: Argument, limit: number, lookahead: Lookahead): Argument {
  let list = first
  for (;;) {
    const option = text.charCodeAt(list.after) === OPEN_BRACKET ? lookahead.closingBracket(list.after) : -1
    const next = readBraces(text, Math.max(list.after, option), limit, lookahead)
    if (!next) return list
    list = joined(list, next)
  }
}

function joined(first: Argument, last: Argument | undefined): Argument {
  return last ? { ...last, start: first.start } : first
}

function readBraces(text: string, open: number, limit: number, lookahead: Lookahead): Argument | undefined {
  if (open >= limit || text.charCodeAt(open) !== OPEN_BRACE) return undefined
  const after = lookahead.closingBrace(open, 'argument')
  return after < 0 ? undefined : { start: open + 1, end: after - 1, after }
}

/** The form of plain TeX, `\input file`. */
function plainFileName(text: string, start: number, limit: number): Argument | undefined {
  const name = /^[\w./-]+/.exec(text.slice(start, Math.min(limit, start + LONGEST_NAME)))?.[0] ?? ''
  const end = start + name.length
  return end > start ? { start, end, after: end } : undefined
}

/** After `<1->`, where one stands at `at`. */
function afterOverlay(text: string, at: number, limit: number): number {
  if (text.charCodeAt(at) !== LESS_THAN) return at
  const close = text.slice(at, Math.min(limit, at + LONGEST_NAME)).indexOf('>')
  return close < 0 ? at : at + close + 1
}

/** Over blanks and one line break, as TeX does between a command and its argument. */
function skipBreak(text: string, from: number, limit: number): number {
  const at = skipBlanks(text, from, limit)
  if (at >= limit || !isLineEnd(text.charCodeAt(at))) return at
  return skipBlanks(text, afterLineBreak(text, at), limit)
}

/** Where the delimiter of `\verb` stands: after options, and after the language of `\mintinline`. */
export function verbDelimiter(text: string, command: string, from: number, lookahead: Lookahead): number {
  let at = from
  if (command !== 'verb' && text.charCodeAt(at) === OPEN_BRACKET) at = Math.max(at, lookahead.closingBracket(at))
  if (command === 'mintinline' && text.charCodeAt(at) === OPEN_BRACE) {
    at = Math.max(at, lookahead.closingBrace(at, 'argument'))
  }
  return text.charCodeAt(at) === STAR ? at + 1 : at
}

/** After the star and the height that may follow a `\\`. */
export function afterHeight(text: string, from: number, limit: number): number {
  return from + (/^\*?(?:\[[^[\]\n\r]{1,40}\])?/.exec(text.slice(from, Math.min(limit, from + 44)))?.[0].length ?? 0)
}

/** After the columns that a partial rule such as `\cmidrule(lr){2-3}` names. */
export function afterColumns(text: string, from: number, limit: number): number {
  const columns = /^(?:\[[^\]\n]{0,20}\])?(?:\([^)\n]{0,10}\))?(?:\{[^{}\n]{0,20}\})?/
  return from + (columns.exec(text.slice(from, Math.min(limit, from + 60)))?.[0].length ?? 0)
}
