import type { Block, ContextPart } from '../../../core/index.js'
import { proseBlocks } from '../../prose.js'
import { htmlBlocks } from './html-blocks.js'
import type { SourceLines } from './lines.js'
import { mathEnvironment } from './math-body.js'
import type { Node } from './node.js'
import { CODE_LINE, CODE_PARAGRAPH, ROW, SENTENCE } from './strength.js'
import { closingFence } from './wrappers.js'

/** What the parts of a leaf are made with. */
export interface LeafOptions {
  /** Of a cut before the leaf. */
  strength: number
  context: readonly ContextPart[]
  splitCodeBlocks: boolean
}

/** The parts of a node that holds no further nodes: rows of a table, lines of code, sentences of prose. */
export function splitLeaf(node: Node, lines: SourceLines, options: LeafOptions): Iterable<Block> {
  switch (node.kind) {
    case 'table':
      return rows(node, lines, options)
    case 'code':
    case 'fence':
      return options.splitCodeBlocks ? codeLines(node, lines, options) : [whole(node, lines, options)]
    case 'math':
      return mathLines(node, lines, options)
    case 'html':
    case 'module':
      return htmlBlocks(node.first, node.end, lines, options)
    default:
      return sentences(node.first, node.end, lines, options)
  }
}

function sentences(
  first: number,
  end: number,
  lines: SourceLines,
  { strength, context }: LeafOptions,
): Iterable<Block> {
  return proseBlocks(lines.text, lines.span(first, end), { context, strength: strength * SENTENCE })
}

/** The header with its delimiter row, then row by row. */
function* rows(node: Node, lines: SourceLines, options: LeafOptions): Generator<Block> {
  const strength = options.strength * ROW
  yield { ...part(node.first, node.first + 2, 'header', lines, options), strength, keepWithNext: true }
  for (let line = node.first + 2; line < node.end; line++) {
    yield { ...part(line, line + 1, 'row', lines, options), strength }
  }
}

/** Lines; a cut is better after a blank one. The lines of a fence's own stay with what they enclose. */
function* codeLines(node: Node, lines: SourceLines, options: LeafOptions): Generator<Block> {
  const isFence = node.kind === 'fence'
  const closing = isFence && closingFence(node, lines) !== undefined ? node.end - 1 : node.end
  for (let line = node.first; line < node.end; line++) {
    if (lines.isBlank(line)) continue
    const share = line === closing ? 0 : lines.isBlank(line - 1) ? CODE_PARAGRAPH : CODE_LINE
    const keepWithNext = isFence && line === node.first
    yield { ...part(line, line + 1, 'line', lines, options), strength: options.strength * share, keepWithNext }
  }
}

function* mathLines(node: Node, lines: SourceLines, options: LeafOptions): Generator<Block> {
  const strength = options.strength * CODE_LINE
  const environment = mathEnvironment(node, lines)
  const closing = environment?.endLine ?? node.end - 1
  for (let line = node.first; line < node.end; line++) {
    if (lines.isBlank(line)) continue
    const opens = environment
      ? line <= environment.beginLine
      : line === node.first && lines.line(line).trimEnd().endsWith(node.markup)
    const isEdge = line > node.first && (line >= closing || line === environment?.beginLine)
    yield { ...part(line, line + 1, 'line', lines, options), strength: isEdge ? 0 : strength, keepWithNext: opens }
  }
}

/** The whole block as a part of itself that has no parts: what is cut in it is flagged. */
function whole(node: Node, lines: SourceLines, options: LeafOptions): Block {
  return part(node.first, node.end, node.kind, lines, options)
}

function part(first: number, end: number, kind: string, lines: SourceLines, { strength, context }: LeafOptions): Block {
  return { span: lines.span(first, end), kind, strength, ...(context.length > 0 && { context }) }
}
