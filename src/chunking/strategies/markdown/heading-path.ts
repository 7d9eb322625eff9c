import type { ContextPart } from '../../../core/index.js'
import { headingText } from './heading-text.js'
import type { Node } from './node.js'

/** The headings in force; a heading ends those of its own level and below that stand in the same container. */
export class HeadingPath {
  /** From the outermost to the innermost; the same array until a heading changes it. */
  parts: readonly ContextPart[]
  #outer: readonly ContextPart[]
  #own: ContextPart[] = []

  /** @param outer the path around the container: it stays whatever headings stand inside */
  constructor(outer: readonly ContextPart[]) {
    this.parts = outer
    this.#outer = outer
  }

  enter(heading: Node): void {
    const part: ContextPart = { kind: 'heading', text: headingText(heading.title), level: heading.level }
    // A document's title that is its first heading as well is said once.
    this.#outer = this.#outer.filter(({ kind, text }) => kind !== 'title' || text !== part.text)
    this.#own = this.#own.filter(({ level = 0 }) => level < heading.level)
    if (part.text !== '') this.#own.push(part)
    this.parts = [...this.#outer, ...this.#own]
  }
}
