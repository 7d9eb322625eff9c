import { IntColumn } from './column.js'
import type { Tag } from './tags.js'

/** What was seen of an element beside its tag. */
export const REMOVED = 1
/** `main` or `role=main`. */
export const MAIN = 2
/** Holds elements that stand in lines of their own, or is one. */
export const BLOCKISH = 4
/** Its end tag is missing though it may not be. */
export const UNCLOSED = 8
/** Removed, but its headings are in force for what follows. */
export const ANNOUNCES = 16
/** Its children stand in lines of their own, whatever they are. */
export const APART = 32

/**
 * The elements of a page in the order of their start tags: a tree without objects, so that a page of a million tags and
 * one of a hundred thousand levels are read alike. Element 0 is the document.
 */
export class Tree {
  readonly tags: Tag[] = []
  /** Why an element is removed, by its index. */
  readonly reasons = new Map<number, string>()
  readonly #parent = new IntColumn()
  readonly #start = new IntColumn()
  readonly #openEnd = new IntColumn()
  readonly #closeStart = new IntColumn()
  readonly #end = new IntColumn()
  readonly #next = new IntColumn()
  readonly #pieceFrom = new IntColumn()
  readonly #pieceTo = new IntColumn()
  readonly #flags = new IntColumn()

  /** How many elements there are. */
  get size(): number {
    return this.tags.length
  }

  /** Adds an element whose start tag is `start..openEnd`; {@link close} must follow. */
  open(tag: Tag, parent: number, start: number, openEnd: number, pieces: number, flags: number): number {
    this.#parent.push(parent)
    this.#start.push(start)
    this.#openEnd.push(openEnd)
    this.#closeStart.push(openEnd)
    this.#end.push(openEnd)
    this.#next.push(this.size + 1)
    this.#pieceFrom.push(pieces)
    this.#pieceTo.push(pieces)
    this.#flags.push(flags)
    return this.tags.push(tag) - 1
  }

  /** Ends an element; `closeStart === end` where it has no end tag. */
  close(element: number, closeStart: number, end: number, pieces: number): void {
    this.#closeStart.set(element, closeStart)
    this.#end.set(element, end)
    this.#next.set(element, this.size)
    this.#pieceTo.set(element, pieces)
  }

  mark(element: number, flag: number): void {
    this.#flags.set(element, this.#flags.get(element) | flag)
  }

  has(element: number, flag: number): boolean {
    return (this.#flags.get(element) & flag) !== 0
  }

  /** Takes an element out of the page. */
  remove(element: number, reason: string): void {
    this.mark(element, REMOVED)
    this.reasons.set(element, reason)
  }

  tag(element: number): Tag {
    return this.tags[element]!
  }
  parent(element: number): number {
    return this.#parent.get(element)
  }
  /** Offset of the start tag. */
  start(element: number): number {
    return this.#start.get(element)
  }
  /** Offset after the start tag. */
  openEnd(element: number): number {
    return this.#openEnd.get(element)
  }
  /** Offset of the end tag. */
  closeStart(element: number): number {
    return this.#closeStart.get(element)
  }
  /** Offset after the end tag. */
  end(element: number): number {
    return this.#end.get(element)
  }
  /** The first element after all that is inside this one. */
  next(element: number): number {
    return this.#next.get(element)
  }
  /** How many pieces of text come before the element. */
  pieceFrom(element: number): number {
    return this.#pieceFrom.get(element)
  }
  /** How many pieces of text come before the element's end. */
  pieceTo(element: number): number {
    return this.#pieceTo.get(element)
  }
}
