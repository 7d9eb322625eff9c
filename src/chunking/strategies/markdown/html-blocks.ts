import type { Block, ContextPart } from '../../../core/index.js'
import { proseBlocks } from '../../prose.js'
import { type HtmlElement, type HtmlPart, isRaw, readHtml } from './html-elements.js'
import type { SourceLines } from './lines.js'
import { CODE_LINE, ROW, SENTENCE } from './strength.js'

/** Longer heads of tables and summaries are not shown again with each part. */
const LONGEST_HEAD = 200
/** Each level of nesting reads its lines once more; what is nested deeper is cut as rows are. */
const MOST_LEVELS = 12
/** Cut inside only for want of anything better, and flagged. */
const ATOMS: ReadonlySet<string> = new Set(['li', 'tr', 'td', 'th'])

/** A line that begins with an end tag. */
const END_TAG = /^[>\s]*<\//
/** What stands right behind `<pre>` and goes on to its end. */
const CODE_TAG = /^[>\s]*<(code|samp|kbd)(?=[\s>])[^<>]*>/i
const LONGEST_CODE_TAG = 300

const ROWS = /<(?:table|tr|td|th|ul|ol|li)[\s>]/i

/** Where HTML stands that is to be cut. */
export interface HtmlPlace {
  /** Of a cut before the whole. */
  strength: number
  context: readonly ContextPart[]
  /** How many elements of several lines stand around it. */
  level?: number
}

/**
 * Lines of HTML or MDX. A table, list or `<details>` on lines of its own is one block and divides into its rows or items,
 * each part with its tags around it; a line of anything else that is too long is text with tags in it.
 */
export function* htmlBlocks(first: number, end: number, lines: SourceLines, place: HtmlPlace): Generator<Block> {
  for (const part of readHtml(first, end, lines)) {
    if (part.name !== undefined) yield elementBlock(part, lines, place)
    else if (!lines.isBlank(part.first)) yield lineBlock(part.first, lines, place)
  }
}

function lineBlock(line: number, lines: SourceLines, place: HtmlPlace): Block {
  const { context } = place
  const isEnd = END_TAG.test(lines.line(line).slice(0, 100))
  const strength = isEnd ? 0 : place.strength * CODE_LINE
  const span = lines.span(line, line + 1)
  const whole = { ...block(line, line + 1, 'line', lines, place), strength }
  // Several rows or items on one line cannot be told apart by lines: a cut among them is flagged.
  if (ROWS.test(lines.line(line))) return whole
  const split = () => proseBlocks(lines.text, span, { context, strength: strength * SENTENCE })
  return { ...whole, split }
}

function elementBlock(element: HtmlElement, lines: SourceLines, place: HtmlPlace): Block {
  const level = (place.level ?? 0) + 1
  const strength = place.strength * ROW
  const whole = { ...block(element.first, element.end, element.name, lines, place), strength }
  if (isRaw(element.name)) {
    const split = () => rawLines(element, lines, { ...place, strength })
    return { ...whole, wrap: () => rawWrapper(element, lines), split }
  }
  const inner = readHtml(element.opened + 1, innerEnd(element), lines)
  const head = headEnd(element, inner, lines)
  const wrapped = { ...whole, wrap: () => wrapper(element, head, lines) }
  const holdsElements = inner.some(({ name }) => name !== undefined)
  if (level > MOST_LEVELS || (ATOMS.has(element.name) && !holdsElements)) return wrapped
  return { ...wrapped, split: () => contents(element, head, lines, { ...place, strength, level }) }
}

function* contents(element: HtmlElement, head: number, lines: SourceLines, place: HtmlPlace): Generator<Block> {
  yield { ...block(element.first, head, 'header', lines, place), keepWithNext: true }
  const end = innerEnd(element)
  if (head < end) yield* htmlBlocks(head, end, lines, place)
  if (end < element.end && end >= head) yield { ...block(end, element.end, 'line', lines, place), strength: 0 }
}

function* rawLines(element: HtmlElement, lines: SourceLines, { strength, context }: HtmlPlace): Generator<Block> {
  for (let line = element.first; line < element.end; line++) {
    if (lines.isBlank(line)) continue
    const opens = line <= element.opened || isCodeTag(line, lines)
    const isEdge = opens || END_TAG.test(lines.line(line).slice(0, 100))
    const place = { strength: isEdge ? 0 : strength * CODE_LINE, context }
    yield { ...block(line, line + 1, 'line', lines, place), keepWithNext: opens }
  }
}

/** The last line of a closed element holds its end tag. */
function innerEnd({ opened, end, closed }: HtmlElement): number {
  return closed ? Math.max(opened + 1, end - 1) : end
}

/** The line after the opening tag and what belongs to it: the head of a table, a summary. */
function headEnd(element: HtmlElement, inner: readonly HtmlPart[], lines: SourceLines): number {
  const own = element.opened + 1
  const next = inner.find(({ first, end }) => end - first > 1 || !lines.isBlank(first))
  if (!next) return own
  const source = lines.text.slice(
    lines.start(own),
    Math.min(lines.end(next.end - 1), lines.start(own) + LONGEST_HEAD + 1),
  )
  if (source.length > LONGEST_HEAD) return own
  const isHead =
    element.name === 'details'
      ? /<summary[\s>][\s\S]*<\/summary\s*>/i.test(source)
      : element.name === 'table' && /<thead[\s>]|<tr\b[^<>]*>[>\s]*<th[\s>]/i.test(source) && !/<td[\s>]/i.test(source)
  return isHead ? next.end : own
}

/** Whether a line holds nothing but the tag of code. */
function isCodeTag(line: number, lines: SourceLines): boolean {
  const text = lines.line(line).slice(0, LONGEST_CODE_TAG)
  const tag = CODE_TAG.exec(text)?.[0]
  return tag !== undefined && text.trimEnd() === tag
}

function rawWrapper(element: HtmlElement, lines: SourceLines): { open: string; close: string } {
  const { open, close } = wrapper(element, element.opened + 1, lines)
  if (element.name !== 'pre') return { open, close }
  const behind = lines.text.indexOf(element.tag, lines.start(element.first)) + element.tag.length
  const code = CODE_TAG.exec(lines.text.slice(behind, behind + LONGEST_CODE_TAG))
  if (!code) return { open, close }
  const at = open.lastIndexOf(element.tag) + element.tag.length
  const tag = code[0].slice(code[0].indexOf('<'))
  return { open: open.slice(0, at) + tag + open.slice(at), close: close.replace('</', `</${code[1]}></`) }
}

function wrapper(element: HtmlElement, head: number, lines: SourceLines): { open: string; close: string } {
  const line = lines.line(element.first)
  const indent = line.slice(0, Math.max(0, line.indexOf('<'))).replace(/[^>\t ]/g, ' ')
  const lineBreak = lines.lineBreak(element.first)
  const own = element.opened + 1
  const after = head > own ? lines.text.slice(lines.start(own), lines.end(head - 1)) + lineBreak : ''
  return { open: indent + element.tag + lineBreak + after, close: `${lineBreak + indent}</${element.name}>` }
}

function block(first: number, end: number, kind: string, lines: SourceLines, { strength, context }: HtmlPlace): Block {
  return { span: lines.span(first, end), kind, strength, ...(context.length > 0 && { context }) }
}
