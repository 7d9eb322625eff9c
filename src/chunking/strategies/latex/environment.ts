import type { Block, Span } from '../../../core/index.js'
import { arrange } from './arrange.js'
import { lineBlocks } from './lines.js'
import type { Node } from './node.js'
import { headerRows, readRows, rowBlocks } from './rows.js'
import { createBlock, insideEnvironment, type Scope, type Source } from './source.js'

/**
 * Makes blocks of what an environment or group holds; given by the flow of paragraphs.
 *
 * @param opened braces around the span that are being taken apart
 */
export type FlowInside = (node: Node, span: Span, scope: Scope, opened?: readonly number[]) => Iterable<Block>

/** An environment as one block; a part of a large one gets its begin and end commands again, a table also its header. */
export function environmentBlock(
  source: Source,
  node: Node,
  scope: Scope,
  strength: number,
  flowInside: FlowInside,
): Block {
  const { family, name, headings } = node
  const inner = insideEnvironment(source, scope, node)
  const kind = /\p{L}/u.test(name) ? name : 'display'
  const block = createBlock(source, { start: node.start, end: node.end }, { kind, strength, headings, scope: inner })
  const { open, close } = commandsOf(source, node)
  if (family === 'literal' || source.vocabulary.isWhole(name)) {
    block.split = () => arrange(block, lineBlocks(source, node, headings, inner))
    block.wrap = () => ({ open: `${open}\n`, close })
    return block
  }
  if (family !== 'math' && family !== 'table') {
    block.split = () => arrange(block, flowInside(node, node, inner))
    block.wrap = () => ({ open: `${open}\n`, close })
    return block
  }
  let rows: ReturnType<typeof readRows> | undefined
  const nodeBlock = (child: Node, within: number) =>
    child.kind === 'group'
      ? groupBlock(source, child, inner, within, flowInside)
      : environmentBlock(source, child, inner, within, flowInside)
  block.split = () => {
    rows ??= readRows(source, node)
    return arrange(block, rowBlocks(source, node, rows, inner, nodeBlock))
  }
  block.wrap = () => {
    rows ??= readRows(source, node)
    const header = family === 'table' ? headerRows(rows, node.bodyStart) : 0
    const repeated = header > 0 ? source.text.slice(node.bodyStart, rows[header - 1]!.end).trim() : ''
    return { open: repeated === '' ? `${open}\n` : `${open}\n${repeated}\n`, close }
  }
  return block
}

/** Braces around paragraphs or environments as one block. */
function groupBlock(source: Source, node: Node, scope: Scope, strength: number, flowInside: FlowInside): Block {
  const { headings } = node
  const block = createBlock(source, { start: node.start, end: node.end }, { kind: 'group', strength, headings, scope })
  block.split = () => arrange(block, flowInside(node, node, scope))
  block.wrap = () => ({ open: '{', close: '\n}' })
  return block
}

/** Longest begin command that is repeated with its arguments, in UTF-16 units. */
const LONGEST_BEGIN = 300

function commandsOf(source: Source, { name, start, bodyStart }: Node): { open: string; close: string } {
  if (name === '\\[') return { open: name, close: '\n\\]' }
  if (name === '$$') return { open: name, close: '\n$$' }
  const begin = source.text.slice(start, bodyStart).trimEnd()
  const open = begin.length > LONGEST_BEGIN ? `\\begin{${name}}` : begin
  return { open, close: `\n\\end{${name}}` }
}
