import type { StateBlock } from 'markdown-it'
import { parseState } from './state.js'

const LABEL = /^\[\^[^\s[\]]{1,999}\]:/
const INDENT = 4
const TAB = 9
const SPACE = 32

/** Footnote definitions, `[^label]: text`, with the blocks indented under them. */
export function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  const max = state.eMarks[startLine]!
  if (!state.src.startsWith('[^', start)) return false
  const label = LABEL.exec(state.src.slice(start, Math.min(max, start + 1004)))?.[0]
  if (label === undefined) return false
  if (silent) return true

  const open = state.push('footnote_open', 'section', 1)
  const { parentType } = state
  const mark = state.bMarks[startLine]!
  const shift = state.tShift[startLine]!
  const count = state.sCount[startLine]!
  const after = start + label.length
  let position = after
  for (; position < max; position++) {
    const code = state.src.charCodeAt(position)
    if (code !== TAB && code !== SPACE) break
  }
  // What follows the label counts as indented content, however near it stands.
  state.bMarks[startLine] = after
  state.tShift[startLine] = position - after
  parseState(state).indents.push(state.blkIndent)
  state.blkIndent += INDENT
  state.sCount[startLine] = state.blkIndent
  state.parentType = 'footnote'
  state.md.block.tokenize(state, startLine, endLine)
  state.blkIndent -= INDENT
  parseState(state).indents.pop()
  state.bMarks[startLine] = mark
  state.tShift[startLine] = shift
  state.sCount[startLine] = count
  state.parentType = parentType
  // An empty definition at the end of its container leaves the parser where it stood.
  state.line = Math.max(state.line, startLine + 1)
  state.push('footnote_close', 'section', -1)
  open.map = [startLine, state.line]
  return true
}
