import { type CallOptions, throwIfAborted } from '../../../core/index.js'
import type { SourceLines } from './lines.js'
import type { Node } from './node.js'
import { parseBlocks } from './parser.js'
import { readNodes } from './read-nodes.js'
import { relateSiblings, type Siblings } from './siblings.js'

/** Units parsed at a time: enough to be fast, and little enough that a huge document never exists as tokens at once. */
const WINDOW = 1 << 18
/** For a block that does not fit into a window; so much that few blocks need a third attempt. */
const LARGER = 64

/**
 * The nodes at the top level of a document, window by window. Nothing but its own lines decides how a top-level block
 * is read, so the last block of a window, which may be incomplete, is read again at the beginning of the next one. Of a
 * list longer than a window the complete items are taken; for any other such block the window is made much
 * larger, so that what is read twice stays a small share.
 */
export function* readDocument(lines: SourceLines, format: 'markdown' | 'mdx', call: CallOptions): Generator<Node> {
  let size = WINDOW
  let continues = false
  for (let first = 0; first < lines.count; ) {
    throwIfAborted(call.signal)
    const end = lines.after(first, size)
    const { nodes, open } = readWindow(lines, first, end, format)
    if (continues && nodes[0]?.kind === 'list') nodes[0].continues = true
    continues = false
    if (end >= lines.count) return yield* nodes
    const complete = Math.min(open, nodes.length - 1)
    for (let index = 0; index < complete; index++) yield nodes[index]!
    const items = complete === 0 ? completeItems(nodes[0]!) : undefined
    if (items) yield items
    continues = items !== undefined
    size = complete === 0 && !items ? size * LARGER : WINDOW
    first = items?.end ?? nodes[Math.max(0, complete)]?.first ?? end
  }
}

/** A list without its last item, which may be incomplete; undefined for other nodes and lists of one item. */
function completeItems(list: Node): Node | undefined {
  const items = list.kind === 'list' ? list.children!() : []
  if (items.length < 2) return undefined
  items.at(-2)!.next = undefined
  return { ...list, end: items.at(-1)!.first, children: () => items.slice(0, -1) }
}

function readWindow(lines: SourceLines, first: number, end: number, format: 'markdown' | 'mdx'): Siblings {
  const blocks = parseBlocks(lines, first, end, format)
  return relateSiblings(readNodes(blocks, first, first, end, lines), lines)
}
