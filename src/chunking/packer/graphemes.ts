import { graphemeBoundaryAtOrAfter, graphemeBoundaryAtOrBefore, isGraphemeBoundary } from '../../text/index.js'
import type { ShownText } from './shown-text.js'
import { isSpace } from './space.js'

/** Borders between the graphemes that chunks show, as offsets of the source. `floor` is a border already known. */
export interface Graphemes {
  /** Whether a border lies at an offset. */
  isBorder(at: number, floor: number): boolean
  /** Whether a cut at an offset leaves graphemes whole; white space beside it is trimmed in any case. */
  isBetween(at: number, floor: number): boolean
  /** The largest border that is at most `at`; where the grapheme began before `floor`, some offset that is none. */
  atOrBefore(at: number, floor: number): number
  /** The smallest border from `at` on, or `to`. */
  atOrAfter(at: number, floor: number, to: number): number
  /** Where the grapheme at `start` ends, or `most`; in any case after `start`. */
  endOf(start: number, most: number): number
}

/** Of chunks that are stretches of their source. */
export function sourceGraphemes(text: string): Graphemes {
  const isBorder = (at: number, floor: number) => isGraphemeBoundary(text, at, floor)
  return {
    isBorder,
    isBetween: (at, floor) => isSpace(text.charCodeAt(at - 1)) || isSpace(text.charCodeAt(at)) || isBorder(at, floor),
    atOrBefore: (at, floor) => graphemeBoundaryAtOrBefore(text, at, floor),
    atOrAfter: (at, floor, to) => graphemeBoundaryAtOrAfter(text, at, floor, to),
    endOf: (start, most) => (start < most ? graphemeBoundaryAtOrAfter(text, start + 1, start, most) : start + 1),
  }
}

/** Of renderings: tags may stand inside a grapheme, and character references make up one. */
export function shownGraphemes(shown: ShownText): Graphemes {
  const { text } = shown
  const isBorder = (at: number, floor: number) =>
    !shown.pieceAround(at) && isGraphemeBoundary(text, shown.begins(at), shown.begins(floor))
  return {
    isBorder,
    isBetween(at, floor) {
      const place = shown.begins(at)
      if (!shown.pieceAround(at) && (isSpace(text.charCodeAt(place - 1)) || isSpace(text.charCodeAt(place))))
        return true
      return isBorder(at, floor)
    },
    atOrBefore(at, floor) {
      const place = shown.pieceAround(at)?.start ?? at
      const begins = shown.begins(place)
      const border = graphemeBoundaryAtOrBefore(text, begins, shown.begins(floor))
      return border === begins ? place : Math.max(floor, shown.sourceStart(border))
    },
    atOrAfter(at, floor, to) {
      const place = shown.pieceAround(at)?.end ?? at
      const begins = shown.begins(place)
      const most = shown.ends(to)
      if (place >= to || begins >= most) return to
      const border = graphemeBoundaryAtOrAfter(text, begins, shown.begins(floor), most)
      if (border >= most) return to
      return border === begins ? place : shown.sourceEnd(border)
    },
    endOf(start, most) {
      const begins = shown.begins(start)
      const last = shown.ends(most)
      if (start >= most) return shown.pieceAround(start + 1)?.end ?? start + 1
      if (begins + 1 >= last) return most
      const border = graphemeBoundaryAtOrAfter(text, begins + 1, begins, last)
      return border >= last ? most : Math.max(start + 1, shown.sourceEnd(border))
    },
  }
}
