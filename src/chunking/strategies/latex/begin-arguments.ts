import { LESS_THAN, OPEN_BRACE, OPEN_BRACKET, skipBlanks } from './characters.js'
import type { Lookahead } from './lookahead.js'
import { type Family, isCommand, LITERAL_WITH_ARGUMENT, MATH_WITH_ARGUMENT } from './names.js'
import type { Node } from './node.js'
import { plainText } from './plain-text.js'

const MOST_ARGUMENTS = 8
/** Longest arguments that belong to the begin command, in UTF-16 units. */
const LONGEST_ARGUMENTS = 600

/** Finds where the arguments that follow `\begin{name}` end, and the title among them; sets `bodyStart` and `title`. */
export function readBeginArguments(text: string, node: Node, from: number, limit: number, lookahead: Lookahead): void {
  const { name, family } = node
  const accepts = argumentsOf(name, family)
  const spaced = family === 'table' || family === 'frame'
  node.bodyStart = from
  if (accepts === 'none') return
  for (let count = 0; count < MOST_ARGUMENTS; count++) {
    const open = spaced ? skipBlanks(text, node.bodyStart, limit) : node.bodyStart
    const end = argumentEnd(text, open, accepts, lookahead)
    if (end < 0 || end > limit || end - from > LONGEST_ARGUMENTS) return
    node.title ??= titleIn(family, text.charCodeAt(open), text.slice(open + 1, end - 1))
    node.bodyStart = end
  }
}

/** Which arguments may follow `\begin{name}`. */
function argumentsOf(name: string, family: Family): 'none' | 'optional' | 'all' {
  if (isCommand(name)) return 'none'
  if (family === 'math')
    return MATH_WITH_ARGUMENT.has(name) ? 'all' : /ed$|cases$|tikzcd/.test(name) ? 'optional' : 'none'
  if (family === 'literal') {
    if (name.startsWith('verbatim') || name === 'comment') return 'none'
    return LITERAL_WITH_ARGUMENT.has(name) ? 'all' : 'optional'
  }
  return family === 'theorem' || family === 'proof' ? 'optional' : 'all'
}

function argumentEnd(text: string, open: number, accepts: 'optional' | 'all', lookahead: Lookahead): number {
  switch (text.charCodeAt(open)) {
    case OPEN_BRACKET:
      return lookahead.closingBracket(open)
    case OPEN_BRACE:
      return accepts === 'all' ? lookahead.closingBrace(open, 'argument') : -1
    case LESS_THAN: {
      const close = text.slice(open, open + 60).indexOf('>')
      return close < 0 ? -1 : open + close + 1
    }
    default:
      return -1
  }
}

const LONGEST_TITLE = 300

/** The words of an argument, when it may be a title rather than options, sizes or columns. */
function titleIn(family: Family, bracket: number, argument: string): string | undefined {
  if (bracket === LESS_THAN || argument.length > LONGEST_TITLE) return undefined
  if (family === 'frame' ? bracket !== OPEN_BRACE : /^\s*\w+\s*=/.test(argument)) return undefined
  if (family !== 'theorem' && family !== 'proof' && family !== 'frame' && family !== 'other') return undefined
  const title = plainText(argument)
  return /\p{L}{2}/u.test(title) ? title : undefined
}
