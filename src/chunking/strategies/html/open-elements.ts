import { type ImpliedEnd, impliedEnds, isPlain, SCOPE, type Tag, tagNamed } from './tags.js'

/** Where the elements of one name stand on the stack, and what its tags end. */
export interface Name {
  tag: Tag
  /** Position of the innermost open element of this name, or -1. */
  last: number
  ends: readonly { closes: readonly Name[]; within: readonly Name[] }[]
  /** An inline element that only styles its text and ends no other. */
  isPlain: boolean
}

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
  readonly #names = new Map<string, Name>()
  readonly #stack: Entry[] = []
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
    const known = this.#names.get(name)
    if (known) return known
    const lower = name.toLowerCase()
    const made = lower === name ? this.#define(name) : this.name(lower)
    this.#names.set(name, made)
    return made
  }

  #define(name: string): Name {
    const tag = tagNamed(name)
    const made: Name = { tag, last: -1, ends: [], isPlain: false }
    this.#names.set(name, made)
    made.ends = impliedEnds(name).map((rule) => this.#resolve(rule))
    made.isPlain = isPlain(tag) && made.ends.length === 0
    return made
  }

  push(name: Name, element: number): void {
    const position = this.#stack.length
    const block = name.tag.display === 'inline' ? (this.#stack.at(-1)?.block ?? -1) : position
    this.#stack.push({ element, name, sameBefore: name.last, block })
    name.last = position
  }

  /** Takes the innermost element off and returns it. */
  pop(): { element: number; name: Name } {
    const entry = this.#stack.pop()!
    entry.name.last = entry.sameBefore
    return entry
  }

  /** Innermost position of any of the names, or -1. */
  innermost(names: readonly Name[]): number {
    let position = -1
    for (const { last } of names) if (last > position) position = last
    return position
  }

  /** Position from which a start tag of `name` ends the open elements, or -1 if it ends none. */
  impliedEnd(name: Name): number {
    let position = -1
    for (const { closes, within } of name.ends) {
      const border = this.innermost(within)
      for (const { last } of closes) if (last > border && (position < 0 || last < position)) position = last
    }
    return position >= 0 ? position : this.#headingInHeading(name)
  }

  /** Position of the element that an end tag of `name` ends, or -1 if it ends none. */
  explicitEnd(name: Name): number {
    const { tag } = name
    if (tag.heading) return this.#inScope(this.innermost(this.#headings))
    if (name.last < 0) return -1
    if (tag.display === 'inline' && !tag.scoped) return name.last > this.#innermostBlock() ? name.last : -1
    if (tag.kind === 'table') return name.last > this.#template.last ? name.last : -1
    if (tag.display === 'row' || tag.display === 'cell' || tag.kind === 'rows' || tag.name === 'caption') {
      return name.last > this.innermost(this.#tables) ? name.last : -1
    }
    if (tag.name === 'li' && name.last < this.innermost(this.#lists)) return -1
    return this.#inScope(name.last)
  }

  #resolve({ closes, within }: ImpliedEnd): { closes: Name[]; within: Name[] } {
    return { closes: closes.map((name) => this.name(name)), within: within.map((name) => this.name(name)) }
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
