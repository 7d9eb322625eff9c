import { INPUTS } from './arguments.js'
import { DEFINERS } from './definitions.js'
import { SECTION_LEVELS } from './names.js'

/**
 * - `begin`, `end`: of the environment `name`; displays are environments named `\[` and `$$`
 * - `literal`: a whole environment whose content is not LaTeX, or is to be kept whole; `argumentStart..argumentEnd` is
 *   its body. What `\iffalse` hides is one named `\iffalse`
 * - `open`, `close`: braces; with a name, `open` begins the part of the document that the command `name`, which stands
 *   at `argumentStart`, takes as its argument
 * - `blank`: empty lines, or `\par`
 * - `section`: a sectioning command with its title in `argumentStart..argumentEnd`
 * - `border`: `\appendix` and its like
 * - `item`, with the key of a bibliography entry in `argumentStart..argumentEnd`
 * - `break` (`\\`), `rule` (a line of a table), `comment`
 * - `atom`: what must not be cut and has no inner structure: inline math, `\verb`
 * - `url`: `\url` and its like with its address; the brace of the address opens at `argumentStart`
 * - `definition`: a definition with its body; its command ends at `argumentStart`
 * - `reference`: `name` with its argument in `argumentStart..argumentEnd`: labels, citations, inputs, titles
 * - `package`: `\ProvidesPackage` and its like: the file is code
 */
export type TokenKind =
  | 'begin'
  | 'end'
  | 'literal'
  | 'open'
  | 'close'
  | 'blank'
  | 'section'
  | 'border'
  | 'item'
  | 'break'
  | 'rule'
  | 'comment'
  | 'atom'
  | 'url'
  | 'definition'
  | 'reference'
  | 'package'
  | 'eof'

/** What the lexer does at a command it knows. */
type Keyword =
  | 'begin'
  | 'end'
  | 'hidden'
  | 'container'
  | 'item'
  | 'verb'
  | 'url'
  | 'par'
  | 'border'
  | 'break'
  | 'rule'
  | 'package'
  | 'short'
  | 'section'
export type Handler = Keyword | 'definition' | 'reference'

/**
 * What the lexer does at a command: those it knows, and references and citations by commands of the document's own, as
 * `\secref` and `\mycite`.
 */
export function handlerOf(name: string): Handler | undefined {
  return KEYWORDS.get(name) ?? (/[rR]ef$/.test(name) || isCitation(name) ? 'reference' : undefined)
}

function isCitation(name: string): boolean {
  return /^[a-zA-Z]*[cC]ite[a-zA-Z]*$/.test(name) && !NO_CITATION.test(name)
}

/** What sets citations up, holds text rather than a key, or takes something else before the key. */
const NO_CITATION = /^(?:[Dd]eclare|[Nn]ew|[Rr]enew|set|bib)|^cite(?:style|reset|setup|text)$|volcite$/

const LENGTH_BITS = 5
const LONGEST = 31
const LETTER_C = 99
const LETTER_F = 102

/** Commands that carry structure; all others are text. */
const KEYWORDS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...words('begin', 'begin'),
  ...words('end', 'end'),
  ...words('hidden', 'iffalse'),
  ...words('container', 'frame abstract'),
  ...words('item', 'item task bibitem'),
  ...words('verb', 'verb lstinline mintinline Verb'),
  ...words('url', 'url nolinkurl path href'),
  ...words('par', 'par'),
  ...words('border', 'appendix frontmatter mainmatter backmatter'),
  ...words('break', 'tabularnewline cr'),
  ...words(
    'rule',
    'hline toprule midrule bottomrule cline cmidrule addlinespace endhead endfirsthead endfoot endlastfoot',
  ),
  ...words('package', 'ProvidesPackage ProvidesClass ProvidesFile NeedsTeXFormat ProvidesExplPackage'),
  ...words('short', 'MakeShortVerb DefineShortVerb lstMakeShortInline'),
  ...words(
    'reference',
    'title frametitle label crefrange Crefrange cpagerefrange Cpagerefrange vrefrange Vrefrange vpagerefrange',
  ),
  ...words('reference', 'refeq zlabel'),
  ...[...INPUTS].map((name): [string, Handler] => [name, 'reference']),
  ...[...SECTION_LEVELS.keys()].map((name): [string, Handler] => [name, 'section']),
  ...[...DEFINERS.keys()].map((name): [string, Handler] => [name, 'definition']),
])

function words(handler: Handler, names: string): [string, Handler][] {
  return names.split(' ').map((name) => [name, handler])
}

/** By first letter and length, 1 for those that some keyword has. */
const SHAPES = new Uint8Array(128 << LENGTH_BITS)
for (const name of KEYWORDS.keys()) SHAPES[shapeOf(name, 0, name.length)] = 1

/** Whether {@link handlerOf} may know the name in `start..end` of a text; tells most of those it does not know. */
export function mayBeHandled(text: string, start: number, end: number): boolean {
  return SHAPES[shapeOf(text, start, end)] === 1 || text.charCodeAt(end - 1) === LETTER_F || cites(text, start, end)
}

function cites(text: string, start: number, end: number): boolean {
  for (let at = start; at <= end - 'cite'.length; at++) {
    if ((text.charCodeAt(at) | 32) === LETTER_C && text.startsWith('ite', at + 1)) return true
  }
  return false
}

function shapeOf(text: string, start: number, end: number): number {
  return (text.charCodeAt(start) << LENGTH_BITS) | Math.min(end - start, LONGEST)
}
