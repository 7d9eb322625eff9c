import type { Chunk, Document } from '../../core/document.js'
import type { Span } from '../../core/text.js'
import { LineTable } from '../../text/index.js'

/** The beginning of a line that is a row of a Markdown table. */
const PIPE_ROW = /[ \t>]{0,100}\|/y

/** How often chunks begin or end inside a row of a Markdown table. */
export function cutPipeRows({ text }: Document, chunks: readonly Chunk[]): number {
  return countCuts(pipeRows(text), chunks)
}

/** How often chunks begin or end inside a row of an HTML table, between its first and its last text. */
export function cutHtmlRows({ text }: Document, chunks: readonly Chunk[]): number {
  return countCuts(htmlRows(text), chunks)
}

/** Both in source order. */
function countCuts(rows: Iterable<Span>, chunks: readonly Chunk[]): number {
  const ends = Float64Array.from(chunks.flatMap(({ span }) => [span.start, span.end])).sort()
  let next = 0
  let cuts = 0
  for (const { start, end } of rows) {
    while (next < ends.length && ends[next]! <= start) next++
    for (; next < ends.length && ends[next]! < end; next++) cuts++
  }
  return cuts
}

function* pipeRows(text: string): Generator<Span> {
  const lines = new LineTable(text)
  for (let line = 1; line <= lines.count; line++) {
    const start = lines.start(line)
    PIPE_ROW.lastIndex = start
    if (!PIPE_ROW.test(text)) continue
    const end = line < lines.count ? lines.start(line + 1) : text.length
    yield { start, end: start + text.slice(start, end).trimEnd().length }
  }
}

const ROW_OR_TEXT = /<(\/?)([a-z][a-z0-9-]*)[^<>]*>|[^<>\s]+/gi

/** Rows without the tags and the white space around their text; those that hold a table are not rows to keep whole. */
function* htmlRows(text: string): Generator<Span> {
  let row: Span | undefined
  let inRow = false
  for (const { 0: found, 1: slash, 2: name, index } of text.matchAll(ROW_OR_TEXT)) {
    if (name === undefined) {
      if (inRow) row = { start: row?.start ?? index, end: index + found.length }
    } else if (name.toLowerCase() === 'tr') {
      if (slash === '/' && row) yield row
      row = undefined
      inRow = slash === ''
    }
  }
}
