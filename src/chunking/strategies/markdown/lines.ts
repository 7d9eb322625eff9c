import type { Span } from '../../../core/index.js'

const TAB = 9
const LF = 10
const CR = 13
const SPACE = 32

/**
 * The lines of a text from an offset on, ended by `\n`, `\r\n` or `\r` as CommonMark has it (never by U+2028 or form
 * feed), numbered from 0. Line numbers of the block parser become offsets here.
 */
export class SourceLines {
  readonly text: string
  readonly count: number
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  /** For each line, the last line up to it that is not blank; -1 when there is none. */
  readonly #visible: number[] = []

  constructor(text: string, from: number) {
    this.text = text
    let visible = -1
    for (let start = from; start < text.length; ) {
      const end = lineEnd(text, start)
      if (!isBlank(text, start, end)) visible = this.#starts.length
      this.#starts.push(start)
      this.#ends.push(end)
      this.#visible.push(visible)
      start = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1)
    }
    this.count = this.#starts.length
  }

  /** Offset of a line's first unit; the text's length for lines after the last. */
  start(line: number): number {
    return this.#starts[line] ?? this.text.length
  }

  /** Offset after a line's last unit, its line break not included. */
  end(line: number): number {
    return this.#ends[line] ?? this.text.length
  }

  /** A line without its break. */
  line(line: number): string {
    return this.text.slice(this.start(line), this.end(line))
  }

  /** The break that ends a line, `\n` where the text ends without one. */
  lineBreak(line: number): string {
    return this.text.slice(this.end(line), this.start(line + 1)) || '\n'
  }

  /** Whether a line holds nothing but spaces and tabs. */
  isBlank(line: number): boolean {
    return this.#visible[line] !== line
  }

  /** The end (exclusive) of `first..end` without its trailing blank lines. */
  trimEnd(first: number, end: number): number {
    const visible = this.#visible[Math.min(end, this.count) - 1] ?? -1
    return Math.max(first, visible + 1)
  }

  /** The first line from `first` on that is not blank, or `end`. */
  skipBlank(first: number, end: number): number {
    while (first < end && this.isBlank(first)) first++
    return first
  }

  /** From a line's first unit to the last visible unit of `first..end`. */
  span(first: number, end: number): Span {
    const start = this.start(first)
    let to = this.end(this.trimEnd(first, end) - 1)
    while (to > start && isSpaceOrTab(this.text.charCodeAt(to - 1))) to--
    return { start, end: Math.max(start, to) }
  }

  /** The first line that begins at least `units` after the beginning of `line`. */
  after(line: number, units: number): number {
    const wanted = this.start(line) + units
    let low = line + 1
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.start(middle) >= wanted) high = middle
      else low = middle + 1
    }
    return Math.min(low, this.count)
  }
}

function lineEnd(text: string, start: number): number {
  let end = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === LF || code === CR) break
  }
  return end
}

function isBlank(text: string, start: number, end: number): boolean {
  while (start < end && isSpaceOrTab(text.charCodeAt(start))) start++
  return start >= end
}

function isSpaceOrTab(code: number): boolean {
  return code === SPACE || code === TAB
}
