import type { Span } from '../core/text.js'

/** Where each line of a text begins. Lines end at `\n`, `\r\n` or a lone `\r`, and are counted from 1. */
export class LineTable {
  readonly #starts: Uint32Array

  /** Reads the text once. */
  constructor(text: string) {
    this.#starts = lineStarts(text)
  }

  /** Number of lines; 1 for the empty text. A text that ends with a line break has an empty last line. */
  get count(): number {
    return this.#starts.length
  }

  /** The line that holds the unit at `offset`; a line break belongs to the line it ends. Beyond the text: its last line. */
  lineAt(offset: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** Offset of the first unit of a line; lines beyond the last one begin where the last one does. */
  start(line: number): number {
    const index = Math.min(Math.max(line, 1), this.#starts.length) - 1
    return this.#starts[index]!
  }

  /** First and last line that a span touches; an empty span lies on one line. */
  linesOf(span: Span): [first: number, last: number] {
    return [this.lineAt(span.start), this.lineAt(Math.max(span.start, span.end - 1))]
  }
}

function lineStarts(text: string): Uint32Array {
  let starts = new Uint32Array(Math.max(16, text.length >>> 5))
  let count = 1
  // Both searches move forward only, so a text of one kind of line break is scanned once for each kind.
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  while (feed >= 0 || carriage >= 0) {
    let next: number
    if (carriage < 0 || (feed >= 0 && feed < carriage)) {
      next = feed + 1
      feed = text.indexOf('\n', next)
    } else {
      next = carriage + 1
      if (feed === next) feed = text.indexOf('\n', ++next)
      carriage = text.indexOf('\r', next)
    }
    if (count === starts.length) starts = grown(starts)
    starts[count++] = next
  }
  return starts.slice(0, count)
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
