import type { Token } from 'markdown-it'
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

/** The tokens of one run of the parser. */
export interface Tokens {
  list: readonly Token[]
  /** Index of the closing token by index of the opening one. */
  closes: Int32Array
  /** The document's line that is line 0 of this run. */
  base: number
}

/** Pairs opening and closing tokens. */
export function indexTokens(list: readonly Token[], base: number): Tokens {
  const closes = new Int32Array(list.length)
  const open: number[] = []
  for (const [index, { nesting }] of list.entries()) {
    if (nesting > 0) open.push(index)
    else if (nesting < 0) closes[open.pop()!] = index
  }
  return { list, closes, base }
}

/**
 * The nodes between two tokens that stand on the lines `first..end`. Lines that no token claims but that are not blank
 * (the `>` of an empty line of a quote, a lone list marker, the `:::` of a container) become nodes of their own.
 */
export function readNodes(
  tokens: Tokens,
  from: number,
  to: number,
  first: number,
  end: number,
  lines: SourceLines,
): Node[] {
  const nodes: Node[] = []
  let line = first
  for (let index = from; index < to; index++) {
    const token = tokens.list[index]!
    const close = token.nesting > 0 ? tokens.closes[index]! : index
    const node = readNode(tokens, index, close, line, lines)
    index = close
    if (!node) continue
    addUnclaimed(nodes, line, node.first, lines)
    nodes.push(node)
    line = node.end
  }
  addUnclaimed(nodes, line, end, lines)
  return nodes
}

function readNode(tokens: Tokens, index: number, close: number, floor: number, lines: SourceLines): Node | undefined {
  const token = tokens.list[index]!
  const kind = KINDS[token.type]
  if (!kind || !token.map) return undefined
  const first = Math.max(floor, tokens.base + token.map[0])
  const end = lines.trimEnd(first, tokens.base + token.map[1])
  if (end <= first) return undefined
  const node = createNode(kind, first, end)
  node.markup = token.markup
  if (kind === 'math') node.closing = token.info
  if (kind === 'table') node.column = Number(token.info)
  if (kind === 'quote') {
    const mark = CALLOUT.exec(lines.line(first).slice(0, 200))
    if (mark) Object.assign(node, { kind: 'callout', column: mark[0].length })
  }
  if (kind === 'heading') {
    node.level = Number(token.tag.slice(1))
    node.title = tokens.list[index + 1]!.content
  }
  if (close > index && kind !== 'heading') {
    node.children = () => readChildren(node, tokens, index + 1, close, lines)
  }
  return node
}

function addUnclaimed(nodes: Node[], from: number, to: number, lines: SourceLines): void {
  const first = lines.skipBlank(from, to)
  if (first < to) nodes.push(createNode('marker', first, lines.trimEnd(first, to)))
}

function readChildren(node: Node, tokens: Tokens, from: number, to: number, lines: SourceLines): Node[] {
  const { nodes } = relateSiblings(readNodes(tokens, from, to, node.first, node.end, lines), lines)
  const first = nodes[0]
  if (first) first.opens = first.kind === 'marker' || node.kind === 'item'
  return nodes
}
