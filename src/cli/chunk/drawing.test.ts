import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunker } from '../../chunking/index.js'
import type { ChunkReport } from '../../core/chunking.js'
import type { Chunk } from '../../core/document.js'
import { drawChunks, type Row } from './drawing.js'

function chunk(index: number, start: number, end: number, more: Partial<Chunk> = {}): Chunk {
  const identity = { id: String(index), documentId: 'd', index, lines: [1, 1] as [number, number] }
  const rest = { text: '', open: '', close: '', context: [], flags: [], metadata: {} }
  return { ...identity, span: { start, end }, ...rest, ...more }
}

function rowsOf(source: string, report: Partial<ChunkReport>): Row[] {
  const drawn = [...drawChunks(source, { chunks: [], dropped: [], warnings: [], ...report })]
  return drawn.flatMap((item) => ('begins' in item ? [] : [item]))
}

/** Rows in short: line, kind, chunks, text. */
function short(source: string, report: Partial<ChunkReport>) {
  return rowsOf(source, report).map(({ line, continued, kind, chunks, pieces }) => [
    continued ? '' : line,
    kind,
    chunks?.join('-') ?? '',
    pieces.map(({ text }) => text).join(''),
  ])
}

describe('a drawing', () => {
  it('breaks lines where chunks end, and marks what several chunks share', () => {
    const source = 'one two three\nfour\n'
    expect(short(source, { chunks: [chunk(0, 0, 7), chunk(1, 4, 18)] })).toEqual([
      [1, 'chunk', '0-0', 'one '],
      ['', 'overlap', '0-1', 'two'],
      ['', 'chunk', '1-1', ' three'],
      [2, 'chunk', '1-1', 'four'],
    ])
  })

  it('shows what a chunk adds where it adds it, without the line break that parts it from the source', () => {
    const chunks = [chunk(0, 0, 1, { close: '\n```' }), chunk(1, 2, 3, { open: '> ```js\n', close: ']' })]
    expect(short('a\nb', { chunks })).toEqual([
      [1, 'chunk', '0-0', 'a'],
      [null, 'close', '0-0', '```'],
      [null, 'open', '1-1', '> ```js'],
      [2, 'chunk', '1-1', 'b'],
      [null, 'close', '1-1', ']'],
    ])
  })

  it('says what was left out and why, what is lost, and keeps blank lines', () => {
    const source = 'head\n\n  a, b\nlost'
    const dropped = [{ span: { start: 0, end: 4 }, reason: 'preamble' }]
    const rows = rowsOf(source, { chunks: [chunk(0, 8, 9), chunk(1, 11, 12)], dropped })
    expect(rows.map(({ line, kind, reason }) => [line, kind, reason])).toEqual([
      [1, 'dropped', 'preamble'],
      [2, 'between', undefined],
      [3, 'chunk', undefined],
      [3, 'lost', undefined],
      [3, 'chunk', undefined],
      [4, 'lost', undefined],
    ])
    expect(rows[2]!.continued).toBe(false)
  })

  it('tells markup from the text that a rendering shows', () => {
    const source = '<p>\na <b>bold</b>\n'
    const segments = [
      { at: 0, length: 2, start: 4, end: 6, verbatim: true },
      { at: 2, length: 4, start: 9, end: 13, verbatim: true },
    ]
    const rows = rowsOf(source, { chunks: [chunk(0, 0, 18, { text: 'a bold', segments })] })
    expect(rows.map(({ kind }) => kind)).toEqual(['markup', 'chunk'])
    expect(rows[1]!.pieces).toEqual([
      { text: 'a ', shown: true },
      { text: '<b>', shown: false },
      { text: 'bold', shown: true },
      { text: '</b>', shown: false },
    ])
  })

  it('is empty for an empty document', () => {
    expect([...drawChunks('', { chunks: [], dropped: [], warnings: [] })]).toEqual([])
  })

  const line = fc.constantFrom(
    '# A',
    '',
    '\t',
    '| a | b |',
    '|---|---|',
    '```',
    'words and words',
    '<p>x',
    '\\begin{a}',
  )
  const document = fc.array(fc.tuple(fc.oneof(line, fc.string()), fc.constantFrom('\n', '\r\n', '\r')), {
    maxLength: 40,
  })

  it.each(['character', 'recursive', 'markdown', 'html', 'latex'])(
    'of %s shows every visible character once, in order, beside the chunks that hold it',
    async (strategy) => {
      const chunker = await createChunker(strategy, { maxSize: 40, overlap: 15 })
      await fc.assert(
        fc.asyncProperty(document, async (lines) => {
          const source = lines.flat().join('')
          const report = await chunker.chunkWithReport(source)
          const rows = rowsOf(source, report)
          const shown = rows.filter((row) => row.line !== null)
          expect(visible(shown.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join(''))).toBe(visible(source))
          expect(rows.filter(({ kind }) => kind === 'lost')).toEqual([])
          for (const { span, chunks } of shown) {
            const holding = report.chunks.filter((c) => c.span.start < span.end && c.span.end > span.start)
            const indexes = holding.map(({ index }) => index)
            if (span.start < span.end) expect(chunks ?? []).toEqual(indexes.length ? [indexes[0], indexes.at(-1)] : [])
          }
        }),
        { numRuns: 60 },
      )
    },
  )
})

function visible(text: string): string {
  return text.replace(/\s+/g, '')
}
