import {
  afterLineBreak,
  BACKSLASH,
  BAR,
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

/** Whether `\begin{...}` can hold this as a name. */
export function isEnvironmentName(name: string): boolean {
  return nameEnd(`${name}}`, 0, name.length + 1) === name.length
}

/** The title after a sectioning command: `*`, `<overlay>` and `[short]` may stand before it. */
export function readTitle(text: string, from: number, limit: number, lookahead: Lookahead): Argument | undefined {
  return readBraces(text, afterOptions(text, from, limit, lookahead), limit, lookahead)
}

/** Longest list of options: `\chapter[contents][head]{title}` is one. */
const MOST_OPTIONS = 3

/** Where the mandatory argument of a command begins, after `*`, `<overlay>` and `[options]`. */
export function afterOptions(text: string, from: number, limit: number, lookahead: Lookahead): number {
  let at = skipBreak(text, text.charCodeAt(from) === STAR ? from + 1 : from, limit)
  at = skipBreak(text, afterOverlay(text, at, limit), limit)
  for (let count = 0; count < MOST_OPTIONS && at < limit && text.charCodeAt(at) === OPEN_BRACKET; count++) {
    const close = lookahead.closingBracket(at)
    if (close < 0) break
    at = skipBreak(text, close, limit)
  }
  return at
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
  const isList = command.endsWith('cites')
  let at = afterOverlay(text, text.charCodeAt(from) === STAR ? from + 1 : from, limit)
  if (isList) at = afterNotes(text, at, limit)
  let option: Argument | undefined
  for (let count = 0; count < 2 && text.charCodeAt(at) === OPEN_BRACKET; count++) {
    const close = lookahead.closingBracket(at)
    if (close < 0) return undefined
    option = { start: at + 1, end: close - 1, after: close }
    at = close
  }
  // `\hyperref[label]{text}` names its label in the brackets.
  if (command === 'hyperref') return option
  const open = skipBlanks(text, at, limit)
  if (command === 'input' && text.charCodeAt(open) !== OPEN_BRACE) return plainFileName(text, open, limit)
  const key = readBraces(text, open, limit, lookahead)
  if (!key) return undefined
  const further = () => readBraces(text, skipBlanks(text, key.after, limit), limit, lookahead)
  if (command === 'inputminted') return further()
  if (command.endsWith('range') || INPUTS_FROM.has(command)) return joined(key, further())
  return isList ? readList(text, key, limit, lookahead) : key
}

/** Commands that take a folder and a file in it. */
const INPUTS_FROM: ReadonlySet<string> = new Set([
  'import',
  'subimport',
  'inputfrom',
  'subinputfrom',
  'includefrom',
  'subincludefrom',
])

/** Commands that take the text of another file in. */
export const INPUTS: ReadonlySet<string> = new Set([
  ...INPUTS_FROM,
  'input',
  'include',
  'subfile',
  'subfileinclude',
  'InputIfFileExists',
  'lstinputlisting',
  'inputminted',
  'verbatiminput',
  'VerbatimInput',
])

/** After the notes to a whole list of citations: `\cites(see)(for more)[1]{a}{b}`. */
function afterNotes(text: string, from: number, limit: number): number {
  return from + (/^(?:\([^()\n]{0,200}\)){0,2}/.exec(text.slice(from, Math.min(limit, from + 404)))?.[0].length ?? 0)
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

/** The form of plain TeX, `\input file` or `\input "a file"`. */
function plainFileName(text: string, start: number, limit: number): Argument | undefined {
  const name = /^(?:"[^"\n]+"|[\w./-]+)/.exec(text.slice(start, Math.min(limit, start + LONGEST_NAME)))?.[0] ?? ''
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

/** Longest run between two quoting characters, in UTF-16 units. */
const LONGEST_VERB = 1000

/** Where text quoted up to the next `closing` on the same line ends, braces in braces respected; -1 when it does not. */
export function verbatimEnd(text: string, open: number, limit: number, closing: number): number {
  const stop = Math.min(limit, open + LONGEST_VERB)
  let nested = 0
  for (let at = open + 1; at < stop; at++) {
    const code = text.charCodeAt(at)
    if (code === closing && nested-- === 0) return at + 1
    if (code === OPEN_BRACE && closing === CLOSE_BRACE) nested++
    if (isLineEnd(code)) break
  }
  return -1
}

/** Whether a command stands right after a bar that closes on the same line: it is spoken of, not used. */
export function isQuoted(text: string, command: number, limit: number): boolean {
  if (text.charCodeAt(command - 1) !== BAR) return false
  const stop = Math.min(limit, command + LONGEST_NAME)
  for (let at = command; at < stop; at++) {
    const code = text.charCodeAt(at)
    if (code === BAR) return true
    if (isLineEnd(code)) return false
  }
  return false
}

/** The character that `\MakeShortVerb{\|}` makes a quoting one; none where it is not understood. */
export function readShortVerb(text: string, from: number): { character?: string; after: number } {
  const argument = /^\*?(?:\[[^\]\n]{0,100}\])?\{?\\?([!-/:-@[-`|~])\}?/
  const [all, character] = argument.exec(text.slice(from, from + 120)) ?? []
  if (all === undefined || character === undefined || '\\{}%'.includes(character)) return { after: from }
  return { character, after: from + all.length }
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
