import MarkdownIt, { type StateBlock } from 'markdown-it'

/** On a longer line the parser's test for a complete tag could exhaust the stack of the regular expression engine. */
const LONGEST = 4096

const [readHtml] = new MarkdownIt('zero', { html: true }).enable('html_block').block.ruler.getRules('')

/** HTML blocks as the parser reads them. A line that long begins one only if its first units say so. */
export function html(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  const end = state.eMarks[startLine]!
  if (end - start > LONGEST) {
    state.eMarks[startLine] = start + LONGEST
    const begins = readHtml!(state, startLine, endLine, true)
    state.eMarks[startLine] = end
    if (!begins || silent) return begins
  }
  return readHtml!(state, startLine, endLine, silent)
}
