import type { Chunker, ChunkReport } from '../../core/chunking.js'
import type { Document } from '../../core/document.js'
import { invalidOption } from '../../core/options.js'

/** A document with what a strategy made of it. */
export interface CutDocument {
  document: Document
  /** The one that cut it: of `auto`, the one chosen for this document. */
  chunker: Chunker
  report: ChunkReport
}

/** One file, or with `-` what comes in on stdin. @throws TesseraError `INVALID_OPTION`, and what loading throws */
export async function loadFile(file: string, signal: AbortSignal): Promise<Document> {
  const { loadSources, readStdin, resolveSources } = await import('../../loading/index.js')
  if (file === '-') return (await readStdin({ signal })).documents[0]!
  const plan = await resolveSources(file, { signal })
  if (plan.length !== 1) throw invalidOption('file', file, 'the path of one file')
  for await (const source of loadSources(plan, { signal })) {
    if (source.status === 'ok') return source.document
    if (source.status === 'failed') throw source.error
  }
  throw invalidOption('file', file, 'the path of one readable file')
}

/** The chunker that a strategy's name stands for, which for `auto` depends on the document. */
export async function chunkerFor(
  document: Document,
  strategy: string,
  options: Record<string, unknown>,
): Promise<Chunker> {
  const { AutoChunker, createChunker } = await import('../../chunking/index.js')
  const chunker = await createChunker(strategy, options)
  return chunker instanceof AutoChunker ? chunker.chunkerFor(document) : chunker
}

/** @throws TesseraError `UNKNOWN_STRATEGY`, `UNKNOWN_OPTION`, `INVALID_OPTION`, `ABORTED` */
export async function cutDocument(
  document: Document,
  strategy: string,
  options: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CutDocument> {
  const chunker = await chunkerFor(document, strategy, options)
  return { document, chunker, report: await chunker.chunkWithReport(document, { signal }) }
}
