import type { StateBlock } from 'markdown-it'
import { isCodeOutside } from './list.js'

const EQUALS = 0x3d
const HYPHEN = 0x2d

/**
 * Paragraphs and setext headings, told apart in one pass over their lines (the parser's own rules take two), and
 * without a copy of a paragraph's text. Takes whatever no other rule took.
 */
export function paragraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const terminators = state.md.block.ruler.getRules('paragraph')
  const { parentType } = state
  state.parentType = 'paragraph'
  let underline = 0
  let line = startLine + 1
  for (; line < endLine && !state.isEmpty(line); line++) {
    const indent = state.sCount[line]! - state.blkIndent
    if (indent > 3) continue
    if (indent >= 0) underline = underlineAt(state, line)
    if (underline > 0) break
    // A line that continues the paragraph lazily has been tested where its container was read.
    if (state.sCount[line]! < 0 || isCodeOutside(state, line)) continue
    if (terminators.some((rule) => rule(state, line, endLine, true))) break
  }
  state.parentType = parentType
  if (underline > 0) pushHeading(state, startLine, line, underline)
  else state.push('paragraph', 'p', 0).map = [startLine, line]
  state.line = underline > 0 ? line + 1 : line
  return true
}

/** The level of the heading that a line of `=` or `-` makes of the text before it; 0 for any other line. */
function underlineAt(state: StateBlock, line: number): number {
  const max = state.eMarks[line]!
  const start = state.bMarks[line]! + state.tShift[line]!
  const marker = state.src.charCodeAt(start)
  if (start >= max || (marker !== EQUALS && marker !== HYPHEN)) return 0
  const end = state.skipSpaces(state.skipChars(start, marker))
  if (end < max) return 0
  return marker === EQUALS ? 1 : 2
}

function pushHeading(state: StateBlock, startLine: number, underline: number, level: number): void {
  state.push('heading_open', `h${level}`, 1).map = [startLine, underline + 1]
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, underline, state.blkIndent, false).trim()
  state.push('heading_close', `h${level}`, -1)
}
