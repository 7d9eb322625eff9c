import { wrapPart } from './frames.js'
import type { Measure } from './measure.js'
import type { Piece } from './piece.js'

/**
 * Merges pieces smaller than `minSize` with a neighbour, across the weakest cuts first, so that sections of one parent
 * come together before their parents do. Cuts of strength 1 stay.
 */
export function mergeSmall(pieces: readonly Piece[], minSize: number, maxSize: number, measure: Measure): Piece[] {
  if (minSize <= 0 || pieces.length < 2) return [...pieces]
  const merged: (Piece | undefined)[] = [...pieces]
  /** Last piece of the run that begins with each piece. */
  const last = Int32Array.from(pieces, (_, index) => index)
  /** First piece of the run that each piece has been merged into. */
  const first = Int32Array.from(pieces, (_, index) => index)
  const findFirst = (index: number): number => {
    while (first[index] !== index) index = first[index] = first[first[index]!]!
    return index
  }
  const cuts = pieces.map((_, index) => index).filter((index) => index > 0 && pieces[index]!.strength < 1)
  cuts.sort((a, b) => pieces[a]!.strength - pieces[b]!.strength || a - b)
  for (const cut of cuts) {
    const left = findFirst(cut - 1)
    const a = merged[left]!
    const b = merged[cut]!
    if (size(a, measure) >= minSize && size(b, measure) >= minSize) continue
    const union = join(a, b)
    if (wrappedSize(union, maxSize, measure) > maxSize) continue
    merged[left] = union
    merged[cut] = undefined
    first[cut] = left
    last[left] = last[cut]!
  }
  return merged.flatMap((piece, index) => {
    if (!piece) return []
    if (last[index] === index) return [piece]
    return [{ ...piece, atoms: pieces.slice(index, last[index]! + 1).flatMap(({ atoms }) => atoms) }]
  })
}

/** The atoms are put together when all is merged. */
function join(a: Piece, b: Piece): Piece {
  return { ...a, end: b.end, endFrame: b.endFrame }
}

function size(piece: Piece, measure: Measure): number {
  return measure.between(piece.start, piece.end)
}

function wrappedSize(piece: Piece, maxSize: number, measure: Measure): number {
  const { open, close, size } = wrapPart(piece.startFrame, piece.start, piece.endFrame, piece.end, maxSize / 2)
  if (measure.certain) return measure.between(piece.start, piece.end) + size
  return measure.exact(open + measure.show(piece.start, piece.end).text + close)
}
