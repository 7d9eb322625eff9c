import type { Block } from '../../../core/index.js'
import type { SourceLines } from './lines.js'
import { mathEnvironment, mathOpening } from './math-body.js'
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
  item: item,
  math: math,
  table: table,
}

/** A longer opening would, with what closes it, take more than half of the smallest limit that keeps formats whole, 64. */
const LONGEST_FENCE = 26

/** The fence's own first line, with no more than the language where it is long, and its last one if it is closed. */
function fence(node: Node, lines: SourceLines): Wrapper {
  const { indent, content, lineBreak } = firstLine(node, lines, node.markup)
  const opening = fenceOpening(content, node.markup)
  return { open: indent + opening + lineBreak, close: lineBreak + (closingFence(node, lines) ?? indent + node.markup) }
}

function fenceOpening(content: string, marks: string): string {
  if (content.length <= LONGEST_FENCE) return content
  const language = /^\s*\S*/.exec(content.slice(marks.length, marks.length + LONGEST_FENCE + 1))![0]
  return marks.length + language.length <= LONGEST_FENCE ? marks + language : marks
}

/** The line that closes a fence; undefined for one that ends with its container. */
export function closingFence(node: Node, lines: SourceLines): string | undefined {
  if (node.end - node.first < 2) return undefined
  const line = lines.line(node.end - 1).trimEnd()
  const marks = line.slice(line.lastIndexOf(' ') + 1).replace(/^[>\t]+/, '')
  const closes = marks.length >= node.markup.length && marks === node.markup[0]!.repeat(marks.length)
  return closes ? line : undefined
}

const ITEM = /^([>\s]*)([-+*]|\d{1,9}[.)])(?=\s|$)/
const ITEM_IN_ITEM = /^\s+(?:[-+*]|\d{1,9}[.)])(?:\s|$)/
const NOTHING: Wrapper = { open: '', close: '' }

/**
 * The marker on a line of its own, so that the indent of what stands in the item is no code. An item of one paragraph
 * needs none: its parts begin inside of lines.
 */
function item(node: Node, lines: SourceLines): Wrapper {
  const line = lines.line(node.first)
  const [marked, indent, marker] = ITEM.exec(line) ?? []
  if (marked === undefined || ITEM_IN_ITEM.test(line.slice(marked.length))) return NOTHING
  return node.children!().length > 1 ? { open: indent! + marker + lines.lineBreak(node.first), close: '' } : NOTHING
}

/** The delimiters, and the environment between them that encloses all the rest. */
function math(node: Node, lines: SourceLines): Wrapper {
  const { indent, lineBreak } = firstLine(node, lines, node.markup)
  const environment = mathEnvironment(node, lines)
  const opening = [mathOpening(node, lines), ...(environment ? [environment.begin] : [])]
  const closing = [...(environment ? [environment.end] : []), node.closing]
  return {
    open: opening.map((line) => indent + line + lineBreak).join(''),
    close: closing.map((line) => lineBreak + indent + line).join(''),
  }
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

/** A longer title is text. */
const LONGEST_TITLE = 80

/** The mark, with its title. */
function callout(node: Node, lines: SourceLines): Wrapper {
  const { indent, content, lineBreak } = firstLine(node, lines, node.column)
  const shown = content.length <= LONGEST_TITLE ? content : content.slice(0, content.indexOf(']') + 1)
  return { open: indent + shown + lineBreak, close: '' }
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
