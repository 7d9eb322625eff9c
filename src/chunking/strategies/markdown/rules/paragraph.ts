import MarkdownIt, { type StateBlock } from 'markdown-it'
import { isCodeOutside } from './list.js'
import { table } from './table.js'

const EQUALS = 0x3d
const HYPHEN = 0x2d
const BRACKET = 0x5b

/**
 * Knows nothing that could interrupt a definition: which lines belong to the paragraph is settled before. CommonMark
 * takes a definition whatever its target, which is not read here.
 */
const definitions = new MarkdownIt('zero').enable('reference')
definitions.validateLink = () => true
definitions.normalizeLink = (url) => url
const [readDefinition] = definitions.block.ruler.getRules('')

/**
 * Paragraphs, setext headings and the link definitions they begin with, told apart in one pass over their lines. The
 * parser's own rules take two, copy a paragraph's text, and read what follows a definition as if nothing stood before
 * it. Takes whatever no other rule took.
 */
export function paragraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const { parentType } = state
  state.parentType = 'paragraph'
  let first = startLine
  let mayDefine = charAt(state, startLine) === BRACKET
  let level = 0
  let line = startLine + 1
  for (; line < endLine && !state.isEmpty(line); line++) {
    const indent = state.sCount[line]! - state.blkIndent
    if (indent > 3) continue
    level = indent >= 0 ? underlineLevel(state, line) : 0
    if (level > 0 && mayDefine) {
      first = readDefinitions(state, startLine, line)
      mayDefine = false
    }
    // Definitions alone are no text that could be underlined.
    if (level > 0 && first < line) break
    level = 0
    // A line that continues the paragraph lazily has been tested where its container was read.
    if (state.sCount[line]! < 0 || isCodeOutside(state, line)) continue
    // Of all that may interrupt a paragraph only a table begins with a letter.
    if (isLetter(charAt(state, line)) ? table(state, line, endLine, true) : interrupts(state, line, endLine)) break
  }
  if (mayDefine) first = readDefinitions(state, startLine, line)
  state.parentType = parentType
  if (level > 0) pushHeading(state, first, line, level)
  else if (first < line) state.push('paragraph', 'p', 0).map = [first, line]
  state.line = level > 0 ? line + 1 : line
  return true
}

function interrupts(state: StateBlock, line: number, endLine: number): boolean {
  for (const rule of state.md.block.ruler.getRules('paragraph')) if (rule(state, line, endLine, true)) return true
  return false
}

/** Takes the definitions at the beginning of a paragraph and returns the line after the last one. */
function readDefinitions(state: StateBlock, startLine: number, endLine: number): number {
  const { lineMax, md } = state
  state.lineMax = endLine
  state.md = definitions
  let line = startLine
  while (line < endLine) {
    const indent = state.sCount[line]!
    // Inside a paragraph an indent means nothing.
    state.sCount[line] = Math.min(indent, state.blkIndent)
    const isDefinition = readDefinition!(state, line, endLine, false)
    state.sCount[line] = indent
    if (!isDefinition) break
    line = state.line
  }
  state.lineMax = lineMax
  state.md = md
  return line
}

/** The level of the heading that a line of `=` or `-` makes of the text before it; 0 for any other line. */
function underlineLevel(state: StateBlock, line: number): number {
  const marker = charAt(state, line)
  if (marker !== EQUALS && marker !== HYPHEN) return 0
  const end = state.skipSpaces(state.skipChars(state.bMarks[line]! + state.tShift[line]!, marker))
  if (end < state.eMarks[line]!) return 0
  return marker === EQUALS ? 1 : 2
}

function pushHeading(state: StateBlock, startLine: number, underline: number, level: number): void {
  state.push('heading_open', `h${level}`, 1).map = [startLine, underline + 1]
  const inline = state.push('inline', '', 0)
  const text = Array.from({ length: underline - startLine }, (_, index) => contentOf(state, startLine + index))
  inline.content = text.join('\n').trim()
  state.push('heading_close', `h${level}`, -1)
}

function contentOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
}

/** The first unit of a line's content, -1 where there is none. */
function charAt(state: StateBlock, line: number): number {
  const position = state.bMarks[line]! + state.tShift[line]!
  return position < state.eMarks[line]! ? state.src.charCodeAt(position) : -1
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code >= 0x80
}
