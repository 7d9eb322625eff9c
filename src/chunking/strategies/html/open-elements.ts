import { COMMON_NAMES, type Name, Names } from './names.js'
import { SCOPE } from './tags.js'

interface Entry {
  element: number
  name: Name
  /** Position of the next outer element of the same name. */
  sameBefore: number
  /** Position of the innermost open block, this one included. */
  block: number
}

/**
 * The stack of open elements. Whether a name is open, and in which scope, is answered without a search, because pages
 * with a hundred thousand open elements exist.
 */
export class OpenElements {
  readonly #names = new Names()
  readonly #stack: Entry[] = []
  /** Position of the innermost open element of each name, by its slot. */
  readonly #last: number[] = new Array(COMMON_NAMES).fill(-1)
  readonly #scope = SCOPE.map((name) => this.name(name))
  readonly #headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => this.name(name))
  readonly #lists = ['ul', 'ol'].map((name) => this.name(name))
  readonly #tables = ['table', 'template'].map((name) => this.name(name))
  readonly #template = this.name('template')

  get depth(): number {
    return this.#stack.length
  }

  /** The open element at a position of the stack. */
  elementAt(position: number): number {
    return this.#stack[position]!.element
  }

  /** What is known of an element called `name`, in any case. */
  name(name: string): Name {
    return this.#names.get(name)
  }

  /** Position of the innermost open element of a name, or -1. */
  last({ slot }: Name): number {
    return this.#last[slot] ?? -1
  }

  push(name: Name, element: number): void {
    const position = this.#stack.length
    const block = name.tag.display === 'inline' ? (this.#stack.at(-1)?.block ?? -1) : position
    this.#stack.push({ element, name, sameBefore: this.last(name), block })
    this.#last[name.slot] = position
  }

  /** Takes the innermost element off and returns it. */
  pop(): { element: number; name: Name } {
    const entry = this.#stack.pop()!
    this.#last[entry.name.slot] = entry.sameBefore
    return entry
  }

  /** Innermost position of any of the names, or -1. */
  innermost(names: readonly Name[]): number {
    let position = -1
    for (const name of names) position = Math.max(position, this.last(name))
    return position
  }

  /** Position from which a start tag of `name` ends the open elements, or -1 if it ends none. */
  impliedEnd(name: Name): number {
    let position = -1
    for (const { closes, within } of name.ends) {
      if (this.innermost(closes) < 0) continue
      const border = this.innermost(within)
      for (const closed of closes) {
        const last = this.last(closed)
        if (last > border && (position < 0 || last < position)) position = last
      }
    }
    return position >= 0 ? position : this.#headingInHeading(name)
  }

  /** Position of the element that an end tag of `name` ends, or -1 if it ends none. */
  explicitEnd(name: Name): number {
    const { tag } = name
    if (tag.heading) return this.#inScope(this.innermost(this.#headings))
    const last = this.last(name)
    if (last < 0) return -1
    if (tag.display === 'inline' && !tag.scoped) return last > this.#innermostBlock() ? last : -1
    if (tag.kind === 'table') return last > this.last(this.#template) ? last : -1
    if (tag.display === 'row' || tag.display === 'cell' || tag.kind === 'rows' || tag.name === 'caption') {
      return last > this.innermost(this.#tables) ? last : -1
    }
    if (tag.name === 'li' && last < this.innermost(this.#lists)) return -1
    return this.#inScope(last)
  }

  /** Position of the formatting element that an end tag of `name` ends though blocks inside are open, or -1. */
  formattingEnd(name: Name): number {
    return name.isFormatting ? this.#inScope(this.last(name)) : -1
  }

  /** No end tag will end the innermost element of a name any more; it ends with what is around it. */
  forget(name: Name): void {
    const last = this.last(name)
    if (last >= 0) this.#last[name.slot] = this.#stack[last]!.sameBefore
  }

  /** The blocks inside the element at a position, from the outside in. */
  blocksAfter(position: number): { element: number; name: Name }[] {
    return this.#stack.slice(position + 1).filter(({ name }) => name.tag.display !== 'inline')
  }

  #headingInHeading(name: Name): number {
    const top = this.#stack.length - 1
    return name.tag.heading && top >= 0 && this.#stack[top]!.name.tag.heading ? top : -1
  }

  /** The standard's "has an element in scope": a table cell, for example, hides what is open around its table. */
  #inScope(position: number): number {
    if (position < 0) return -1
    const border = this.innermost(this.#scope)
    return position >= border ? position : -1
  }

  #innermostBlock(): number {
    return this.#stack.at(-1)?.block ?? -1
  }
}
