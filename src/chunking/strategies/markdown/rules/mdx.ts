import MarkdownIt, { type StateBlock } from 'markdown-it'
import { CodeNesting } from './code-nesting.js'
import { parseState } from './state.js'

const [readFence] = new MarkdownIt('zero').enable('fence').block.ruler.getRules('')

const MODULE = /^(?:import|export)\b/
const ELEMENT = /^<\/?(?:[A-Z]|>|(?:div|section)[\s/>])/
/** No longer code is taken for one block past a blank line, in units. */
const LONGEST = 1 << 16
/** So many units of a window are read in vain; what is not closed then ends with its blank line. */
const MOST_VAIN = 1 << 20

/**
 * MDX: `import`/`export` statements, tags of components and `{expressions}` on lines of their own. A statement goes on
 * over blank lines while a bracket is open; tags and expressions end with the line that closes them, so that what
 * stands between tags is Markdown. A line of a tag and text is a paragraph.
 */
export function mdx(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! < state.blkIndent) return false
  const start = contentOf(state, startLine)
  const text = state.src.slice(start, Math.min(state.eMarks[startLine]!, start + 16))
  const isModule = state.level === 0 && MODULE.test(text)
  if (!isModule && !ELEMENT.test(`${text}\n`) && text[0] !== '{') return false
  if (isModule && silent) return false
  const end = isModule ? moduleEnd(state, startLine, endLine) : tagsEnd(state, startLine, endLine)
  if (end === undefined) return false
  if (silent) return true
  state.push(isModule ? 'module_block' : 'html_block', '', 0).map = [startLine, end]
  state.line = end
  return true
}

/** Fences: what stands in elements is indented like them, and indented code does not exist. */
export function indentedFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { blkIndent } = state
  if (state.sCount[startLine]! - blkIndent > 3) state.blkIndent = state.sCount[startLine]!
  const isFence = readFence!(state, startLine, endLine, silent)
  state.blkIndent = blkIndent
  return isFence
}

/** The next blank line outside of brackets; the next one where brackets stay open. */
function moduleEnd(state: StateBlock, startLine: number, endLine: number): number {
  const nesting = new CodeNesting()
  const read = (line: number) => nesting.read(state.src, contentOf(state, line), state.eMarks[line]!)
  let blank = startLine
  for (; blank < endLine && !state.isEmpty(blank); blank++) read(blank)
  const search = new Search(state, startLine, endLine)
  let line = blank
  for (; search.reaches(line) && !(nesting.isOutside && state.isEmpty(line)); line++) read(line)
  return nesting.isOutside || search.isTruncated(line) ? line : search.failed(line, blank)
}

/** The line after tags and expressions that have their lines for themselves; undefined where other text stands there. */
function tagsEnd(state: StateBlock, startLine: number, endLine: number): number | undefined {
  const { src } = state
  const search = new Search(state, startLine, endLine)
  let nesting = new CodeNesting()
  let isTag: boolean | undefined
  let line = startLine
  for (; search.reaches(line); line++) {
    if (isTag && nesting.isOutside && state.isEmpty(line)) return search.failed(line, undefined)
    const end = state.eMarks[line]!
    for (let at = contentOf(state, line); at < end; ) {
      if (isTag === undefined) {
        at = state.skipSpaces(at)
        if (at >= end) break
        if (src[at] !== '<' && src[at] !== '{') return undefined
        isTag = src[at] === '<'
        nesting = new CodeNesting()
        // The brace itself opens what has to be closed.
        if (!isTag) nesting.read(src, at, at + 1)
        at++
      }
      at = nesting.read(src, at, end, (unit) => !isTag || unit === '>')
      if (isTag ? at < end : nesting.isOutside) {
        if (isTag) at++
        isTag = undefined
      }
    }
    if (isTag === undefined) return line + 1
  }
  return search.isTruncated(line) ? line : search.failed(line, undefined)
}

/** A search for what closes, over the lines of one container. */
class Search {
  readonly #state: StateBlock
  readonly #startLine: number
  readonly #endLine: number
  readonly #limit: number

  constructor(state: StateBlock, startLine: number, endLine: number) {
    this.#state = state
    this.#startLine = startLine
    this.#endLine = endLine
    this.#limit = state.bMarks[startLine]! + (parseState(state).vain < MOST_VAIN ? LONGEST : 0)
  }

  /** The first line is always read. */
  reaches(line: number): boolean {
    const state = this.#state
    if (line === this.#startLine) return true
    if (line >= this.#endLine || state.bMarks[line]! > this.#limit) return false
    return state.isEmpty(line) || state.sCount[line]! >= state.blkIndent
  }

  /** The text goes on after the window, whose last block is read again. */
  isTruncated(line: number): boolean {
    const state = this.#state
    return parseState(state).truncated && state.level === 0 && line >= state.lineMax
  }

  /** Remembers how much was read in vain. */
  failed<T>(line: number, result: T): T {
    const state = this.#state
    parseState(state).vain += state.bMarks[line]! - state.bMarks[this.#startLine]!
    return result
  }
}

function contentOf(state: StateBlock, line: number): number {
  return state.bMarks[line]! + state.tShift[line]!
}
