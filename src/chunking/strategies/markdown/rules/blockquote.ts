import type { StateBlock } from 'markdown-it'
import { isCodeOutside } from './list.js'
import { parseState } from './state.js'

const TAB = 9
const SPACE = 32
const MARK = 0x3e

/** Indent of a line that continues a paragraph lazily: less than any container asks for. */
const LAZY = -1

/** What the parser knows of one line, to be put back when the quote has been read. */
type SavedLine = [bMark: number, tShift: number, sCount: number, bsCount: number]

/**
 * Block quotes. The parser's own rule tests every line that lazily continues a paragraph again for each quote around
 * it, and keeps four numbers for it; here the inner quotes step over
 * the run of lines that an outer one has found lazy.
 */
export function blockquote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!hasMark(state, startLine)) return false
  if (silent) return true
  const shared = parseState(state)
  const { indents } = shared
  const { lineMax, parentType, blkIndent } = state
  const marked = new Map<number, SavedLine>()
  const lazy = new Map<number, number>()
  state.parentType = 'blockquote'
  const end = enterLines(state, startLine, endLine, marked, lazy)

  const open = state.push('blockquote_open', 'blockquote', 1)
  state.blkIndent = 0
  shared.indents = []
  state.lineMax = end
  state.md.block.tokenize(state, startLine, end)
  state.push('blockquote_close', 'blockquote', -1)
  open.map = [startLine, state.line]

  state.lineMax = lineMax
  state.parentType = parentType
  state.blkIndent = blkIndent
  shared.indents = indents
  for (const [line, saved] of marked) restore(state, line, saved)
  for (const [line, indent] of lazy) state.sCount[line] = indent
  return true
}

/** Moves the beginnings of the quote's lines behind their marks and returns the line after its last one. */
function enterLines(
  state: StateBlock,
  startLine: number,
  endLine: number,
  marked: Map<number, SavedLine>,
  lazy: Map<number, number>,
): number {
  const terminators = state.md.block.ruler.getRules('blockquote')
  const { lazyRuns } = parseState(state)
  let run: number | undefined
  let mayContinue = true
  let line = startLine
  while (line < endLine && !state.isEmpty(line)) {
    const indent = state.sCount[line]!
    if (indent >= state.blkIndent && hasMark(state, line)) {
      if (run !== undefined) lazyRuns.set(run, line)
      run = undefined
      marked.set(line, [state.bMarks[line]!, state.tShift[line]!, indent, state.bsCount[line]!])
      enterLine(state, line)
      mayContinue = !state.isEmpty(line)
      line++
      continue
    }
    if (!mayContinue) break
    if (indent !== LAZY) {
      if (!isCodeOutside(state, line) && terminators.some((rule) => rule(state, line, endLine, true))) break
      lazy.set(line, indent)
      state.sCount[line] = LAZY
    }
    run ??= line
    line = Math.min(endLine, (indent === LAZY && lazyRuns.get(line)) || line + 1)
  }
  if (run !== undefined) lazyRuns.set(run, line)
  return line
}

function hasMark(state: StateBlock, line: number): boolean {
  if (state.sCount[line]! - state.blkIndent > 3) return false
  return state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) === MARK
}

/** Steps over `>` and one column of white space after it; of a wider tab the rest is indent. */
function enterLine(state: StateBlock, line: number): void {
  const { src } = state
  const max = state.eMarks[line]!
  let position = state.bMarks[line]! + state.tShift[line]! + 1
  let column = state.bsCount[line]! + state.sCount[line]! + 1
  const begin = column
  const next = src.charCodeAt(position)
  if (position < max && (next === SPACE || (next === TAB && column % 4 === 3))) position++
  if (position < max && (next === SPACE || next === TAB)) column++
  state.bMarks[line] = position
  state.bsCount[line] = column
  let width = column
  for (; position < max; position++) {
    const code = src.charCodeAt(position)
    if (code === TAB) width += 4 - (width % 4)
    else if (code === SPACE) width++
    else break
  }
  state.tShift[line] = position - state.bMarks[line]!
  state.sCount[line] = width - Math.max(begin, column)
}

function restore(state: StateBlock, line: number, [bMark, tShift, sCount, bsCount]: SavedLine): void {
  state.bMarks[line] = bMark
  state.tShift[line] = tShift
  state.sCount[line] = sCount
  state.bsCount[line] = bsCount
}
