import { type WrapperResult, wrapPart } from './frames.js'
import type { Measure } from './measure.js'
import type { Piece } from './piece.js'

/**
 * What makes a piece whole: as much as half of the limit. Beside an atom that is alone it takes only the room that is
 * left, by the size of the finished text, since sizes in tokens need not add up.
 *
 * @param shown the text of the piece
 */
export function wrapPiece(
  { start, startFrame, end, endFrame }: Pick<Piece, 'start' | 'startFrame' | 'end' | 'endFrame'>,
  shown: string,
  isAlone: boolean,
  maxSize: number,
  measure: Measure,
): WrapperResult {
  const half = maxSize / 2
  if (!isAlone) return wrapPart(startFrame, start, endFrame, end, half)
  for (let allowed = Math.min(half, Math.max(0, maxSize - measure.exact(shown))); ; ) {
    const wrapper = wrapPart(startFrame, start, endFrame, end, allowed)
    const { open, close, size } = wrapper
    if (measure.certain || open + close === '' || measure.exact(open + shown + close) <= maxSize) return wrapper
    allowed = size - 1
  }
}
