import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { afterLineBreak, CLOSE_BRACE, isBlank, isLineEnd, lineEnd, PERCENT, skipBlanks } from './characters.js'
import type { Heading, Node } from './node.js'

/** Part of a document or environment: the nodes `from..to` of a list and the text around them. */
export interface Range {
  start: number
  end: number
  /** What is between the begin and end commands that belong to the range; all of it where there are none. */
  bodyStart: number
  bodyEnd: number
  nodes: readonly Node[]
  from: number
  to: number
  headings: readonly Heading[]
  /** Braces around the range that are being taken apart. */
  opened: readonly number[]
}

/** A node or a run of text between nodes, visible at both ends. */
export interface Piece {
  start: number
  end: number
  /** Absent for text. */
  node?: Node
  /** For an item: what belongs to it. */
  range?: Range
  headings: readonly Heading[]
  /** An empty line stands before it. */
  separate: boolean
}

/** The pieces of a range in order; empty lines only show in what follows them. */
export function piecesOf(text: string, range: Range): Piece[] {
  const pieces: Piece[] = []
  let position = range.start
  let { headings } = range
  let separate = false
  for (let index = range.from; index < range.to; index++) {
    const node = range.nodes[index]!
    const start = node.kind === 'section' ? headingStart(text, position, node.start) : node.start
    const before = textPiece(text, position, start, headings, separate)
    if (before) {
      pieces.push(before)
      separate = false
    }
    position = node.end
    if (node.kind === 'blank') {
      separate = true
      // The command `\par` is text of the paragraph it begins.
      if (skipSpace(text, node.start, node.end) < node.end) position = node.start
      continue
    }
    if (node.kind === 'item') {
      const next = itemEnd(range.nodes, index + 1, range.to)
      const limit = next < range.to ? range.nodes[next]!.start : range.end
      const end = skipSpaceBack(text, node.start, limit)
      const bounds = { start: node.start, bodyStart: node.start, end, bodyEnd: range.bodyEnd }
      const item = { ...bounds, nodes: range.nodes, from: index + 1, to: next, headings, opened: range.opened }
      pieces.push({ start: node.start, end, node, range: item, headings, separate })
      if (next > index + 1) headings = range.nodes[next - 1]!.headingsAfter
      position = limit
      index = next - 1
    } else {
      const next = index + 1 < range.to ? range.nodes[index + 1]!.start : range.end
      if (node.kind === 'section') position = headingEnd(text, start, node, next)
      pieces.push({ start, end: position, node, headings: node.headings, separate })
      headings = node.headingsAfter
    }
    separate = false
  }
  const last = textPiece(text, position, range.end, headings, separate)
  if (last) pieces.push(last)
  return pieces
}

function textPiece(
  text: string,
  from: number,
  to: number,
  headings: readonly Heading[],
  separate: boolean,
): Piece | undefined {
  const start = skipSpace(text, from, to)
  if (start >= to) return undefined
  return { start, end: skipSpaceBack(text, start, to), headings, separate }
}

function itemEnd(nodes: readonly Node[], from: number, to: number): number {
  let index = from
  while (
    index < to &&
    nodes[index]!.kind !== 'item' &&
    nodes[index]!.kind !== 'section' &&
    nodes[index]!.kind !== 'border'
  ) {
    index++
  }
  return index
}

const LABEL = /[ \t]*(?:\r\n?|\n)?[ \t]*\\(?:label|index)[ \t]*\{[^{}\n]{0,200}\}%?/y

/** After the labels that follow a sectioning command: they name the section. */
function headingEnd(text: string, start: number, node: Node, limit: number): number {
  let end = node.end
  for (;;) {
    LABEL.lastIndex = end
    const found = LABEL.exec(text)
    if (!found || LABEL.lastIndex > limit) break
    end = LABEL.lastIndex
  }
  const closesAnchor = text.startsWith(ANCHOR, start) && text.charCodeAt(end) === CLOSE_BRACE && end < limit
  return closesAnchor ? end + 1 : end
}

const ANCHOR = '\\hypertarget'
const ANCHOR_BEFORE = /\\hypertarget\{[^{}]{0,200}\}\{%?\s{0,20}$/
const LONGEST_ANCHOR = 240

/** Where a heading begins: with the comment lines above it, or with the link target put around it. */
function headingStart(text: string, floor: number, at: number): number {
  const before = text.slice(Math.max(floor, at - LONGEST_ANCHOR), at)
  const anchor = ANCHOR_BEFORE.exec(before)
  return anchor ? at - before.length + anchor.index : commentsAbove(text, floor, at)
}

/** Where the comment lines right above `at` begin; `at` when there are none. */
export function commentsAbove(text: string, floor: number, at: number): number {
  let start = at
  for (let end = skipSpaceBack(text, floor, at); end > floor; ) {
    let line = end
    while (line > floor && !isLineEnd(text.charCodeAt(line - 1))) line--
    const visible = skipBlanks(text, line, end)
    const beginsLine = line > floor || lineStart(text, line, 0) >= 0
    if (text.charCodeAt(visible) !== PERCENT || !beginsLine) break
    start = visible
    end = skipSpaceBack(text, floor, line)
  }
  return start
}

/** The start of the line of `at` when only blanks stand before it, or -1. */
export function lineStart(text: string, at: number, floor: number): number {
  let start = at
  while (start > floor && isBlank(text.charCodeAt(start - 1))) start--
  return start === floor || isLineEnd(text.charCodeAt(start - 1)) ? start : -1
}

/** Whether a text is nothing but comments. */
export function isComment(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at = skipSpace(text, afterLineBreak(text, lineEnd(text, at, end)), end)) {
    if (text.charCodeAt(at) !== PERCENT) return false
  }
  return true
}
