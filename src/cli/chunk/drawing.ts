import type { ChunkReport } from '../../core/chunking.js'
import type { Chunk } from '../../core/document.js'
import type { Span } from '../../core/text.js'
import { LineTable } from '../../text/index.js'
import { type Piece, ShownSource } from './shown-source.js'

/**
 * What a row of a drawing shows:
 * - `chunk`: source in one chunk; `overlap`: in several;
 * - `markup`: source in a chunk whose text does not show it, such as a line of tags;
 * - `dropped`: source that an option removed; `lost`: source in no chunk for no reason, which no strategy should leave;
 * - `between`: white space between chunks;
 * - `open`, `close`: not source, but what a chunk adds before and after it.
 */
export type RowKind = 'chunk' | 'overlap' | 'markup' | 'dropped' | 'lost' | 'between' | 'open' | 'close'

/** A stretch of one line, all of which has the same place among the chunks. */
export interface Row {
  kind: RowKind
  /** Line of the source, from 1; null for what is not source. */
  line: number | null
  /** A row before it shows the beginning of the line. */
  continued: boolean
  /** Without the line break; empty, where text was added. */
  span: Span
  /** First and last of the chunks it is part of; null where there is none. */
  chunks: [first: number, last: number] | null
  pieces: Piece[]
  /** Of `dropped`: why. */
  reason?: string
}

/** What a drawing consists of: rows, and the places where chunks begin. */
export type Drawn = Row | { begins: Chunk }

/** The whole document from top to bottom with its chunks drawn in; every visible character stands in exactly one row. */
export function* drawChunks(source: string, { chunks, dropped }: ChunkReport): Generator<Drawn> {
  const lines = new LineTable(source)
  const removed = [...dropped].sort((a, b) => a.span.start - b.span.start)
  const shownSource = new ShownSource(chunks)
  const borders = bordersOf(source, lines, [...chunks, ...removed])
  let line = 1
  let drawnLine = 0
  let begun = 0
  let ended = 0
  let gone = 0
  for (const [index, start] of borders.entries()) {
    for (; ended < begun && chunks[ended]!.span.end <= start; ended++) yield* addedRows('close', chunks[ended]!)
    for (; begun < chunks.length && chunks[begun]!.span.start <= start; begun++) {
      yield { begins: chunks[begun]! }
      yield* addedRows('open', chunks[begun]!)
    }
    const end = borders[index + 1]
    if (end === undefined) return
    while (line < lines.count && lines.start(line + 1) <= start) line++
    while (gone < removed.length && removed[gone]!.span.end <= start) gone++
    const span = { start, end: beforeLineBreak(source, start, end) }
    const isWholeLine = start === lines.start(line) && (end === source.length || end === lines.start(line + 1))
    // White space beside text that has a row of its own says nothing.
    if (!isWholeLine && isBlank(source, span)) continue
    const pieces = shownSource.pieces(source, span)
    const inChunks: Row['chunks'] = ended < begun ? [ended, begun - 1] : null
    const removal = removed[gone]
    const isInText = inChunks !== null && pieces.some(isShown)
    const reason = removal && removal.span.start <= start && !isInText ? removal.reason : undefined
    const continued = line === drawnLine
    drawnLine = line
    const kind = reason === undefined ? kindOf(inChunks, pieces) : 'dropped'
    yield { kind, line, continued, span, chunks: inChunks, pieces, ...(reason !== undefined && { reason }) }
  }
}

/** Where a row may begin or end, ascending. */
function bordersOf(source: string, lines: LineTable, spans: readonly { span: Span }[]): Uint32Array {
  const borders = new Uint32Array(lines.count + 2 * spans.length + 1)
  for (let line = 1; line <= lines.count; line++) borders[line - 1] = lines.start(line)
  for (const [index, { span }] of spans.entries()) borders.set([span.start, span.end], lines.count + 2 * index)
  borders[borders.length - 1] = source.length
  borders.sort()
  return borders.filter((border, index) => border !== borders[index - 1])
}

function kindOf(inChunks: Row['chunks'], pieces: readonly Piece[]): RowKind {
  const visible = pieces.filter(({ text }) => text.trim() !== '')
  if (!inChunks) return visible.length === 0 ? 'between' : 'lost'
  if (visible.length > 0 && !visible.some(isShown)) return 'markup'
  return inChunks[0] < inChunks[1] ? 'overlap' : 'chunk'
}

function isShown({ shown, text }: Piece): boolean {
  return shown && text.trim() !== ''
}

/** What a chunk adds, a row for each line. */
function* addedRows(kind: 'open' | 'close', { index, span, ...chunk }: Chunk): Generator<Row> {
  if (chunk[kind] === '') return
  const at = kind === 'open' ? span.start : span.end
  const added = chunk[kind].split(/\r\n|\n|\r/)
  // The line break that parts it from the source.
  if (kind === 'open' && added.at(-1) === '') added.pop()
  if (kind === 'close' && added[0] === '') added.shift()
  for (const text of added) {
    const pieces = [{ text, shown: true }]
    yield { kind, line: null, continued: false, span: { start: at, end: at }, chunks: [index, index], pieces }
  }
}

function beforeLineBreak(source: string, start: number, end: number): number {
  let at = end
  if (at > start && source[at - 1] === '\n') at--
  if (at > start && source[at - 1] === '\r') at--
  return at
}

function isBlank(source: string, { start, end }: Span): boolean {
  return source.slice(start, end).trim() === ''
}
