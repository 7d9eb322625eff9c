import type { Node } from './node.js'
import type { Row } from './rows.js'

/** What the parts of a table repeat. */
export interface TableHeader {
  /** The source of the header, visible at both ends; empty where there is none. */
  text: string
  /** How many rows at the top introduce the first row of data: the header, and what prints at other page breaks. */
  rows: number
}

/** Longest header that is repeated, in UTF-16 units. */
const LONGEST_HEADER = 300
/** Rows above the first rule that need no sign of being a header, and how many there are with one. */
const MOST_PLAIN_ROWS = 2
const MOST_ROWS = 6

/**
 * The header of a table: what `\endhead` declares, else `\endfirsthead`, else the rows above the first rule that spans
 * all columns. A caption is no part of it.
 */
export function tableHeader(text: string, { family, bodyStart }: Node, rows: readonly Row[]): TableHeader {
  if (family !== 'table') return NO_HEADER
  const found = declaredHeader(rows) ?? ruledHeader(text, bodyStart, rows)
  if (!found) return NO_HEADER
  let header = ''
  for (let index = found.from; index < found.to; index++) {
    const { start, textEnd, end } = rows[index]!
    const from = Math.max(start, bodyStart)
    // What stands below a caption, such as a rule, begins the next row.
    header += text.slice(isCaption(text, from, textEnd) ? textEnd : from, end)
    if (header.length > LONGEST_HEADER) return NO_HEADER
  }
  header = header.trim()
  return header === '' ? NO_HEADER : { text: header, rows: found.introducing }
}

const NO_HEADER: TableHeader = { text: '', rows: 0 }

interface Found {
  from: number
  to: number
  introducing: number
}

/** What a table of several pages says itself: each of its commands ends a list of rows. */
function declaredHeader(rows: readonly Row[]): Found | undefined {
  let last = rows.findIndex(({ closes }) => closes === 'endhead')
  if (last < 0) last = rows.findIndex(({ closes }) => closes === 'endfirsthead')
  if (last < 0) return undefined
  let from = last
  while (from > 0 && rows[from - 1]!.closes === '') from--
  return { from, to: last + 1, introducing: 1 + rows.findLastIndex(({ closes }) => closes !== '') }
}

function ruledHeader(text: string, bodyStart: number, rows: readonly Row[]): Found | undefined {
  let most = MOST_PLAIN_ROWS
  let count = 0
  for (let index = 0; index < rows.length - 1; index++) {
    const { start, textEnd, ruled, partlyRuled } = rows[index]!
    const from = Math.max(start, bodyStart)
    if (isCaption(text, from, textEnd)) continue
    count++
    if (partlyRuled || SPANNING.test(text.slice(from, Math.min(textEnd, from + LONGEST_HEADER)))) most = MOST_ROWS
    if (count > MOST_ROWS) return undefined
    if (ruled) return count <= most ? { from: 0, to: index + 1, introducing: index + 1 } : undefined
  }
  return undefined
}

/** Cells over several columns or rows, as headers of more than a few rows have. */
const SPANNING = /\\multi(?:column|row)/
const CAPTION = /\\[a-z]*caption(?![a-z])/

function isCaption(text: string, from: number, to: number): boolean {
  return CAPTION.test(text.slice(from, to))
}
