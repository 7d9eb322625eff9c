import type { SourceLines } from './lines.js'
import type { Node } from './node.js'

/** An environment that is all a display formula holds, as in `$$\begin{aligned} ... \end{aligned}$$`. */
export interface MathEnvironment {
  /** `\begin{name}` with its arguments, and the line it stands on. */
  begin: string
  beginLine: number
  /** `\end{name}`, and the line it stands on. */
  end: string
  endLine: number
}

const BEGIN = /^\\begin\{([A-Za-z]+\*?)\}(?:\[[^[\]]*\]|\{[^{}]*\})*$/
/** Longer arguments are not shown again. */
const LONGEST = 100

/** What opens a formula: its delimiter, with the arguments of an environment. */
export function mathOpening(node: Node, lines: SourceLines): string {
  const text = contentFrom(node.first, node.markup, lines)
  return isBegin(text) ? text : node.markup
}

/** The environment around the whole body of a formula. */
export function mathEnvironment(node: Node, lines: SourceLines): MathEnvironment | undefined {
  const { first, markup, closing } = node
  const behind = contentFrom(first, markup, lines).slice(markup.length).trim()
  const beginLine = behind === '' ? first + 1 : first
  const begin = behind === '' ? textOf(beginLine, lines) : behind
  if (!isBegin(begin)) return undefined
  const last = node.end - 1
  const before = textOf(last, lines).slice(0, -closing.length).trim()
  const endLine = before === '' ? last - 1 : last
  const end = `\\end{${BEGIN.exec(begin)![1]}}`
  const ends = before === '' ? textOf(endLine, lines) : before
  return endLine > beginLine && ends === end ? { begin, beginLine, end, endLine } : undefined
}

function isBegin(text: string): boolean {
  return text.length <= LONGEST && BEGIN.test(text)
}

function contentFrom(line: number, mark: string, lines: SourceLines): string {
  const text = lines.line(line)
  return text.slice(Math.max(0, text.indexOf(mark))).trimEnd()
}

/** A line without the marks of quotes around it. */
function textOf(line: number, lines: SourceLines): string {
  return lines
    .line(line)
    .replace(/^[>\s]*/, '')
    .trimEnd()
}
