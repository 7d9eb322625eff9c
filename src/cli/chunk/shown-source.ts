import type { Chunk } from '../../core/document.js'
import type { Span } from '../../core/text.js'

/** A stretch of the source, and whether the text of a chunk shows it. */
export interface Piece {
  text: string
  shown: boolean
}

/** Which source the texts of chunks show: all of it, but for renderings, which leave out markup. */
export class ShownSource {
  /** Ascending and apart; undefined where nothing is left out. */
  readonly #spans: readonly Span[] | undefined

  constructor(chunks: readonly Chunk[]) {
    if (!chunks.some(({ segments }) => segments)) return
    const spans = chunks.flatMap(({ segments, span }): readonly Span[] => segments ?? [span])
    this.#spans = joined(spans)
  }

  /** A stretch of the source in pieces that are shown and pieces that are not. */
  pieces(source: string, { start, end }: Span): Piece[] {
    const spans = this.#spans
    if (!spans) return [{ text: source.slice(start, end), shown: true }]
    const pieces: Piece[] = []
    const add = (from: number, to: number, shown: boolean) => {
      if (from < to) pieces.push({ text: source.slice(from, to), shown })
    }
    let at = start
    for (let index = firstEndingAfter(spans, start); index < spans.length && spans[index]!.start < end; index++) {
      const shownFrom = Math.max(at, spans[index]!.start)
      const shownTo = Math.min(end, spans[index]!.end)
      add(at, shownFrom, false)
      add(shownFrom, shownTo, true)
      at = shownTo
    }
    add(at, end, false)
    return pieces
  }
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) all.push({ start, end })
  }
  return all
}

function firstEndingAfter(spans: readonly Span[], offset: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (spans[middle]!.end > offset) high = middle
    else low = middle + 1
  }
  return low
}
