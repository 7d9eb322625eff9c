import type { BlockToken } from './block-state.js'
import { htmlHeading } from './html-heading.js'
import type { SourceLines } from './lines.js'
import { createNode, type Node, type NodeKind } from './node.js'
import { relateSiblings } from './siblings.js'

const KINDS: Readonly<Record<string, NodeKind>> = {
  blockquote_open: 'quote',
  bullet_list_open: 'list',
  code_block: 'code',
  directive_open: 'directive',
  fence: 'fence',
  footnote_open: 'footnote',
  heading_open: 'heading',
  hr: 'rule',
  html_block: 'html',
  list_item_open: 'item',
  math_block: 'math',
  module_block: 'module',
  ordered_list_open: 'list',
  paragraph: 'paragraph',
  reference_definition: 'definition',
  table: 'table',
  text_block: 'text',
}
const CALLOUT = /^(?:[^\w[]|\d+[.)])*> ?(?=\[![\w-]+\])/

/**
 * The nodes of sibling blocks that stand on the lines `first..end`. Lines that no block claims but that are not blank
 * (the `>` of an empty line of a quote, a lone list marker, the `:::` of a container) become nodes of their own.
 *
 * @param base the document's line that is line 0 of the blocks
 */
export function readNodes(
  blocks: readonly BlockToken[],
  base: number,
  first: number,
  end: number,
  lines: SourceLines,
): Node[] {
  const nodes: Node[] = []
  let line = first
  for (const block of blocks) {
    const node = readNode(block, base, line, lines)
    if (!node) continue
    addUnclaimed(nodes, line, node.first, lines)
    nodes.push(node)
    line = node.end
  }
  addUnclaimed(nodes, line, end, lines)
  return nodes
}

function readNode(block: BlockToken, base: number, floor: number, lines: SourceLines): Node | undefined {
  const kind = KINDS[block.type]
  if (!kind || !block.map) return undefined
  const first = Math.max(floor, base + block.map[0])
  const end = lines.trimEnd(first, base + block.map[1])
  if (end <= first) return undefined
  const node = createNode(kind, first, end)
  node.markup = block.markup
  if (kind === 'math') node.closing = block.info
  if (kind === 'table') node.column = Number(block.info)
  if (kind === 'quote') {
    const mark = CALLOUT.exec(lines.line(first).slice(0, 200))
    if (mark) Object.assign(node, { kind: 'callout', column: mark[0].length })
  }
  if (kind === 'heading') {
    node.level = Number(block.tag.slice(1))
    node.title = block.inner[0]!.content
  } else if (kind === 'html') {
    Object.assign(node, htmlHeading(lines.text.slice(lines.start(first), lines.end(end - 1))))
  } else if (block.type.endsWith('_open')) {
    node.children = () => readChildren(node, block.inner, base, lines)
  }
  return node
}

function addUnclaimed(nodes: Node[], from: number, to: number, lines: SourceLines): void {
  const first = lines.skipBlank(from, to)
  if (first < to) nodes.push(createNode('marker', first, lines.trimEnd(first, to)))
}

function readChildren(node: Node, blocks: readonly BlockToken[], base: number, lines: SourceLines): readonly Node[] {
  const { nodes } = relateSiblings(readNodes(blocks, base, node.first, node.end, lines), lines)
  const first = nodes[0]
  if (first) first.opens = first.kind === 'marker' || node.kind === 'item'
  return nodes
}
