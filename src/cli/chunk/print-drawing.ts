import type { Chunk } from '../../core/document.js'
import { counted, type Output, safe } from '../output.js'
import type { CutDocument } from './cut-file.js'
import { type Drawn, drawChunks, type Row, type RowKind } from './drawing.js'
import type { Piece } from './shown-source.js'
import { wrapPieces } from './wrap.js'

type Style = Parameters<Output['style']>[0]

/** How rows look. Each kind that says something has a mark, so that nothing is said by colour alone. */
const LOOKS: Record<RowKind, { mark: string; meaning?: string; style?: Style }> = {
  chunk: { mark: ' ' },
  between: { mark: ' ' },
  overlap: { mark: '~', meaning: 'in several chunks', style: 'underline' },
  markup: { mark: '<', meaning: 'in the chunk, but not in its text', style: 'dim' },
  dropped: { mark: '-', meaning: 'left out', style: ['dim', 'strikethrough'] },
  lost: { mark: '?', meaning: 'in no chunk', style: 'red' },
  open: { mark: '+', meaning: 'added to make a part whole', style: ['dim', 'italic'] },
  close: { mark: '+', meaning: 'added to make a part whole', style: ['dim', 'italic'] },
}

/** Chunks take turns, so that neighbours differ. */
const COLOURS: readonly { number: Style; bar: Style }[] = [
  { number: ['bgCyan', 'black'], bar: 'cyan' },
  { number: ['bgYellow', 'black'], bar: 'yellow' },
  { number: ['bgMagenta', 'black'], bar: 'magenta' },
  { number: ['bgGreen', 'black'], bar: 'green' },
]

/** With less room beside the gutter than this, breaking lines helps nobody. */
const LEAST_TEXT_COLUMNS = 20

/**
 * Prints a document with its chunks drawn in.
 *
 * @param columns width of the terminal; undefined where lines need not fit
 */
export function printDrawing(cut: CutDocument, output: Output, columns: number | undefined): void {
  const drawing = [...drawChunks(cut.document.text, cut.report)]
  const layout = layOut(drawing, columns)
  let saidReason: string | undefined
  for (const drawn of drawing) {
    if ('begins' in drawn) {
      output.line(title(drawn.begins, layout, output))
      continue
    }
    // Once for a stretch of many rows.
    const reason = drawn.reason === saidReason ? undefined : drawn.reason
    saidReason = drawn.reason
    for (const line of rowLines(drawn, reason, layout, output)) output.line(line)
  }
  const kinds = new Set(drawing.flatMap((drawn) => ('begins' in drawn ? [] : [drawn.kind])))
  const legend = [...kinds].map((kind) => LOOKS[kind]).filter(({ meaning }) => meaning)
  if (legend.length > 0) {
    output.note([...new Set(legend.map(({ mark, meaning }) => `${mark} ${meaning}`))].join('   '))
  }
  output.warnings(cut.report.warnings)
  output.note(`${counted(cut.report.chunks.length, 'chunk')} by ${cut.strategy}`)
}

/** Widths of the columns. */
interface Layout {
  line: number
  chunks: number
  text: number
}

function layOut(drawing: readonly Drawn[], columns = Number.POSITIVE_INFINITY): Layout {
  let line = 1
  let chunks = 1
  for (const drawn of drawing) {
    if ('begins' in drawn) continue
    line = Math.max(line, String(drawn.line ?? '').length)
    chunks = Math.max(chunks, chunkNumbers(drawn).length)
  }
  const text = columns - line - chunks - 6
  return { line, chunks, text: text < LEAST_TEXT_COLUMNS ? Number.POSITIVE_INFINITY : text }
}

/** The line above the first row of a chunk. */
function title({ index, text, context, flags }: Chunk, layout: Layout, output: Output): string {
  const path = safe(context.map((part) => part.text).join(' > ')).replace(/\s+/g, ' ')
  const number = output.style(colours(index).number, ` ${String(index).padStart(layout.chunks)} `)
  const marks = flags.length > 0 ? `  ${output.style('yellow', `! ${flags.join(', ')}`)}` : ''
  const facts = output.style('bold', `${text.length} characters${path === '' ? '' : `  ${path}`}`)
  return `${' '.repeat(layout.line + 2)}${number} ${facts}${marks}`
}

/** A row, in as many lines as its text needs. */
function* rowLines(row: Row, reason: string | undefined, layout: Layout, output: Output): Generator<string> {
  const { mark, style } = LOOKS[row.kind]
  const gutter = gutterOf(row, layout, output)
  const pieces = row.pieces.map(({ text, shown }) => ({ text: safe(text).replaceAll('\t', '    '), shown }))
  let place = row.continued || row.line === null ? '' : String(row.line)
  let why = reason === undefined ? '' : output.style('dim', `  (${safe(reason)})`)
  for (const part of wrapPieces(pieces, layout.text)) {
    const text = part.map((piece) => paint(piece, style, output)).join('')
    yield `${output.style('dim', place.padStart(layout.line))} ${mark}${gutter}${text}${why}`.trimEnd()
    place = ''
    why = ''
  }
}

function gutterOf(row: Row, layout: Layout, output: Output): string {
  const numbers = ` ${chunkNumbers(row).padStart(layout.chunks)} `
  if (!row.chunks) return `${numbers}  `
  const { number, bar } = colours(row.chunks[1])
  return `${output.style(number, numbers)}${output.style(bar, '│')} `
}

function paint({ text, shown }: Piece, style: Style | undefined, output: Output): string {
  const look = style ?? (shown ? undefined : 'dim')
  return look === undefined || text === '' ? text : output.style(look, text)
}

function chunkNumbers({ chunks }: Row): string {
  if (!chunks) return ''
  return chunks[0] === chunks[1] ? String(chunks[0]) : `${chunks[0]}-${chunks[1]}`
}

function colours(chunk: number): (typeof COLOURS)[number] {
  return COLOURS[chunk % COLOURS.length]!
}
