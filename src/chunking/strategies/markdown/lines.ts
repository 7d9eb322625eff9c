import type { Span } from '../../../core/index.js'
import { LineTable } from '../../../text/index.js'

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
  /** The text with a line feed for each carriage return: what the block parser reads, at the same offsets. */
  readonly plain: string
  readonly count: number
  readonly #from: number
  readonly #table: LineTable
  /** Number of the first line in the table. */
  readonly #first: number
  /** Where the visible text of each line begins; the line's end where there is none. */
  readonly #visible: Uint32Array

  constructor(text: string, from: number, table = new LineTable(text)) {
    this.text = text
    this.plain = text.includes('\r') ? text.replaceAll('\r', '\n') : text
    this.#from = from
    this.#table = table
    this.#first = table.lineAt(from)
    const last = table.start(table.count) < text.length ? table.count : table.count - 1
    this.count = from < text.length ? last - this.#first + 1 : 0
    this.#visible = new Uint32Array(this.count)
    for (let line = 0; line < this.count; line++)
      this.#visible[line] = skipBlanks(text, this.start(line), this.end(line))
  }

  /** Offset of a line's first unit; the text's length for lines after the last. */
  start(line: number): number {
    if (line >= this.count) return this.text.length
    return line === 0 ? this.#from : this.#table.start(this.#first + line)
  }

  /** Offset after a line's last unit, its line break not included. */
  end(line: number): number {
    if (line >= this.count) return this.text.length
    const start = this.start(line)
    let end = this.start(line + 1)
    if (end > start && this.text.charCodeAt(end - 1) === LF) end--
    if (end > start && this.text.charCodeAt(end - 1) === CR) end--
    return end
  }

  /** Offset of a line's first unit that is neither space nor tab; its end where there is none. */
  visible(line: number): number {
    return this.#visible[line] ?? this.text.length
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
    return this.visible(line) >= this.end(line)
  }

  /** The end (exclusive) of `first..end` without its trailing blank lines. */
  trimEnd(first: number, end: number): number {
    let last = Math.min(end, this.count)
    while (last > first && this.isBlank(last - 1)) last--
    return Math.max(first, last)
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

function skipBlanks(text: string, start: number, end: number): number {
  while (start < end && isSpaceOrTab(text.charCodeAt(start))) start++
  return start
}

function isSpaceOrTab(code: number): boolean {
  return code === SPACE || code === TAB
}
