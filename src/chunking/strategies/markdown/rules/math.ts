import type { StateBlock } from 'markdown-it'
import { parseState } from './state.js'

const BEGIN = /^\\begin\{([A-Za-z]+\*?)\}/

/**
 * Display math: `$$ ... $$`, `\[ ... \]` and `\begin{x} ... \end{x}` from the beginning of a line to the end of one.
 * Blank lines are allowed only between two `$$` that stand alone, as between fences. What is not closed is not math.
 */
export function math(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  const code = state.src.charCodeAt(start)
  if (code !== 0x24 && code !== 0x5c) return false
  const first = state.src.slice(start, state.eMarks[startLine]).trimEnd()
  const closing = closingOf(first)
  if (!closing) return false
  const last =
    first.length > closing.opener && first.endsWith(closing.text)
      ? startLine
      : findLast(state, startLine, endLine, closing)
  if (last < 0) return false
  if (silent) return true
  const token = state.push('math_block', 'math', 0)
  token.map = [startLine, last + 1]
  token.markup = closing.markup
  token.info = closing.text
  state.line = last + 1
  return true
}

interface Closing {
  markup: string
  text: string
  /** First line at least this long holds more than the opening delimiter. */
  opener: number
  /** The delimiter has its line for itself, so blank lines may follow. */
  alone: boolean
}

function closingOf(line: string): Closing | undefined {
  if (line.startsWith('$$')) return { markup: '$$', text: '$$', opener: 3, alone: line === '$$' }
  if (line.startsWith('\\[')) return { markup: '\\[', text: '\\]', opener: 3, alone: false }
  const name = BEGIN.exec(line)?.[1]
  if (name === undefined) return undefined
  const markup = `\\begin{${name}}`
  return { markup, text: `\\end{${name}}`, opener: markup.length, alone: false }
}

/** The line that closes, or -1. A stretch once searched in vain is not searched again at the same level. */
function findLast(state: StateBlock, startLine: number, endLine: number, closing: Closing): number {
  const { unclosed, truncated } = parseState(state)
  const key = `${state.level} ${closing.alone} ${closing.text}`
  if (startLine < (unclosed.get(key) ?? -1)) return -1
  let pastBlank = false
  let line = startLine + 1
  for (; line < endLine; line++) {
    if (state.isEmpty(line)) {
      if (!closing.alone) break
      pastBlank = true
      continue
    }
    if (state.sCount[line]! < state.blkIndent) break
    const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd()
    if (pastBlank ? text === closing.text : text.endsWith(closing.text)) return line
  }
  if (truncated && line >= state.lineMax) return line - 1
  unclosed.set(key, line)
  return -1
}
