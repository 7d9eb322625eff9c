import { LONGEST_NAME } from './arguments.js'
import {
  AT,
  afterLineBreak,
  BACKSLASH,
  isLetter,
  isLineEnd,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
  STAR,
  skipBlanks,
} from './characters.js'
import type { Lookahead } from './lookahead.js'
import type { Family } from './names.js'
import { plainText } from './plain-text.js'
import type { Shortcut, Vocabulary } from './vocabulary.js'

/**
 * Commands that define something, and the arguments they take in order: `name` (what is defined), `?` any number of
 * optional arguments, `body` one argument, `until` everything up to the body.
 */
type Shape = readonly ('name' | '?' | 'body' | 'until')[]

interface Definer {
  shape: Shape
  /** The defined name is an environment of this family. */
  family?: Family
  /** Index among the `body` arguments of the heading that is printed. */
  printed?: number
  /** Index among them of the code that a command stands for, or that begins an environment. */
  command?: number
  begin?: number
}

const COMMAND: Definer = { shape: ['name', '?', 'body'], command: 0 }
const DOCUMENT_COMMAND: Definer = { shape: ['name', 'body', 'body'], command: 1 }
const TEX: Definer = { shape: ['name', 'until', 'body'], command: 0 }
const ENVIRONMENT: Definer = { shape: ['name', '?', 'body', 'body'], begin: 0 }
const DOCUMENT_ENVIRONMENT: Definer = { shape: ['name', 'body', 'body', 'body'], begin: 1 }
const THEOREM: Definer = { shape: ['name', '?', 'body', '?'], family: 'theorem', printed: 0 }

export const DEFINERS: ReadonlyMap<string, Definer> = new Map<string, Definer>([
  ['newcommand', COMMAND],
  ['renewcommand', COMMAND],
  ['providecommand', COMMAND],
  ['DeclareRobustCommand', COMMAND],
  ['DeclareMathOperator', COMMAND],
  ['newrobustcmd', COMMAND],
  ['renewrobustcmd', COMMAND],
  ['NewDocumentCommand', DOCUMENT_COMMAND],
  ['RenewDocumentCommand', DOCUMENT_COMMAND],
  ['ProvideDocumentCommand', DOCUMENT_COMMAND],
  ['DeclareDocumentCommand', DOCUMENT_COMMAND],
  ['def', TEX],
  ['gdef', TEX],
  ['edef', TEX],
  ['xdef', TEX],
  ['newenvironment', ENVIRONMENT],
  ['renewenvironment', ENVIRONMENT],
  ['provideenvironment', ENVIRONMENT],
  ['NewEnviron', { shape: ['name', '?', 'body'] }],
  ['NewDocumentEnvironment', DOCUMENT_ENVIRONMENT],
  ['RenewDocumentEnvironment', DOCUMENT_ENVIRONMENT],
  ['DeclareDocumentEnvironment', DOCUMENT_ENVIRONMENT],
  ['newtheorem', THEOREM],
  ['newmdtheoremenv', THEOREM],
  ['spnewtheorem', { shape: ['name', '?', 'body', 'body', 'body'], family: 'theorem', printed: 0 }],
  ['newtcbtheorem', { shape: ['?', 'name', 'body', 'body', 'body'], family: 'theorem', printed: 0 }],
  ['declaretheorem', { shape: ['?', 'name'], family: 'theorem' }],
  ['lstnewenvironment', { shape: ['name', '?', 'body', 'body'], family: 'literal' }],
  ['DefineVerbatimEnvironment', { shape: ['name', 'body', 'body'], family: 'literal' }],
  ['newtcblisting', { shape: ['?', 'name', '?', 'body'], family: 'literal' }],
  ['newlist', { shape: ['name', 'body', 'body'], family: 'list' }],
  ['newfloat', { shape: ['?', 'name', 'body', 'body'], family: 'float' }],
  ['DeclareFloatingEnvironment', { shape: ['?', 'name'], family: 'float' }],
  ['excludecomment', { shape: ['name'], family: 'literal' }],
])

/**
 * Steps over a definition whose command ends at `from`, and learns what it defines. What stands inside is not structure
 * of the document.
 *
 * @returns the offset after it, or -1 when its arguments are not found
 */
export function readDefinition(
  text: string,
  definer: Definer,
  from: number,
  limit: number,
  lookahead: Lookahead,
  vocabulary: Vocabulary,
): number {
  let at = text.charCodeAt(from) === STAR ? from + 1 : from
  let name = ''
  let options = ''
  const bodies: string[] = []
  for (const part of definer.shape) {
    const start = skipToArgument(text, at, limit)
    if (part === '?') {
      at = afterOptional(text, at, limit, lookahead)
      options += text.slice(start, Math.min(at, start + LONGEST_OPTIONS))
    } else if (part === 'until') {
      at = parameterEnd(text, start, limit)
      if (at < 0) return -1
    } else {
      at = argumentEnd(text, start, limit, lookahead)
      if (at < 0) return -1
      if (part === 'name') name = text.slice(start, at).replace(/[{}\\\s]/g, '')
      else bodies.push(text.slice(start + 1, at - 1))
    }
  }
  if (definer.family && name !== '' && name.length < LONGEST_NAME) {
    const printed = definer.printed === undefined ? optionName(options) : bodies[definer.printed]
    vocabulary.learn(name, definer.family, printed === undefined ? undefined : plainText(printed))
  }
  if (definer.command !== undefined) vocabulary.learnShortcut(name, shortcutIn(bodies[definer.command]!))
  if (definer.begin !== undefined) learnLikeness(name, bodies[definer.begin]!, vocabulary)
  return at
}

/** Longest code that is searched for the environment it begins or ends, in UTF-16 units. */
const LONGEST_CODE = 400

const BEGIN_OR_END = /\\(begin|end)[ \t]*\{([^{}\\#%\n]+)\}/g

/** The environment that code begins or ends, when it does just that, as `\be` that stands for `\begin{equation}`. */
function shortcutIn(code: string): Shortcut | undefined {
  if (code.length > LONGEST_CODE) return undefined
  const [first, second] = code.matchAll(BEGIN_OR_END)
  return first && !second ? { kind: first[1] as Shortcut['kind'], name: first[2]!.trim() } : undefined
}

/** An environment whose code ends by beginning another is what that one is. */
function learnLikeness(name: string, code: string, vocabulary: Vocabulary): void {
  if (code.length > LONGEST_CODE || name.length >= LONGEST_NAME || vocabulary.familyOf(name) !== 'other') return
  const last = [...code.matchAll(BEGIN_OR_END)].at(-1)
  if (last?.[1] !== 'begin') return
  const family = vocabulary.familyOf(last[2]!.trim())
  if (INHERITED.has(family)) vocabulary.learn(name, family)
}

/** Families whose layout the content follows; a new name says more than that of a list or a layout. */
const INHERITED: ReadonlySet<Family> = new Set(['math', 'table', 'theorem', 'proof', 'float', 'frame'])

/** Longest optional arguments that are searched for a name, in UTF-16 units. */
const LONGEST_OPTIONS = 400

function optionName(options: string): string | undefined {
  return /\b(?:name|title)\s*=\s*\{?([^,{}\]]+)/.exec(options)?.[1]?.trim()
}

/** After the command that a definition at `from` defines, should it stand there without braces. */
export function afterDefined(text: string, from: number, limit: number): number {
  const at = skipToArgument(text, text.charCodeAt(from) === STAR ? from + 1 : from, limit)
  return at < limit && text.charCodeAt(at) === BACKSLASH ? commandEnd(text, at, limit) : from
}

/** An argument in braces or a single command; -1 when there is neither. */
function argumentEnd(text: string, open: number, limit: number, lookahead: Lookahead): number {
  if (open >= limit) return -1
  if (text.charCodeAt(open) === OPEN_BRACE) return lookahead.closingBrace(open, 'definition')
  return text.charCodeAt(open) === BACKSLASH ? commandEnd(text, open, limit) : -1
}

function commandEnd(text: string, at: number, limit: number): number {
  let end = at + 1
  while (end < limit && (isLetter(text.charCodeAt(end)) || text.charCodeAt(end) === AT)) end++
  return end > at + 1 ? end : Math.min(limit, at + 2)
}

/** After any number of arguments in brackets. */
function afterOptional(text: string, from: number, limit: number, lookahead: Lookahead): number {
  for (let position = from; ; ) {
    const open = skipToArgument(text, position, limit)
    const end = text.charCodeAt(open) === OPEN_BRACKET && open < limit ? lookahead.closingBracket(open) : -1
    if (end < 0) return position
    position = end
  }
}

/** Longest parameter text of a `\def`, in UTF-16 units. */
const LONGEST_PARAMETERS = 200

/** The brace after the parameters of a `\def`, or -1. */
function parameterEnd(text: string, from: number, limit: number): number {
  const stop = Math.min(limit, from + LONGEST_PARAMETERS)
  for (let at = from; at < stop; at++) {
    if (text.charCodeAt(at) === OPEN_BRACE) return at
  }
  return -1
}

/** Over blanks, a comment at the end of the line, and one line break, as TeX does between arguments. */
function skipToArgument(text: string, from: number, limit: number): number {
  let at = skipBlanks(text, from, limit)
  if (at < limit && text.charCodeAt(at) === PERCENT) at = lineEnd(text, at, limit)
  if (at < limit && isLineEnd(text.charCodeAt(at))) at = skipBlanks(text, afterLineBreak(text, at), limit)
  return at
}
