import type { CallOptions, Chunk, ChunkReport, Document, Span, Structure, Tokenizer } from '../../core/index.js'
import { throwIfAborted } from '../../core/index.js'
import { assembleChunks } from './assemble.js'
import { createMeasure } from './measure.js'
import { mergeSmall } from './merge.js'
import { Packer } from './packer.js'
import type { Piece } from './piece.js'
import { skipSpace } from './space.js'

/** Sizes in force, all given. */
export interface Sizes {
  maxSize: number
  overlap: number
  minSize: number
  /** Absent: sizes are UTF-16 units. */
  tokenizer?: Tokenizer | undefined
}

/** Longest stretch of work, in milliseconds, before other work of the process gets its turn. */
const TURN = 40
const CHECK_EVERY = 1024

/** The one place that knows sizes: turns a document's structure into chunks. */
export async function packStructure(
  document: Document,
  structure: Structure,
  sizes: Sizes,
  metadata: Chunk['metadata'] | undefined,
  call: CallOptions,
): Promise<ChunkReport> {
  const measure = createMeasure(document, structure, sizes.tokenizer)
  const packer = new Packer(document.text, structure, measure, sizes)
  if (Symbol.asyncIterator in structure.blocks) {
    for await (const block of structure.blocks) {
      throwIfAborted(call.signal)
      packer.push(block)
    }
  } else {
    let count = 0
    let turn = performance.now()
    for (const block of structure.blocks) {
      packer.push(block)
      if (++count % CHECK_EVERY !== 0 || performance.now() - turn < TURN) continue
      await new Promise((resolve) => setTimeout(resolve))
      throwIfAborted(call.signal)
      turn = performance.now()
    }
  }
  const pieces = mergeSmall(packer.finish(), sizes.minSize, sizes.maxSize, measure)
  const { chunks, dropped } = assembleChunks(document, pieces, sizes.maxSize, measure, metadata)
  return {
    chunks,
    dropped: [...(structure.dropped ?? []), ...separatorsBetween(document.text, pieces, structure), ...dropped],
    warnings: structure.warnings ?? [],
  }
}

/** Separators on which a cut fell. */
function separatorsBetween(
  text: string,
  pieces: readonly Piece[],
  structure: Structure,
): { span: Span; reason: string }[] {
  const reason = structure.looseGaps
  if (reason === undefined) return []
  const dropped: { span: Span; reason: string }[] = []
  let from = 0
  for (const { start, end } of [...pieces, { start: text.length, end: text.length }]) {
    if (skipSpace(text, from, start) < start) dropped.push({ span: { start: from, end: start }, reason })
    from = Math.max(from, end)
  }
  return dropped
}
