import { type Chunk, type ChunkFlag, chunkId, type Document, type Metadata } from '../../core/index.js'
import { LineTable } from '../../text/index.js'
import { wrapPart } from './frames.js'
import type { Measure } from './measure.js'
import { type Atom, type Piece, sharedContext } from './piece.js'

/** Makes the chunks of a document out of its pieces. */
export function assembleChunks(
  document: Document,
  pieces: readonly Piece[],
  maxSize: number,
  measure: Measure,
  metadata: Metadata | undefined,
): Chunk[] {
  const lines = new LineTable(document.text)
  const chunks: Chunk[] = []
  for (const piece of pieces) {
    const chunk = assemble(document, piece, maxSize, measure, lines, metadata)
    if (chunk) chunks.push({ ...chunk, index: chunks.length })
  }
  return chunks
}

function assemble(
  document: Document,
  piece: Piece,
  maxSize: number,
  measure: Measure,
  lines: LineTable,
  metadata: Metadata | undefined,
): Chunk | undefined {
  const { start, end, atoms } = piece
  const shown = measure.show(start, end)
  // A rendering of markup alone shows nothing.
  if (shown.segments && shown.text.trim() === '') return undefined
  const room = maxSize - measure.exact(shown.text)
  const allowed = atoms.length === 1 ? Math.min(maxSize / 2, room) : maxSize / 2
  const wrap = wrapPart(piece.startFrame, start, piece.endFrame, end, Math.max(0, allowed))
  const text = wrap.open + shown.text + wrap.close
  const context = sharedContext(atoms)
  const headings = context.filter((part) => part.kind === 'heading').map((part) => part.text)
  return {
    id: chunkId(document.id, start, end, text),
    documentId: document.id,
    index: 0,
    span: { start, end },
    lines: lines.linesOf({ start, end }),
    text,
    open: wrap.open,
    close: wrap.close,
    ...(shown.segments && { segments: shown.segments }),
    context,
    flags: flagsOf(atoms, wrap.elided),
    metadata: { ...(headings.length > 0 && { headings }), ...joinMetadata(atoms), ...metadata },
    ...(document.media && { media: document.media }),
  }
}

function flagsOf(atoms: readonly Atom[], elided: boolean): ChunkFlag[] {
  const flags = new Set<ChunkFlag>()
  for (const atom of atoms) {
    if (atom.cut) flags.add('split-atom')
    if (atom.overSize) flags.add('over-size')
    if (atom.block.flag) flags.add(atom.block.flag)
  }
  if (elided) flags.add('elided-wrapper')
  return [...flags].sort()
}

/** Lists of several blocks are joined without repetition; of other values the first stays. */
function joinMetadata(atoms: readonly Atom[]): Metadata {
  const joined: Metadata = {}
  let previous: Metadata | undefined
  for (const { block } of atoms) {
    if (!block.metadata || block.metadata === previous) continue
    previous = block.metadata
    for (const [key, value] of Object.entries(block.metadata)) {
      const known = joined[key]
      if (Array.isArray(known) && Array.isArray(value)) joined[key] = [...new Set([...known, ...value])]
      else if (known === undefined) joined[key] = value
    }
  }
  return joined
}
