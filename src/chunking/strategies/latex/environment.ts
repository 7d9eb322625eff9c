import type { Block, Span } from '../../../core/index.js'
import { arrange } from './arrange.js'
import { lineBlocks } from './lines.js'
import { END_OF_CONDITIONAL } from './lookahead.js'
import { HIDING, isCommand } from './names.js'
import type { Node } from './node.js'
import { readRows, rowBlocks } from './rows.js'
import { createBlock, insideEnvironment, type Scope, type Source } from './source.js'
import { tableHeader } from './table-header.js'

/**
 * Makes blocks of what an environment or group holds; given by the flow of paragraphs.
 *
 * @param opened braces around the span that are being taken apart
 */
export type FlowInside = (node: Node, span: Span, scope: Scope, opened?: readonly number[]) => Block[]

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
  const kind = isCommand(name) ? 'display' : name
  const block = createBlock(source, { start: node.start, end: node.end }, { kind, strength, headings, scope: inner })
  if (family === 'literal' || source.vocabulary.isWhole(name)) {
    block.split = () => arrange(block, lineBlocks(source, node, headings, inner))
    block.wrap = () => commandsOf(source, node)
  } else if (family === 'math' || family === 'table') addRows(source, node, inner, block, flowInside)
  else {
    block.split = () => arrange(block, flowInside(node, node, inner))
    block.wrap = () => commandsOf(source, node)
  }
  return block
}

function addRows(source: Source, node: Node, inner: Scope, block: Block, flowInside: FlowInside): void {
  const commands = () => commandsOf(source, node)
  block.wrap = commands
  block.split = () => {
    const rows = readRows(source, node)
    const header = tableHeader(source.text, node, rows)
    const parts = rowBlocks(source, node, rows, inner, header.rows, (child, strength) =>
      child.kind === 'group'
        ? groupBlock(source, child, inner, strength, flowInside)
        : environmentBlock(source, child, inner, strength, flowInside),
    )
    if (header.text === '') return arrange(block, parts)
    // A level of its own: where there is no room for the header, a part still gets the commands of the environment.
    const headed: Block = { ...block, split: () => arrange(block, parts) }
    headed.wrap = (outermost) => (outermost ? commands() : { open: `${header.text}\n`, close: '' })
    return [headed]
  }
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

function commandsOf(source: Source, node: Node): { open: string; close: string } {
  return { open: `${beginOf(source, node)}\n`, close: `\n${endOf(node)}` }
}

function beginOf(source: Source, { name, start, bodyStart, braced }: Node): string {
  if (isCommand(name)) return name
  const begin = source.text.slice(start, bodyStart).trimEnd()
  if (begin.length <= LONGEST_BEGIN) return begin
  return braced ? `\\${name}{` : `\\begin{${name}}`
}

function endOf({ name, braced }: Node): string {
  if (name === HIDING) return END_OF_CONDITIONAL
  if (name === '\\[') return '\\]'
  if (braced) return '}'
  return name === '$$' ? name : `\\end{${name}}`
}
