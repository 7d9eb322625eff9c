import type { Chunker, ChunkReport } from '../../core/chunking.js'
import type { Chunk, Document } from '../../core/document.js'
import type { Span } from '../../core/text.js'
import { type BrokenStructures, countBroken } from './broken-structures.js'
import { chosenFor } from './cut-file.js'

/** What a strategy made of a document, in numbers. */
export interface StrategyNumbers {
  /** As it was asked for. */
  strategy: string
  /** The strategy that cut: of `auto`, the one chosen for the document. */
  cutBy: string
  maxSize: number
  overlap: number
  chunks: number
  /** In characters; null where there are no chunks. */
  size: SizeNumbers | null
  /** Chunks larger than `maxSize`. */
  overLimit: number
  broken: BrokenStructures
  /** Chunks that had to give something up. */
  flagged: number
  /** Visible characters in no chunk that no option removed. */
  lostCharacters: number
  /** Visible characters that an option removed. */
  droppedCharacters: number
  /** Milliseconds of the processor for one cut, the least of several. */
  cpuMs: number
}

export interface SizeNumbers {
  mean: number
  min: number
  p50: number
  p90: number
  max: number
}

/** The first cut also compiles the strategy; the least of these is what a further document costs. */
const RUNS = 3

/** Cuts a document several times and measures the chunks. */
export async function measureChunker(
  document: Document,
  asked: Chunker,
  signal: AbortSignal,
): Promise<StrategyNumbers> {
  const chosen = await chosenFor(document, asked)
  let cpuMs = Number.POSITIVE_INFINITY
  let report: ChunkReport | undefined
  for (let run = 0; run < RUNS; run++) {
    const began = process.cpuUsage()
    report = await asked.chunkWithReport(document, { signal })
    const { user, system } = process.cpuUsage(began)
    cpuMs = Math.min(cpuMs, (user + system) / 1000)
  }
  const { chunks, dropped } = report!
  const { maxSize, overlap } = chosen.options
  return {
    strategy: asked.strategy,
    cutBy: chosen.strategy,
    maxSize: maxSize!,
    overlap: overlap!,
    chunks: chunks.length,
    size: sizeNumbers(chunks.map(({ text }) => text.length)),
    overLimit: chunks.filter(({ text }) => text.length > maxSize!).length,
    broken: countBroken(document, chunks),
    flagged: chunks.filter(({ flags }) => flags.length > 0).length,
    ...missing(document.text, chunks, dropped),
    cpuMs,
  }
}

/** Percentiles are sizes that occur: the smallest with at least that share of chunks no larger. */
export function sizeNumbers(sizes: readonly number[]): SizeNumbers | null {
  if (sizes.length === 0) return null
  const sorted = Float64Array.from(sizes).sort()
  const percentile = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
  const sum = sorted.reduce((total, size) => total + size, 0)
  return {
    mean: sum / sorted.length,
    min: sorted[0]!,
    p50: percentile(0.5),
    p90: percentile(0.9),
    max: sorted.at(-1)!,
  }
}

function missing(
  source: string,
  chunks: readonly Chunk[],
  dropped: readonly { span: Span }[],
): Pick<StrategyNumbers, 'lostCharacters' | 'droppedCharacters'> {
  const outsideChunks = visibleOutside(source, chunks)
  const outsideBoth = visibleOutside(source, [...chunks, ...dropped])
  return { lostCharacters: outsideBoth, droppedCharacters: outsideChunks - outsideBoth }
}

/** Characters that are no white space and in none of the spans. */
function visibleOutside(source: string, spans: readonly { span: Span }[]): number {
  let outside = 0
  let covered = 0
  for (const { span } of [...spans].sort((a, b) => a.span.start - b.span.start)) {
    if (span.start > covered) outside += visible(source.slice(covered, span.start))
    covered = Math.max(covered, span.end)
  }
  return outside + visible(source.slice(covered))
}

function visible(text: string): number {
  return text.replace(/\s+/g, '').length
}
