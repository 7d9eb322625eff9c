import type { StateBlock } from 'markdown-it'

/** Levels of nesting (a list and its item are two) that are read as structure; what lies deeper is text. */
export const MAX_LEVEL = 64

/**
 * Takes the whole content of a container that is nested too deeply as one piece of text. The parser's own limit would
 * give up the rest of the document instead.
 */
export function depth(state: StateBlock, startLine: number, endLine: number): boolean {
  if (state.level < MAX_LEVEL) return false
  let line = startLine + 1
  while (line < endLine && (state.isEmpty(line) || state.sCount[line]! >= state.blkIndent)) line++
  state.push('text_block', '', 0).map = [startLine, line]
  state.line = line
  return true
}
