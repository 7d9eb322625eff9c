import { isSpace } from '../../packer/space.js'
import { IntColumn } from './column.js'
import type { Display } from './tags.js'
import { isCollapsible, WhiteSpace } from './white-space.js'

/** The piece equals its source, character by character. */
export const VERBATIM = 1
/** White space of the piece is kept as it is: `pre`, `textarea`. */
export const PREFORMATTED = 2
/** The piece holds something visible. */
export const INK = 4

/** White space that shows as one space. */
export const SPACE = 8

/** Line breaks asked for before the next text; the larger of two wins. A value above `TAB` stands for several tabs. */
export const NO_BREAK = 0
export const TAB = 1
/** More empty cells in a row than this are not counted. */
const MOST_TABS = 64
export const NEW_LINE = MOST_TABS + 1
export const BLANK_LINE = MOST_TABS + 2

/**
 * Text of a page as it is shown, in source order. Piece `i` comes from `source.slice(start[i], end[i])`, and the break
 * `separator[i]` goes before it.
 */
export interface Pieces {
  count: number
  start: Int32Array
  end: Int32Array
  separator: Int32Array
  flags: Int32Array
  /** What the pieces show that are neither verbatim nor a space. */
  replaced: Map<number, string>
}

/**
 * Collects the pieces of a page and collapses white space on the way, after the rules of CSS for inline text: a run of
 * white space is one space, and none at the border of a line.
 */
export class TextFlow {
  readonly #source: string
  readonly #whiteSpace: WhiteSpace
  readonly #start = new IntColumn()
  readonly #end = new IntColumn()
  readonly #separator = new IntColumn()
  readonly #flags = new IntColumn()
  readonly #replaced = new Map<number, string>()
  #pending: number = NEW_LINE
  /** Empty cells that the line to come begins with. */
  #emptyCells = 0
  #spaceStart = -1
  #spaceEnd = -1
  #nextReturn = -1
  #atLineStart = true

  constructor(source: string) {
    this.#source = source
    this.#whiteSpace = new WhiteSpace(source)
  }

  /** How many pieces there are so far. */
  get count(): number {
    return this.#start.length
  }

  /** Text goes on in a new line or cell. */
  break(kind: number): void {
    this.#spaceStart = -1
    this.#atLineStart = true
    if (kind !== TAB) {
      this.#emptyCells = 0
      this.#pending = Math.max(this.#pending, kind)
    } else if (this.#pending >= NEW_LINE) this.#emptyCells = Math.min(this.#emptyCells + 1, MOST_TABS)
    else this.#pending = Math.min(this.#pending + 1, MOST_TABS)
  }

  /** An element begins: its text stands apart from what comes before, if that is how it is displayed. */
  beginElement(display: Display): void {
    if (display !== 'cell') {
      this.#breakLine(display)
      return
    }
    this.#spaceStart = -1
    this.#atLineStart = true
    if (this.#pending === NO_BREAK) this.#pending = TAB
  }

  /** An element ends. */
  endElement(display: Display): void {
    if (display === 'cell') this.break(TAB)
    else this.#breakLine(display)
  }

  /** Running text. */
  text(start: number, end: number): void {
    const source = this.#source
    let from = start
    for (let at = this.#whiteSpace.after(from); at < end; at = this.#whiteSpace.after(from)) {
      const before = at > from && source.charCodeAt(at - 1) === 32 ? at - 1 : at
      let after = at + 1
      while (after < end && isCollapsible(source.charCodeAt(after))) after++
      this.#words(from, before)
      this.#space(before, after)
      from = after
    }
    this.#words(from, end)
  }

  /** Text whose white space is kept; line ends become `\n`. */
  preformatted(start: number, end: number): void {
    let from = start
    for (;;) {
      const at = this.#carriageReturn(from)
      if (at >= end) break
      if (at > from) this.#add(from, at, VERBATIM | PREFORMATTED)
      const after = at + 1 < end && this.#source.charCodeAt(at + 1) === 10 ? at + 2 : at + 1
      this.#add(at, after, PREFORMATTED, '\n')
      from = after
    }
    if (end > from) this.#add(from, end, VERBATIM | PREFORMATTED)
  }

  /** A character reference. */
  reference(start: number, end: number, text: string, preformatted: boolean): void {
    if (!preformatted && isCollapsible(text.charCodeAt(0))) this.#space(start, end)
    else this.#add(start, end, preformatted ? PREFORMATTED : 0, text)
  }

  /** `br`: its line end is the tag's own. */
  lineBreak(start: number, end: number): void {
    this.#spaceStart = -1
    this.#add(start, end, 0, '\n')
    this.#atLineStart = true
  }

  finish(): Pieces {
    return {
      count: this.count,
      start: this.#start.toArray(),
      end: this.#end.toArray(),
      separator: this.#separator.toArray(),
      flags: this.#flags.toArray(),
      replaced: this.#replaced,
    }
  }

  #breakLine(display: Display): void {
    if (display === 'block' || display === 'row') this.break(NEW_LINE)
    else if (display === 'paragraph') this.break(BLANK_LINE)
  }

  /** The next carriage return; remembered, so that all calls together read the source once. */
  #carriageReturn(from: number): number {
    if (this.#nextReturn < from) {
      const at = this.#source.indexOf('\r', from)
      this.#nextReturn = at < 0 ? this.#source.length : at
    }
    return this.#nextReturn
  }

  /** Text with single spaces only. */
  #words(start: number, end: number): void {
    if (start >= end) return
    const source = this.#source
    const from = source.charCodeAt(start) === 32 ? start + 1 : start
    const to = end > from && source.charCodeAt(end - 1) === 32 ? end - 1 : end
    if (from > start) this.#space(start, from)
    if (to > from) this.#add(from, to, VERBATIM)
    if (to < end) this.#space(to, end)
  }

  #space(start: number, end: number): void {
    if (this.#atLineStart || this.#spaceStart >= 0) return
    this.#spaceStart = start
    this.#spaceEnd = end
  }

  #add(start: number, end: number, kind: number, text?: string): void {
    if (this.#emptyCells > 0) this.#indent(start)
    if (this.#spaceStart >= 0) {
      const [from, to] = [this.#spaceStart, this.#spaceEnd]
      this.#spaceStart = -1
      const plain = to === from + 1 && this.#source.charCodeAt(from) === 32
      this.#push(from, to, plain ? VERBATIM : SPACE)
    }
    const ink = text === undefined ? this.#hasInk(start, end) : !isSpace(text.charCodeAt(0))
    if (text !== undefined) this.#replaced.set(this.count, text)
    this.#push(start, end, ink ? kind | INK : kind)
    this.#atLineStart = false
  }

  /** Empty cells at the beginning of a row are an indent, which the last tag before its first text shows. */
  #indent(textStart: number): void {
    this.#replaced.set(this.count, '\t'.repeat(this.#emptyCells))
    this.#emptyCells = 0
    this.#push(this.#source.lastIndexOf('<', textStart - 1), textStart, PREFORMATTED)
  }

  /** Adds a piece; a verbatim one goes on the one before, if it can. */
  #push(start: number, end: number, flags: number): void {
    const last = this.count - 1
    if (flags & VERBATIM && this.#pending === NO_BREAK && last >= 0 && this.#end.get(last) === start) {
      const before = this.#flags.get(last)
      if (before & VERBATIM && (before & PREFORMATTED) === (flags & PREFORMATTED)) {
        this.#end.set(last, end)
        this.#flags.set(last, before | flags)
        return
      }
    }
    this.#start.push(start)
    this.#end.push(end)
    this.#separator.push(this.#pending)
    this.#flags.push(flags)
    this.#pending = NO_BREAK
  }

  #hasInk(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (!isSpace(this.#source.charCodeAt(at))) return true
    return false
  }
}
