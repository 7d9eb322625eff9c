import MarkdownIt, { type StateBlock } from 'markdown-it'

/** Decides whether a header and its delimiter row stand on two lines; only ever asked silently. */
const [isTable] = new MarkdownIt('zero').enable('table').block.ruler.getRules('')

/**
 * GFM tables as one token instead of several for every cell: a table of a million cells costs its lines. `info`
 * is where the header row begins in its line, after the markers of the lists and quotes around it.
 */
export function table(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!isTable!(state, startLine, endLine, true)) return false
  if (silent) return true
  const terminators = state.md.block.ruler.getRules('blockquote')
  let line = startLine + 2
  for (; line < endLine; line++) {
    const indent = state.sCount[line]! - state.blkIndent
    if (indent < 0 || indent >= 4 || state.isEmpty(line)) break
    if (terminators.some((rule) => rule(state, line, endLine, true))) break
  }
  const token = state.push('table', 'table', 0)
  token.map = [startLine, line]
  token.info = String(columnOf(state, startLine))
  state.line = line
  return true
}

function columnOf(state: StateBlock, line: number): number {
  const position = state.bMarks[line]! + state.tShift[line]!
  return position === 0 ? 0 : position - 1 - state.src.lastIndexOf('\n', position - 1)
}
