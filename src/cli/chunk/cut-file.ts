import type { Chunker, ChunkReport } from '../../core/chunking.js'
import type { Document } from '../../core/document.js'
import { invalidOption } from '../../core/options.js'

/** A document with what a strategy made of it. */
export interface CutDocument {
  document: Document
  /** Of `auto`, the one it chose. */
  strategy: string
  report: ChunkReport
}

/** A document to be cut. */
export interface LoadedFile {
  document: Document
  /** What had to be guessed or replaced when it was read. */
  warnings: readonly string[]
}

/** One file, or with `-` what comes in on stdin. @throws TesseraError `INVALID_OPTION`, and what loading throws */
export async function loadFile(file: string, signal: AbortSignal): Promise<LoadedFile> {
  const { loadSources, readStdin, resolveSources } = await import('../../loading/index.js')
  if (file === '-') {
    const { documents, warnings } = await readStdin({ signal })
    return { document: documents[0]!, warnings }
  }
  const plan = await resolveSources(file, { signal })
  if (plan.length !== 1) throw invalidOption('file', file, 'the path of one file')
  for await (const source of loadSources(plan, { signal })) {
    if (source.status === 'ok') return source
    if (source.status === 'failed') throw source.error
  }
  throw invalidOption('file', file, 'the path of one readable file')
}

/** The chunker itself; of `auto` the one it chooses for the document. */
export async function chosenFor(document: Document, chunker: Chunker): Promise<Chunker> {
  const { AutoChunker } = await import('../../chunking/index.js')
  return chunker instanceof AutoChunker ? chunker.chunkerFor(document) : chunker
}
