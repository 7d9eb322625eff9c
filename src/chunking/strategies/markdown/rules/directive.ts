import type { StateBlock } from 'markdown-it'
import type { SourceLines } from '../lines.js'
import { parseState } from './state.js'

const COLONS = /^[ \t>]*(:{3,})[ \t]*(\S?)/
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/
/** No more of a line is looked at. */
const LONGEST = 256

/**
 * Containers between `:::name` and `:::` (Docusaurus, VuePress, MyST, Pandoc), with Markdown inside. One that is not
 * closed is a paragraph.
 */
export function directive(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  if (!state.src.startsWith(':::', state.bMarks[startLine]! + state.tShift[startLine]!)) return false
  const last = parseState(state).directives.get(startLine)
  if (last === undefined || last >= endLine) return false
  if (silent) return true
  const { lineMax, parentType } = state
  const open = state.push('directive_open', 'div', 1)
  state.lineMax = last
  state.parentType = 'directive'
  // An empty container leaves nothing to read, which would otherwise look like no progress.
  state.line = startLine + 1
  state.md.block.tokenize(state, startLine + 1, last)
  // A line that leaves the list or quote around it ends the container early.
  if (state.line >= last) state.line = last + 1
  state.push('directive_close', 'div', -1)
  open.map = [startLine, state.line]
  state.lineMax = lineMax
  state.parentType = parentType
  return true
}

/**
 * Pairs the lines of `:::` containers on the lines `first..end`, numbered from there, code fences left out. A bare `:::`
 * closes the innermost container unless that was opened with more colons.
 *
 * @param truncated containers open at the end count as closed by the last line
 */
export function pairDirectives(
  lines: SourceLines,
  first: number,
  end: number,
  truncated: boolean,
): Map<number, number> {
  const pairs = new Map<number, number>()
  const source = lines.text.slice(lines.start(first), lines.start(end))
  if (!source.includes(':::')) return pairs
  const open: { line: number; colons: number }[] = []
  let fence: string | undefined
  for (let line = 0; first + line < end; line++) {
    const start = lines.start(first + line)
    const text = lines.text.slice(start, Math.min(lines.end(first + line), start + LONGEST))
    const mark = FENCE.exec(text)
    if (mark && (fence === undefined || closesFence(fence, mark))) fence = fence === undefined ? mark[1] : undefined
    if (fence !== undefined) continue
    const colons = COLONS.exec(text)
    if (!colons) continue
    const count = colons[1]!.length
    if (colons[2] !== '') open.push({ line, colons: count })
    else if ((open.at(-1)?.colons ?? Number.POSITIVE_INFINITY) <= count) pairs.set(open.pop()!.line, line)
  }
  if (truncated) for (const { line } of open) pairs.set(line, end - first - 1)
  return pairs
}

function closesFence(fence: string, [, marker = '', rest = '']: RegExpExecArray): boolean {
  return marker[0] === fence[0] && marker.length >= fence.length && rest.trim() === ''
}
