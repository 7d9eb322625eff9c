import type { StateBlock } from 'markdown-it'

const MODULE = /^(?:import|export)\b/
const ELEMENT = /^<\/?(?:[A-Z]|>)/

/** MDX: `import`/`export` statements, elements of components and `{expressions}`, each up to the next blank line. */
export function mdx(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.sCount[startLine]! - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine]! + state.tShift[startLine]!
  const text = state.src.slice(start, Math.min(state.eMarks[startLine]!, start + 16))
  const isModule = state.level === 0 && MODULE.test(text)
  if (!isModule && !ELEMENT.test(text) && text[0] !== '{') return false
  let line = startLine + 1
  while (line < endLine && !state.isEmpty(line) && state.sCount[line]! >= state.blkIndent) line++
  state.push(isModule ? 'module_block' : 'html_block', '', 0).map = [startLine, line]
  state.line = line
  return true
}
