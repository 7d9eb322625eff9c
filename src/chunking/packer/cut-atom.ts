import { type Cutting, type FoundCut, findCut } from './cut.js'
import { type Atom, part } from './piece.js'
import { includeIndent, skipSpace, skipSpaceBack } from './space.js'

/** Cuts an atom at a place that was looked for up to `reach`; no rest where only white space is left. */
export function cutAtom(
  cutting: Cutting,
  atom: Atom,
  reach: number,
  { end, next, cut }: FoundCut,
): { head: Atom; rest: Atom | undefined } {
  const { text } = cutting
  const visible = skipSpace(text, atom.start, atom.end)
  // Where not even one character fits beside its indent, the indent goes.
  const head = part(atom, end > reach ? visible : atom.start, skipSpaceBack(text, visible, end))
  const from = skipSpace(text, next, atom.end)
  head.cut ||= cut
  head.overSize = isOverSize(cutting, visible, head.end)
  if (from >= atom.end) return { head, rest: undefined }
  const rest = part(atom, includeIndent(text, from, next), atom.end, 0)
  rest.cut ||= cut
  rest.gap = 'none'
  rest.keepWithNext = atom.keepWithNext
  return { head, rest }
}

/**
 * Parts of an atom that turned out too large: what should fit and the rest, halves if all of it should, else a grapheme
 * and the rest, else no indent.
 *
 * @param most how far into it a chunk should reach
 */
export function divideAtom(cutting: Cutting, atom: Atom, most: number): Atom[] {
  const { text, measure } = cutting
  const visible = skipSpace(text, atom.start, atom.end)
  const whole = measure.graphemes.endOf(visible, atom.end)
  if (whole === atom.end && atom.start < visible) return [part(atom, visible, atom.end)]
  const wanted = most < atom.end ? most : (atom.start + atom.end) >> 1
  const reach = whole < atom.end ? Math.max(wanted, whole) : wanted
  const { head, rest } = cutAtom(cutting, atom, reach, findCut(cutting, atom, visible, reach))
  return rest ? [head, rest] : [head]
}

/** Whether an atom is more than a single grapheme. */
export function hasSeveralGraphemes({ text, measure }: Cutting, { start, end }: Atom): boolean {
  return measure.graphemes.endOf(skipSpace(text, start, end), end) < end
}

/** Whether a single code point, or what shows as one piece, is more than a chunk may hold. */
function isOverSize({ text, measure, maxSize }: Cutting, start: number, end: number): boolean {
  const codePoint = start + String.fromCodePoint(text.codePointAt(start)!).length
  if (end > codePoint && end !== measure.pieceAround(start + 1)?.end) return false
  return measure.exact(measure.show(start, end).text) > maxSize
}
