import type { Block } from '../../../core/index.js'
import type { SourceLines } from './lines.js'
import type { Node } from './node.js'

type Wrapper = ReturnType<NonNullable<Block['wrap']>>

/** What opens and closes the parts of a node of this kind; undefined for kinds whose parts need nothing. */
export function wrapperOf(node: Node, lines: SourceLines): (() => Wrapper) | undefined {
  const make = WRAPPERS[node.kind]
  return make && (() => make(node, lines))
}

const WRAPPERS: { [kind in Node['kind']]?: (node: Node, lines: SourceLines) => Wrapper } = {
  callout: callout,
  directive: directive,
  element: element,
  fence: fence,
  footnote: footnote,
  math: math,
  table: table,
}

/** The fence's own first line, and its last one if it is closed. */
function fence(node: Node, lines: SourceLines): Wrapper {
  const { indent, content, lineBreak } = firstLine(node, lines, node.markup)
  return { open: indent + content + lineBreak, close: lineBreak + (closingFence(node, lines) ?? indent + node.markup) }
}

/** The line that closes a fence; undefined for one that ends with its container. */
export function closingFence(node: Node, lines: SourceLines): string | undefined {
  if (node.end - node.first < 2) return undefined
  const line = lines.line(node.end - 1).trimEnd()
  const marks = line.slice(line.lastIndexOf(' ') + 1).replace(/^[>\t]+/, '')
  const closes = marks.length >= node.markup.length && marks === node.markup[0]!.repeat(marks.length)
  return closes ? line : undefined
}

function math(node: Node, lines: SourceLines): Wrapper {
  const { indent, lineBreak } = firstLine(node, lines, node.markup)
  return { open: indent + node.markup + lineBreak, close: lineBreak + indent + node.closing }
}

/** Longer headers are shown without the padding that aligns their columns. */
const WIDE_HEADER = 200

/** Header row and delimiter row. */
function table(node: Node, lines: SourceLines): Wrapper {
  const { indent, content, lineBreak } = firstLine(node, lines, node.column)
  const delimiters = lines.line(node.first + 1).trimEnd()
  const open = indent + content + lineBreak + delimiters + lineBreak
  if (open.length <= WIDE_HEADER) return { open, close: '' }
  const before = /^[>\s]*/.exec(delimiters)![0]
  const narrow = delimiters.slice(before.length).replace(/-{4,}/g, '---')
  return { open: indent + squeeze(content) + lineBreak + before + squeeze(narrow) + lineBreak, close: '' }
}

function squeeze(row: string): string {
  return row.replace(/[ \t]+/g, ' ')
}

function callout(node: Node, lines: SourceLines): Wrapper {
  const { indent, content, lineBreak } = firstLine(node, lines, node.column)
  return { open: indent + content.slice(0, content.indexOf(']') + 1) + lineBreak, close: '' }
}

function directive(node: Node, lines: SourceLines): Wrapper {
  const { indent, content, lineBreak } = firstLine(node, lines, ':::')
  const colons = /^:+/.exec(content)?.[0] ?? ':::'
  return { open: indent + content + lineBreak, close: lineBreak + indent + colons }
}

/** The label; what follows it may begin anywhere on the line. */
function footnote(node: Node, lines: SourceLines): Wrapper {
  const { indent, content } = firstLine(node, lines, '[^')
  return { open: `${indent + content.slice(0, content.indexOf(']:') + 2)} `, close: '' }
}

const SUMMARY = /(?:[>\s]*<summary(?=[\s>])[^<>]*>[\s\S]*?<\/summary\s*>)?/.source
const CELL_WITH_TEXT = /<td(?=[\s>])[^<>]*>[>\s]*[^<>\s]/i
/** A longer opening is not shown again: the tag alone has to do. */
const LONGEST_OPENING = 400

/** The tag, of `<details>` with its summary. The blank lines make what stands between them Markdown again. */
function element(node: Node, lines: SourceLines): Wrapper {
  const { indent, lineBreak } = firstLine(node, lines, '<')
  const blank = indent.trimEnd() + lineBreak
  const { opening, closing } = (node.markup === 'table' && cellEdges(node, lines)) || {
    opening: openingTag(node, lines),
    closing: `</${node.markup}>`,
  }
  return { open: indent + opening + lineBreak + blank, close: lineBreak + blank + indent + closing }
}

function openingTag(node: Node, lines: SourceLines): string {
  const start = lines.start(node.first)
  const source = lines.text.slice(start, Math.min(lines.end(node.end - 1), start + LONGEST_OPENING))
  return new RegExp(`<${node.markup}(?=[\\s>])[^<>]*>${SUMMARY}`, 'i').exec(source)?.[0] ?? `<${node.markup}>`
}

/** Markdown in a table stands in its cells: all tags before the first and after the last, its header among them. */
function cellEdges(node: Node, lines: SourceLines): { opening: string; closing: string } | undefined {
  const parts = node.children!()
  const [opening, closing] = [parts[0]!, parts.at(-1)!].map(({ first, end }) => {
    const { start, end: to } = lines.span(first, end)
    return lines.text.slice(lines.text.indexOf('<', start), to)
  }) as [string, string]
  const isBare = opening.length + closing.length <= LONGEST_OPENING && !CELL_WITH_TEXT.test(opening)
  return isBare && /^(?:[>\s]*<\/[^<>]*>)+$/.test(closing) ? { opening, closing } : undefined
}

/**
 * A node's first line in two: what stands before the node, as a later line of it would have it (quote marks stay, list
 * markers become spaces), and the node's own text.
 *
 * @param from where the node's text begins, or what it begins with
 */
function firstLine(node: Node, lines: SourceLines, from: number | string) {
  const line = lines.line(node.first)
  const at = typeof from === 'number' ? from : Math.max(0, line.indexOf(from))
  return {
    indent: line.slice(0, at).replace(/[^>\t ]/g, ' '),
    content: line.slice(at).trimEnd(),
    lineBreak: lines.lineBreak(node.first),
  }
}
