import {
  type Chunk,
  type ChunkFlag,
  type ChunkReport,
  type ContextPart,
  chunkId,
  type Document,
  type Json,
  type Metadata,
  type Segment,
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
    if (shown.segments) chunk.segments = shift(shown.segments, open.length)
    if (document.media) chunk.media = document.media
    chunks.push(chunk)
  }
  return { chunks, dropped }
}

/** Segments of a text that something was put in front of. */
function shift(segments: Segment[], by: number): Segment[] {
  return by === 0 ? segments : segments.map((segment) => ({ ...segment, at: segment.at + by }))
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
  const headings: string[] = []
  for (const { kind, text } of context) if (kind === 'heading') headings.push(text)
  if (headings.length > 0) metadata['headings'] = headings
  return given ? { ...metadata, ...structuredClone(given) } : metadata
}

/** Lists of several blocks are joined without repetition; of other values the first stays. */
function joinMetadata(atoms: readonly Atom[]): Metadata {
  let joined: Map<string, Json | Set<Json>> | undefined
  let previous: Metadata | undefined
  for (const { start, end, block } of atoms) {
    if (block.metadata && block.metadata !== previous) join((joined ??= new Map()), block.metadata)
    previous = block.metadata
    if (block.metadataOf) join((joined ??= new Map()), block.metadataOf({ start, end }))
  }
  if (!joined) return {}
  return Object.fromEntries([...joined].map(([key, value]) => [key, value instanceof Set ? [...value] : value]))
}

function join(joined: Map<string, Json | Set<Json>>, metadata: Metadata): void {
  for (const [key, value] of Object.entries(metadata)) {
    const known = joined.get(key)
    if (known === undefined) joined.set(key, Array.isArray(value) ? new Set(value) : value)
    else if (known instanceof Set && Array.isArray(value)) for (const item of value) known.add(item)
  }
}
