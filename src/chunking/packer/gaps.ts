import type { Span, Structure } from '../../core/index.js'
import type { Atom } from './piece.js'
import { skipSpace, skipSpaceBack } from './space.js'

/** What stands before a block and belongs to none. */
export interface Gap {
  kind: Atom['gap']
  /** Visible text the strategy left out without saying so, before what it dropped, if anything. */
  leftOver: readonly Span[]
}

const NONE: Gap = { kind: 'none', leftOver: [] }
const SEPARATOR: Gap = { kind: 'separator', leftOver: [] }

/** Reads what stands between the blocks of a structure, from left to right. */
export class Gaps {
  readonly #text: string
  readonly #structure: Structure
  #droppedSeen = 0

  constructor(text: string, structure: Structure) {
    this.#text = text
    this.#structure = structure
  }

  /** @param from the end of the last block */
  before(until: number, from: number): Gap {
    let position = skipSpace(this.#text, from, until)
    if (position >= until) return NONE
    if (this.#structure.looseGaps !== undefined) return until < this.#text.length ? SEPARATOR : NONE
    const start = position
    const leftOver: Span[] = []
    const dropped = this.#structure.dropped ?? []
    for (; this.#droppedSeen < dropped.length; this.#droppedSeen++) {
      const { span } = dropped[this.#droppedSeen]!
      if (span.start >= until) break
      this.#collect(leftOver, position, Math.min(span.start, until))
      position = Math.max(position, Math.min(span.end, until))
      if (span.end > until) break
    }
    this.#collect(leftOver, position, until)
    return { kind: position > start ? 'removed' : 'none', leftOver }
  }

  #collect(leftOver: Span[], from: number, to: number): void {
    const start = skipSpace(this.#text, from, to)
    const end = skipSpaceBack(this.#text, start, to)
    if (start < end) leftOver.push({ start, end })
  }
}
