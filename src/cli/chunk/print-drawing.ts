import type { Chunk } from '../../core/document.js'
import { type Output, safe } from '../output.js'
import type { CutDocument } from './cut-file.js'
import { type Drawn, drawChunks, type Row, type RowKind } from './drawing.js'
import type { Piece } from './shown-source.js'
import { wrapPieces } from './wrap.js'

type Style = Parameters<Output['style']>[0]

/** How rows are marked beside their text, so that nothing is said by colour alone. */
const MARKS: Record<RowKind, { mark: string; meaning?: string; style?: Style }> = {
  chunk: { mark: ' ' },
  overlap: { mark: '~', meaning: 'in several chunks', style: 'underline' },
  markup: { mark: '<', meaning: 'in the chunk, not shown in its text', style: 'dim' },
  dropped: { mark: '-', meaning: 'left out', style: ['dim', 'strikethrough'] },
  lost: { mark: '?', meaning: 'in no chunk', style: 'red' },
  between: { mark: ' ' },
  open: { mark: '+', meaning: 'added to make a part whole', style: ['dim', 'italic'] },
  close: { mark: '+', meaning: 'added to make a part whole', style: ['dim', 'italic'] },
}
/** Neighbours differ, and overlaps of a few chunks too. */
const COLOURS = [
  { cell: ['bgCyan', 'black'], bar: 'cyan' },
  { cell: ['bgYellow', 'black'], bar: 'yellow' },
  { cell: ['bgMagenta', 'black'], bar: 'magenta' },
  { cell: ['bgGreen', 'black'], bar: 'green' },
] as const satisfies readonly { cell: Style; bar: Style }[]

/** Narrower than this a text beside the gutter is no longer readable, and the terminal breaks the lines. */
const LEAST_TEXT_COLUMNS = 20

/**
 * Prints a document with its chunks drawn in.
 *
 * @param columns width of the terminal; undefined where lines need not fit
 */
export function printDrawing(
  { document, report, chunker }: CutDocument,
  output: Output,
  columns: number | undefined,
): void {
  const { chunks, dropped, warnings } = report
  const drawing = [...drawChunks(document.text, report)]
  const gutter = new Gutter(drawing, output, columns)
  const kinds = new Set<RowKind>()
  for (const drawn of drawing) {
    if ('begins' in drawn) output.line(gutter.title(drawn.begins))
    else {
      kinds.add(drawn.kind)
      for (const line of gutter.row(drawn)) output.line(line)
    }
  }
  for (const reason of new Set(dropped.map((entry) => entry.reason))) output.note(`left out: ${reason}`)
  for (const warning of warnings) output.note(`note: ${warning}`)
  const legend = [...kinds].flatMap((kind) => (MARKS[kind].meaning ? [`${MARKS[kind].mark} ${MARKS[kind].meaning}`] : []))
  if (legend.length > 0) output.note([...new Set(legend)].join('   '))
  output.note(`${chunks.length} chunks by ${chunker.strategy}`)
}

/** Line numbers, marks and chunk numbers in columns. */
class Gutter {
  readonly #output: Output
  readonly #lineColumns: number
  readonly #chunkColumns: number
  readonly #textColumns: number

  constructor(drawing: readonly Drawn[], output: Output, columns = Number.POSITIVE_INFINITY) {
    const rows = drawing.filter((drawn) => 'kind' in drawn)
    this.#output = output
    this.#lineColumns = rows.reduce((most, { line }) => Math.max(most, String(line ?? '').length), 1)
    this.#chunkColumns = rows.reduce((most, row) => Math.max(most, numbersOf(row).length), 1)
    const left = columns - this.#lineColumns - this.#chunkColumns - ' ~  0  | '.length
    this.#textColumns = left < LEAST_TEXT_COLUMNS ? Number.POSITIVE_INFINITY : left
  }

  /** The line above the first row of a chunk. */
  title({ index, text, context, flags }: Chunk): string {
    const { style } = bind(this.#output)
    const path = safe(context.map((part) => part.text).join(' > ')).replace(/\s+/g, ' ')
    const facts = [`${text.length} characters`, ...(path === '' ? [] : [path])].join('  ')
    const marks = flags.length > 0 ? `  ${style('yellow', `! ${flags.join(', ')}`)}` : ''
    const indent = ' '.repeat(this.#lineColumns + 2)
    return `${indent}${this.#cell(String(index), index)} ${style('bold', facts)}${marks}`
  }

  /** A row, broken into as many lines as its text needs. */
  *row(row: Row): Generator<string> {
    const { style } = bind(this.#output)
    const { mark, style: look } = MARKS[row.kind]
    const number = row.line === null || row.continued ? '' : String(row.line)
    const last = row.chunks?.[1]
    const bar = last === undefined ? ' ' : style(colourOf(last).bar, '│')
    const pieces = row.pieces.map(({ text, shown }) => ({ text: safe(text).replaceAll('\t', '    '), shown }))
    const reason = row.reason === undefined ? '' : style('dim', `  (${safe(row.reason)})`)
    const broken = wrapPieces(pieces, this.#textColumns)
    for (const [index, part] of broken.entries()) {
      const where = (index === 0 ? number : '').padStart(this.#lineColumns)
      const cell = this.#cell(numbersOf(row), last)
      const text = part.map((piece) => paint(piece, look, style)).join('')
      yield `${style('dim', where)} ${mark}${cell}${bar} ${text}${index === broken.length - 1 ? reason : ''}`.trimEnd()
    }
  }

  #cell(numbers: string, chunk: number | undefined): string {
    const text = ` ${numbers.padStart(this.#chunkColumns)} `
    return chunk === undefined ? text : this.#output.style(colourOf(chunk).cell as unknown as Style, text)
  }
}

function numbersOf({ chunks }: Row): string {
  if (!chunks) return ''
  return chunks[0] === chunks[1] ? String(chunks[0]) : `${chunks[0]}-${chunks[1]}`
}

function colourOf(chunk: number): (typeof COLOURS)[number] {
  return COLOURS[chunk % COLOURS.length]!
}
