import type { Block, Span } from '../../../core/index.js'
import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { Lexer } from './lexer.js'
import type { Node } from './node.js'
import { createBlock, type Scope, type Source } from './source.js'

/** A row of a table or a line of a formula: up to its `\\` and the rules below it. */
export interface Row extends Span {
  /** What stands inside of it. */
  nodes: Node[]
  /** After its `\\`, before what follows that on the same row. */
  textEnd: number
  /** A rule over all columns follows. */
  ruled: boolean
  /** A rule over some columns follows. */
  partlyRuled: boolean
  /** The command at its end that closes the head or foot of a table of several pages, such as `endhead`. */
  closes: string
}

/** The rows of an environment from its begin to its end command; `\\` inside braces and inner environments do not count. */
export function readRows(source: Source, node: Node): Row[] {
  const rows: Row[] = []
  let row = emptyRow(node.start)
  let braces = 0
  /** After the `\\` of the current row and what belongs to it, or -1. */
  let rowEnd = -1

  const readGap = (from: number, to: number) => {
    const lexer = new Lexer(source, from, to)
    for (let last = from; lexer.next() !== 'eof'; last = lexer.end) {
      if (rowEnd >= 0 && skipSpace(source.text, last, lexer.start) < lexer.start) finishRow()
      if (lexer.kind === 'rule' && braces === 0) noteRule(lexer)
      if (rowEnd >= 0 && (lexer.kind === 'rule' || lexer.kind === 'comment')) {
        rowEnd = lexer.end
        if (row.closes !== '') finishRow()
        continue
      }
      if (lexer.kind === 'blank') continue
      if (rowEnd >= 0) finishRow()
      if (lexer.kind === 'open') braces++
      else if (lexer.kind === 'close') braces = Math.max(0, braces - 1)
      else if (lexer.kind === 'break' && braces === 0) rowEnd = row.textEnd = lexer.end
    }
    if (rowEnd >= 0 && skipSpace(source.text, Math.max(rowEnd, from), to) < to) finishRow()
  }
  const noteRule = ({ start, end }: Span) => {
    const command = RULE.exec(source.text.slice(start, end))![0]
    if (CLOSING.has(command)) {
      row.closes = command
      // The head or foot may be nothing but a rule.
      if (rowEnd < 0) rowEnd = row.textEnd = end
    } else if (rowEnd >= 0) {
      if (PARTIAL.has(command)) row.partlyRuled = true
      else if (command !== SPACING) row.ruled = true
    }
  }
  const finishRow = () => {
    rows.push({ ...row, end: rowEnd })
    row = emptyRow(rowEnd)
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
  rows.push({ ...row, textEnd: node.end, end: node.end })
  return rows
}

function emptyRow(at: number): Row {
  return { start: at, end: at, nodes: [], textEnd: at, ruled: false, partlyRuled: false, closes: '' }
}

/** The name of a command that draws a rule, or stands where rules do. */
const RULE = /[a-zA-Z]+/
const CLOSING: ReadonlySet<string> = new Set(['endfirsthead', 'endhead', 'endfoot', 'endlastfoot'])
const PARTIAL: ReadonlySet<string> = new Set(['cline', 'cmidrule'])
const SPACING = 'addlinespace'

const ROW = 0.3
const INSIDE_ROW = 0.1

/**
 * Rows as blocks; one that holds environments can be split around them.
 *
 * @param introducing how many rows at the top stay with the one below
 */
export function rowBlocks(
  source: Source,
  node: Node,
  rows: readonly Row[],
  scope: Scope,
  introducing: number,
  nodeBlock: (node: Node, strength: number) => Block,
): Block[] {
  const blocks: Block[] = []
  for (const [index, row] of rows.entries()) {
    const start = skipSpace(source.text, row.start, row.end)
    const end = skipSpaceBack(source.text, start, row.end)
    if (start >= end) continue
    const kind = node.family === 'table' ? 'row' : 'line'
    const block = createBlock(source, { start, end }, options(kind, ROW))
    if (index < introducing) block.keepWithNext = true
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
