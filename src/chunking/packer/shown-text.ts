import { lowerBound, type Segment, type Span } from '../../core/index.js'

/** A whole document as it is shown, and where in its source each stretch of that is from. */
export class ShownText {
  readonly text: string
  readonly #start: Float64Array
  readonly #end: Float64Array
  readonly #at: Float64Array
  readonly #length: Float64Array
  readonly #verbatim: Uint8Array

  /** Keeps the segments as columns: they are searched for every block. */
  constructor(text: string, segments: readonly Segment[]) {
    const count = segments.length
    this.text = text
    this.#start = new Float64Array(count)
    this.#end = new Float64Array(count)
    this.#at = new Float64Array(count)
    this.#length = new Float64Array(count)
    this.#verbatim = new Uint8Array(count)
    for (let index = 0; index < count; index++) {
      const { start, end, at, length, verbatim } = segments[index]!
      this.#start[index] = start
      this.#end[index] = end
      this.#at[index] = at
      this.#length[index] = length
      this.#verbatim[index] = verbatim ? 1 : 0
    }
  }

  /** Where the text that follows a source offset begins. */
  begins(offset: number): number {
    const segment = lowerBound(this.#end, offset + 1)
    if (segment === this.#end.length) return this.text.length
    return this.#at[segment]! + (this.#verbatim[segment] ? Math.max(0, offset - this.#start[segment]!) : 0)
  }

  /** Where the text that precedes a source offset ends. */
  ends(offset: number): number {
    const segment = lowerBound(this.#start, offset) - 1
    if (segment < 0) return 0
    if (offset >= this.#end[segment]!) return this.#at[segment]! + this.#length[segment]!
    return this.#at[segment]! + (this.#verbatim[segment] ? offset - this.#start[segment]! : 0)
  }

  /** The source around an offset that shows as one piece, as a character reference does. */
  pieceAround(offset: number): Span | undefined {
    const segment = lowerBound(this.#start, offset) - 1
    if (segment < 0 || this.#verbatim[segment] || this.#end[segment]! <= offset) return undefined
    return { start: this.#start[segment]!, end: this.#end[segment]! }
  }

  /** The source offset of what is shown at an offset of {@link text}. */
  sourceStart(shown: number): number {
    const segment = lowerBound(this.#at, shown + 1) - 1
    if (segment < 0) return 0
    const inside = shown - this.#at[segment]!
    if (inside >= this.#length[segment]!) return this.#end[segment]!
    return this.#start[segment]! + (this.#verbatim[segment] ? inside : 0)
  }

  /** The source offset after what is shown before an offset of {@link text}. */
  sourceEnd(shown: number): number {
    const segment = lowerBound(this.#at, shown) - 1
    if (segment < 0) return 0
    const inside = shown - this.#at[segment]!
    return this.#verbatim[segment] ? Math.min(this.#start[segment]! + inside, this.#end[segment]!) : this.#end[segment]!
  }
}
