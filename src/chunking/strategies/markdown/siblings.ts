import { findHtmlGroups, type HtmlGroup } from './html-groups.js'
import { bareHtml } from './html-roles.js'
import type { SourceLines } from './lines.js'
import { createNode, type Node, type NodeKind } from './node.js'

/** Nodes of one container after {@link relateSiblings}. */
export interface Siblings {
  nodes: readonly Node[]
  /** Index of the first node that waits for an end tag further on; the number of nodes when none does. */
  open: number
}

/** Elements nested deeper than this stay as they are, so that reading level by level remains linear. */
const MAX_DEPTH = 16
/** In a table that holds nothing else, rows are found by their tags. Of fences and the like the blocks stay. */
const OF_LINES: ReadonlySet<NodeKind> = new Set(['html', 'code', 'paragraph'])

/**
 * Sees what neighbours mean to each other: an element of HTML that blank lines have divided becomes one node again, with
 * everything between its tags as its children, and bare tags and comments right before a heading learn that they belong
 * to it.
 *
 * @param depth how many elements stand around these nodes
 */
export function relateSiblings(flat: readonly Node[], lines: SourceLines, depth = 0): Siblings {
  const grouped = groupHtml(flat, lines, depth)
  const { nodes } = grouped
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]!
    node.next = nodes[index + 1]
    if (!node.next || (node.kind !== 'html' && node.kind !== 'paragraph')) continue
    const heading = node.next.level > 0 ? node.next : node.next.introduces
    if (heading && bareHtml(lines.text, lines.span(node.first, node.end)) === 'before') node.introduces = heading
  }
  return grouped
}

function groupHtml(flat: readonly Node[], lines: SourceLines, depth: number): Siblings {
  const { groups, open } = findHtmlGroups(flat, lines)
  if (groups.length === 0 || depth >= MAX_DEPTH) return { nodes: flat, open }
  const nodes: Node[] = []
  let openIndex = -1
  let group = 0
  for (let index = 0; index < flat.length; index++) {
    if (index === open) openIndex = nodes.length
    const next = groups[group]
    if (index !== next?.first) {
      nodes.push(flat[index]!)
      continue
    }
    nodes.push(groupNode(next, flat, lines, depth))
    index = next.last
    group++
  }
  return { nodes, open: openIndex < 0 ? nodes.length : openIndex }
}

function groupNode(
  { first, last, name, isTable }: HtmlGroup,
  flat: readonly Node[],
  lines: SourceLines,
  depth: number,
) {
  const opening = flat[first]!
  const closing = flat[last]!
  const members = flat.slice(first + 1, last)
  if (isTable && members.every(({ kind }) => OF_LINES.has(kind))) return createNode('html', opening.first, closing.end)
  const node = createNode('element', opening.first, closing.end)
  node.markup = name
  node.children = () => {
    const { nodes } = relateSiblings(members, lines, depth + 1)
    return [
      { ...opening, kind: 'marker', opens: true, next: nodes[0] ?? closing },
      ...nodes,
      { ...closing, kind: 'marker', next: undefined },
    ]
  }
  return node
}
