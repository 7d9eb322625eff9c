import MarkdownIt, { type StateBlock } from 'markdown-it'
import type { BlockState } from '../block-state.js'
import { parseState } from './state.js'

/** The parser's own rule; it reads items with the rules of the state it is given. */
const [readList] = new MarkdownIt('zero').enable('list').block.ruler.getRules('')

/** Lists as the parser reads them, remembering the indent of the containers around the item being read. */
export function list(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { indents } = parseState(state)
  indents.push(state.blkIndent)
  const isList = readList!(state, startLine, endLine, silent)
  indents.pop()
  if (isList && !silent) joinToPrevious(state as BlockState)
  return isList
}

/**
 * The parser ends a list after an item without content and two blank lines, to begin another; to CommonMark the items
 * are of one list.
 */
function joinToPrevious(state: BlockState): void {
  const { siblings } = state
  const own = siblings.at(-1)!
  const previous = siblings.at(-2)
  if (previous?.type !== own.type || previous.markup !== own.markup) return
  for (let line = previous.map![1]; line < own.map![0]; line++) if (!state.isEmpty(line)) return
  previous.map![1] = own.map![1]
  for (const item of own.inner) previous.inner.push(item)
  siblings.pop()
}

/**
 * Whether a line that leaves the item being read is indented like code in the container it then belongs to. Code does
 * not interrupt a paragraph, so such a line continues it whatever it looks like.
 */
export function isCodeOutside(state: StateBlock, line: number): boolean {
  const indent = state.sCount[line]!
  if (indent >= state.blkIndent) return false
  const container = parseState(state).indents.findLast((outer) => outer <= indent)
  return container !== undefined && indent - container > 3
}
