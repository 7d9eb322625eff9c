import { bareHtml, countDetails } from './html-roles.js'
import type { SourceLines } from './lines.js'
import { createNode, type Node } from './node.js'

/** Nodes of one container after {@link relateSiblings}. */
export interface Siblings {
  nodes: Node[]
  /** Index of the first node that waits for a `</details>` further on; the number of nodes when none does. */
  open: number
}

/** `<details>` inside `<details>` deeper than this stay as they are, so that reading level by level remains linear. */
const MAX_DETAILS = 16

/**
 * Sees what neighbours mean to each other: `<details>` up to its `</details>` becomes one node with everything between
 * as its children, and bare tags and comments right before a heading learn that they belong to it.
 *
 * @param detailsDepth how many `<details>` stand around these nodes
 */
export function relateSiblings(flat: readonly Node[], lines: SourceLines, detailsDepth = 0): Siblings {
  const grouped = groupDetails(flat, lines, detailsDepth)
  const { nodes } = grouped
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]!
    node.next = nodes[index + 1]
    if (!node.next || (node.kind !== 'html' && node.kind !== 'paragraph')) continue
    const heading = node.next.kind === 'heading' ? node.next : node.next.introduces
    if (heading && bareHtml(lines.text, lines.span(node.first, node.end)) === 'before') node.introduces = heading
  }
  return grouped
}

function groupDetails(flat: readonly Node[], lines: SourceLines, depth: number): Siblings {
  const { groups, open } = findDetails(flat, lines)
  if (groups.length === 0 || depth >= MAX_DETAILS) return { nodes: [...flat], open }
  const nodes: Node[] = []
  let openIndex = -1
  let group = 0
  for (let index = 0; index < flat.length; index++) {
    if (index === open) openIndex = nodes.length
    const { first, last } = groups[group] ?? { first: -1, last: -1 }
    if (index !== first) {
      nodes.push(flat[index]!)
      continue
    }
    nodes.push(detailsNode(flat.slice(first, last + 1), lines, depth))
    index = last
    group++
  }
  return { nodes, open: openIndex < 0 ? nodes.length : openIndex }
}

function detailsNode(members: readonly Node[], lines: SourceLines, depth: number): Node {
  const opening = members[0]!
  const closing = members.at(-1)!
  const node = createNode('details', opening.first, closing.end)
  node.children = () => {
    const { nodes } = relateSiblings(members.slice(1, -1), lines, depth + 1)
    return [
      { ...opening, kind: 'marker', opens: true, next: nodes[0] ?? closing },
      ...nodes,
      { ...closing, kind: 'marker', next: undefined },
    ]
  }
  return node
}

interface Details {
  /** Outermost pairs, in order. */
  groups: { first: number; last: number }[]
  open: number
}

function findDetails(flat: readonly Node[], lines: SourceLines): Details {
  const openers: number[] = []
  const groups: { first: number; last: number }[] = []
  for (const [index, node] of flat.entries()) {
    if (node.kind !== 'html') continue
    for (const change of countDetails(lines.text, lines.span(node.first, node.end))) {
      if (change > 0) {
        openers.push(index)
        continue
      }
      const first = openers.pop()
      if (first === undefined || first === index) continue
      while (groups.length > 0 && groups.at(-1)!.first >= first) groups.pop()
      groups.push({ first, last: index })
    }
  }
  return { groups, open: openers[0] ?? flat.length }
}
