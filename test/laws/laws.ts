import { expect } from 'vitest'
import type { Chunk, Chunker, ChunkReport, Tokenizer } from '../../src/core/index.js'

/** A document and what was made of it, with the limits that were asked for. */
export interface Outcome {
  source: string
  chunker: Chunker
  report: ChunkReport
}

/** Runs a chunker and checks every law that holds for all strategies. */
export async function checkLaws(source: string, chunker: Chunker): Promise<Outcome> {
  const report = await chunker.chunkWithReport(source)
  const outcome = { source, chunker, report }
  checkExact(outcome)
  checkNothingLost(outcome)
  checkSize(outcome)
  checkOrder(outcome)
  checkCodePoints(outcome)
  checkGraphemes(outcome)
  const again = await chunker.chunkWithReport(source)
  expect(again).toEqual(report)
  return outcome
}

/** L1: a chunk's text is its source between `open` and `close`, or its segments say where it comes from. */
export function checkExact({ source, report }: Outcome): void {
  for (const chunk of report.chunks) {
    const { start, end } = chunk.span
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeLessThanOrEqual(source.length)
    expect(end).toBeGreaterThan(start)
    expect(chunk.text.trim()).not.toBe('')
    if (chunk.segments) checkSegments(source, chunk)
    else expect(chunk.text).toBe(chunk.open + source.slice(start, end) + chunk.close)
    const [first, last] = chunk.lines
    expect(first).toBe(lineOf(source, start))
    expect(last).toBe(lineOf(source, end - 1))
  }
}

function checkSegments(source: string, chunk: Chunk): void {
  let at = 0
  for (const segment of chunk.segments!) {
    expect(segment.at).toBeGreaterThanOrEqual(at)
    at = segment.at + segment.length
    expect(at).toBeLessThanOrEqual(chunk.text.length)
    expect(segment.start).toBeGreaterThanOrEqual(chunk.span.start)
    expect(segment.end).toBeLessThanOrEqual(chunk.span.end)
    const shown = chunk.text.slice(segment.at, at)
    if (segment.verbatim) expect(source.slice(segment.start, segment.end)).toBe(shown)
  }
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split(/\r\n|\n|\r/).length
}

/** L2: every visible character lies in a chunk or is listed as dropped. */
export function checkNothingLost({ source, report }: Outcome): void {
  const covered = new Uint8Array(source.length)
  for (const { span } of report.chunks) covered.fill(1, span.start, span.end)
  for (const { span } of report.dropped) covered.fill(1, span.start, span.end)
  const lost: number[] = []
  for (let offset = 0; offset < source.length; offset++) {
    if (!covered[offset] && /\S/.test(source[offset]!)) lost.push(offset)
  }
  expect(lost.map((offset) => source.slice(offset - 5, offset + 5)).slice(0, 3)).toEqual([])
}

/** L3: no chunk is larger than asked for, unless a single code point is. */
export function checkSize({ chunker, report }: Outcome): void {
  const { maxSize } = chunker.options
  const size = sizeOf(chunker)
  for (const chunk of report.chunks) {
    if (!chunk.flags.includes('over-size')) expect(size(chunk.text)).toBeLessThanOrEqual(maxSize!)
    else expect([...chunk.text]).toHaveLength(1)
  }
}

/** Sizes in the unit the chunker was asked for. */
function sizeOf({ options }: Chunker): (text: string) => number {
  return options.unit === 'tokens' ? (options.tokenizer as Tokenizer).count : (text) => text.length
}

/** L5: source order; no chunk lies inside its neighbour; ids tell chunks apart. */
export function checkOrder({ report: { chunks } }: Outcome): void {
  for (let index = 1; index < chunks.length; index++) {
    expect(chunks[index]!.span.start).toBeGreaterThan(chunks[index - 1]!.span.start)
    expect(chunks[index]!.span.end).toBeGreaterThan(chunks[index - 1]!.span.end)
  }
  expect(chunks.map((chunk) => chunk.index)).toEqual(chunks.map((_, index) => index))
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length)
}

/** L4: no cut falls inside a code point. */
export function checkCodePoints({ source, report }: Outcome): void {
  for (const { span } of report.chunks) {
    for (const offset of [span.start, span.end]) {
      const before = source.charCodeAt(offset - 1)
      const after = source.charCodeAt(offset)
      const inside = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
      expect(inside, `cut inside a code point at ${offset}`).toBe(false)
    }
  }
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * L4: no cut falls inside a grapheme that a chunk could hold. White space at either side of a cut is trimmed, and what
 * joins a tag or a character reference in the source does not do so where they are rendered.
 */
export function checkGraphemes({ source, chunker, report }: Outcome): void {
  const borders = new Set(report.chunks.flatMap(({ span }) => [span.start, span.end]))
  const isRendered = report.chunks.some(({ segments }) => segments)
  for (const { segment, index } of graphemes.segment(source)) {
    if (isRendered && /^[>;]/.test(segment)) continue
    for (let at = 1; at < segment.length; at++) {
      if (!borders.has(index + at) || segment.slice(0, at).trim() === '' || segment.slice(at).trim() === '') continue
      expect(sizeOf(chunker)(segment), `cut inside a grapheme at ${index + at}`).toBeGreaterThan(
        chunker.options.maxSize!,
      )
    }
  }
}

/** Overlaps repeat the end of the previous chunk and are no longer than asked for. */
export function checkOverlap({ source, chunker, report: { chunks } }: Outcome): void {
  for (let index = 1; index < chunks.length; index++) {
    // Of a rendering the overlap is measured as it is shown.
    if (chunks[index]!.segments) continue
    const shared = source.slice(chunks[index]!.span.start, chunks[index - 1]!.span.end)
    if (shared !== '') expect(sizeOf(chunker)(shared)).toBeLessThanOrEqual(chunker.options.overlap!)
  }
}
