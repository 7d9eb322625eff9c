import {
  type Chunk,
  type ChunkFlag,
  type ChunkReport,
  type ContextPart,
  chunkId,
  type Document,
  type Json,
  type Metadata,
} from '../../core/index.js'
import { lineTableOf } from '../line-table.js'
import type { Measure } from './measure.js'
import { type Atom, type Piece, sharedContext } from './piece.js'
import { wrapPiece } from './wrap-piece.js'

/** Why a stretch of markup is in no chunk: its rendering shows nothing. */
const SHOWS_NOTHING = 'markup without text'

/** Makes the chunks of a document out of its pieces; a piece that shows nothing is dropped. */
export function assembleChunks(
  document: Document,
  pieces: readonly Piece[],
  maxSize: number,
  measure: Measure,
  metadata: Metadata | undefined,
): Pick<ChunkReport, 'chunks' | 'dropped'> {
  const lines = lineTableOf(document)
  const chunks: Chunk[] = []
  const dropped: ChunkReport['dropped'] = []
  for (const piece of pieces) {
    const { start, end, atoms } = piece
    const shown = measure.show(start, end)
    if (shown.segments && shown.text.trim() === '') {
      dropped.push({ span: { start, end }, reason: SHOWS_NOTHING })
      continue
    }
    const { open, close, elided } = wrapPiece(piece, shown.text, atoms.length === 1, maxSize, measure)
    const text = open + shown.text + close
    const context = sharedContext(atoms)
    const chunk: Chunk = {
      id: chunkId(document.id, start, end, text),
      documentId: document.id,
      index: chunks.length,
      span: { start, end },
      lines: [lines.lineAt(start), lines.lineAt(end - 1)],
      text,
      open,
      close,
      context,
      flags: flagsOf(atoms, elided),
      metadata: metadataOf(atoms, context, metadata),
    }
    if (shown.segments) chunk.segments = shown.segments.map((segment) => ({ ...segment, at: segment.at + open.length }))
    if (document.media) chunk.media = document.media
    chunks.push(chunk)
  }
  return { chunks, dropped }
}

function flagsOf(atoms: readonly Atom[], elided: boolean): ChunkFlag[] {
  const flags: ChunkFlag[] = elided ? ['elided-wrapper'] : []
  for (const { cut, overSize, block } of atoms) {
    if (cut) addFlag(flags, 'split-atom')
    if (overSize) addFlag(flags, 'over-size')
    if (block.flag) addFlag(flags, block.flag)
  }
  return flags.length > 1 ? flags.sort() : flags
}

function addFlag(flags: ChunkFlag[], flag: ChunkFlag): void {
  if (!flags.includes(flag)) flags.push(flag)
}

function metadataOf(atoms: readonly Atom[], context: readonly ContextPart[], given: Metadata | undefined): Metadata {
  const metadata = joinMetadata(atoms)
  if (context.length > 0) {
    const headings = context.filter((part) => part.kind === 'heading').map((part) => part.text)
    if (headings.length > 0) metadata['headings'] = headings
  }
  return given ? { ...metadata, ...structuredClone(given) } : metadata
}

/** Lists of several blocks are joined without repetition; of other values the first stays. */
function joinMetadata(atoms: readonly Atom[]): Metadata {
  const joined = new Map<string, Json | Set<Json>>()
  let previous: Metadata | undefined
  for (const { start, end, block } of atoms) {
    if (block.metadata && block.metadata !== previous) join(joined, block.metadata)
    previous = block.metadata
    if (block.metadataOf) join(joined, block.metadataOf({ start, end }))
  }
  return Object.fromEntries([...joined].map(([key, value]) => [key, value instanceof Set ? [...value] : value]))
}

function join(joined: Map<string, Json | Set<Json>>, metadata: Metadata): void {
  for (const [key, value] of Object.entries(metadata)) {
    const known = joined.get(key)
    if (known === undefined) joined.set(key, Array.isArray(value) ? new Set(value) : value)
    else if (known instanceof Set && Array.isArray(value)) for (const item of value) known.add(item)
  }
}
