import { type Chunk, locate, type Span } from '../core/index.js'
import { graphemeBoundaryAtOrBefore, sentences } from '../text/index.js'
import { codeGroups } from './code-groups.js'
import { type TextBlock, textBlocks } from './text-blocks.js'

/** A stretch of a chunk that can be quoted by itself. */
export interface Quotable {
  /** In the chunk's text. */
  from: number
  to: number
  text: string
  /** How it is read: sentences, cells of a table, lines of code. */
  kind: 'text' | 'row' | 'code'
  /** Says what something is about, not what is so: a heading, a question, a bare link, what ends with a colon. */
  label: boolean
  /** Words that hold for it and stand elsewhere in the chunk: its table's header, the lines that enclose it. */
  about: string
  /** Neighbours of the same number are one paragraph, list, table or piece of code, and can be quoted together. */
  run: number
}

/** A piece of code stays whole up to this length in UTF-16 units; of data, and of more code, groups of lines up to that. */
const LONGEST_CODE = 300
/** A longer sentence, row or line is cut. */
const LONGEST = 400

/** The sentences, list items, rows and code of a chunk that have a source; `open` and `close` are never quoted. */
export function quotables(chunk: Chunk): Quotable[] {
  const { text } = chunk
  const start = chunk.segments ? 0 : chunk.open.length
  const end = text.length - (chunk.segments ? 0 : chunk.close.length)
  const found: Quotable[] = []
  const headings = new Set(chunk.context.map((part) => part.text.trim()))
  let run = 0
  let header = chunk.segments ? '' : chunk.open.slice(0, LONGEST)
  let before: TextBlock | undefined
  for (const block of textBlocks(text, start, end)) {
    if (!belongs(text, before, block, found.at(-1)?.label ?? false)) run++
    const firstRow = block.kind === 'row' && before?.kind !== 'row' && header === ''
    if (firstRow) header = text.slice(block.start, Math.min(block.end, block.start + LONGEST))
    else if (block.kind !== 'row') header = ''
    for (const unit of unitsOf(text, block)) {
      for (const { start: from, end: to } of pieces(text, unit)) {
        const own = text.slice(from, to)
        if (NOTHING_SAID.test(own) || !locate(chunk, from, to)) continue
        const label = unit.label || firstRow || isLabel(own) || headings.has(own)
        const about = block.kind === 'row' && !firstRow ? header : unit.about
        found.push({ from, to, text: own, kind: block.kind === 'heading' ? 'text' : block.kind, label, about, run })
      }
    }
    before = block
  }
  return found
}

/** Blocks of one kind with no empty line between them, and whatever an introduction introduces. Headings stand alone. */
function belongs(text: string, before: TextBlock | undefined, block: TextBlock, introduced: boolean): boolean {
  if (!before || before.kind === 'heading' || block.kind === 'heading') return false
  return introduced || (before.kind === block.kind && !/\n\s*\n/.test(text.slice(before.end, block.start)))
}

interface Unit extends Span {
  about: string
  label: boolean
}

function unitsOf(text: string, block: TextBlock): Unit[] {
  const { kind, start, end } = block
  if (kind === 'code') return codeUnits(text, block)
  const label = kind === 'heading'
  if (kind === 'row') return [afterLead(text, { start, end })].map((span) => ({ ...span, about: '', label }))
  return [...sentences(text, start, end)].map((span) => ({ ...afterLead(text, span), about: '', label }))
}

function codeUnits(text: string, { start, end }: Span): Unit[] {
  const all = trimmed(text, start, end)
  const isData = DATA.test(text.slice(all.start, all.start + 1))
  if (!isData && all.end - all.start <= LONGEST_CODE) return [{ ...all, about: '', label: false }]
  return codeGroups(text, start, end, LONGEST_CODE).map(({ opens, ...group }) => ({ ...group, label: opens }))
}

const DATA = /[{["]/

/** Markers of list items, quotes, headings and table rows before the words of a line. */
const LEAD = /^[\s>]*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+|#{1,6}\s+|\|\s*|\\item\b(?:\[\])?\s*)?/

function afterLead(text: string, { start, end }: Span): Span {
  return { start: start + LEAD.exec(text.slice(start, end))![0].length, end }
}

/** What is too long for a quotation in parts, each ended at a comma or white space. */
function* pieces(text: string, { start, end }: Span): Generator<Span> {
  let from = start
  while (end - from > LONGEST) {
    const window = text.slice(from + LONGEST / 2, from + LONGEST)
    const cut = Math.max(
      window.lastIndexOf(','),
      window.lastIndexOf(';'),
      window.lastIndexOf(' '),
      window.lastIndexOf('、'),
    )
    const to = cut < 0 ? graphemeBoundaryAtOrBefore(text, from + LONGEST, from) : from + LONGEST / 2 + cut + 1
    yield trimmed(text, from, to)
    from = to
  }
  yield trimmed(text, from, end)
}

function trimmed(text: string, from: number, to: number): Span {
  let start = from
  let end = to
  while (end > start && /\s/.test(text[end - 1]!)) end--
  while (start < end && /\s/.test(text[start]!)) start++
  return { start, end }
}

const NOTHING_SAID = /^[\s|:*_=~`#>.+\-\\{}[\](),;&$<>/]*$/
const LINK =
  /!?\[!?\[?[^\][]*\]?(?:\([^()\s]*\))?\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^\]]*\]|:\s*\S+)|<?https?:\/\/\S+/g

const DRAWING = /[\u2500-\u257f]{3}|\+-{3,}\+/

/** Questions, introductions, drawings, links by themselves, and lines of a table of contents. */
function isLabel(text: string): boolean {
  const end = text.trimEnd().replace(/[*_"'”’)\]]+$/, '')
  if (/[:?？：]$/.test(end)) return true
  if (/(?:\.\s?){4,}\s*\d+$/.test(end) || DRAWING.test(text)) return true
  const links = text.match(LINK)
  return links !== null && !/[\p{L}\p{N}]{2}.*\s[\p{L}\p{N}]{2}/su.test(text.replace(LINK, ' '))
}
