import type { Block, Span } from '../../../core/index.js'
import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { Lexer } from './lexer.js'
import type { Node } from './node.js'
import { createBlock, type Scope, type Source } from './source.js'

/** A row of a table or a line of a formula: up to its `\\` and the rules below it. */
export interface Row extends Span {
  /** What stands inside of it. */
  nodes: Node[]
  /** A rule of the table follows. */
  ruled: boolean
}

/** The rows of an environment from its begin to its end command; `\\` inside braces and inner environments do not count. */
export function readRows(source: Source, node: Node): Row[] {
  const rows: Row[] = []
  let row: Row = { start: node.start, end: node.start, nodes: [], ruled: false }
  let braces = 0
  /** After the `\\` of the current row and what belongs to it, or -1. */
  let rowEnd = -1

  const readGap = (from: number, to: number) => {
    const lexer = new Lexer(source.text, from, to, source.vocabulary)
    for (let last = from; lexer.next() !== 'eof'; last = lexer.end) {
      if (rowEnd >= 0 && skipSpace(source.text, last, lexer.start) < lexer.start) finishRow()
      if (rowEnd >= 0 && (lexer.kind === 'rule' || lexer.kind === 'comment')) {
        rowEnd = lexer.end
        row.ruled ||= lexer.kind === 'rule'
        continue
      }
      if (lexer.kind === 'blank') continue
      if (rowEnd >= 0) finishRow()
      if (lexer.kind === 'open') braces++
      else if (lexer.kind === 'close') braces = Math.max(0, braces - 1)
      else if (lexer.kind === 'break' && braces === 0) rowEnd = lexer.end
    }
    if (rowEnd >= 0 && skipSpace(source.text, Math.max(rowEnd, from), to) < to) finishRow()
  }
  const finishRow = () => {
    rows.push({ ...row, end: rowEnd })
    row = { start: rowEnd, end: rowEnd, nodes: [], ruled: false }
    rowEnd = -1
  }

  let position = node.bodyStart
  for (const child of node.children) {
    if (child.kind !== 'environment' && child.kind !== 'group') continue
    readGap(position, child.start)
    if (rowEnd >= 0) finishRow()
    row.nodes.push(child)
    position = child.end
  }
  readGap(position, node.bodyEnd)
  if (rowEnd >= 0 && skipSpace(source.text, rowEnd, node.bodyEnd) < node.bodyEnd) finishRow()
  rows.push({ ...row, end: node.end })
  return rows
}

/** Longest header that parts of a table repeat, in UTF-16 units, and how many rows it may have. */
const LONGEST_HEADER = 300
const MOST_HEADER_ROWS = 4

/** How many rows at the top are the header: up to the first rule below a row. */
export function headerRows(rows: readonly Row[], bodyStart: number): number {
  for (let count = 1; count <= MOST_HEADER_ROWS && count < rows.length; count++) {
    const { end, ruled } = rows[count - 1]!
    if (end - bodyStart > LONGEST_HEADER) return 0
    if (ruled) return count
  }
  return 0
}

const ROW = 0.3
const INSIDE_ROW = 0.1

/** Rows as blocks; one that holds environments can be split around them. */
export function rowBlocks(
  source: Source,
  node: Node,
  rows: readonly Row[],
  scope: Scope,
  nodeBlock: (node: Node, strength: number) => Block,
): Block[] {
  const blocks: Block[] = []
  const header = node.family === 'table' ? headerRows(rows, node.bodyStart) : 0
  for (const [index, row] of rows.entries()) {
    const start = skipSpace(source.text, row.start, row.end)
    const end = skipSpaceBack(source.text, start, row.end)
    if (start >= end) continue
    const kind = node.family === 'table' ? 'row' : 'line'
    const block = createBlock(source, { start, end }, options(kind, ROW))
    if (index < header) block.keepWithNext = true
    if (row.nodes.length > 0) block.split = () => rowParts({ ...row, start, end })
    blocks.push(block)
  }
  return blocks

  function rowParts(row: Row): Block[] {
    const parts: Block[] = []
    let position = row.start
    for (const child of row.nodes) {
      addText(parts, position, child.start, true)
      parts.push(nodeBlock(child, INSIDE_ROW * scope.weight))
      position = child.end
    }
    addText(parts, position, row.end, false)
    return parts
  }

  function addText(parts: Block[], from: number, to: number, keepWithNext: boolean): void {
    const start = skipSpace(source.text, from, to)
    if (start >= to) return
    const end = skipSpaceBack(source.text, start, to)
    const block = createBlock(source, { start, end }, options('formula', INSIDE_ROW))
    if (keepWithNext) block.keepWithNext = true
    parts.push(block)
  }

  function options(kind: string, strength: number) {
    return { kind, strength: strength * scope.weight, headings: node.headings, scope }
  }
}
