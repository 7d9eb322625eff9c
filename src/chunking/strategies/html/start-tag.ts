import type { Name } from './open-elements.js'
import { type Tag, UNSEEN_FOREIGN } from './tags.js'

/** How a page is read. */
export interface ReadingOptions {
  /** Inline elements become part of the tree, and what is merely not displayed stays: chunks show the markup. */
  markup: boolean
  /** Names of elements that are left out with all they hold. */
  removeTags: ReadonlySet<string>
  /** `<br/>` closes any element, and `<![CDATA[` is text. */
  xhtml: boolean
}

/** Attributes that say whether an element is shown and what it is for; others are not looked at. */
type Attribute = 'hidden' | 'style' | 'role' | 'open'

const HIDING_STYLE = /(?:^|;)\s*display\s*:\s*none\b/i

/** Elements that even chunks with markup leave out. */
const NEVER_SHOWN = new Set(['head', 'script', 'style', 'template', 'title'])

/** The start tag being read. */
export class StartTag {
  readonly start: number
  readonly name: Name
  /** `role=main`, or the element of that name. */
  isMain: boolean
  #hidden = false
  #open = false
  #attribute: Attribute | undefined
  #value = ''

  constructor(start: number, name: Name) {
    this.start = start
    this.name = name
    this.isMain = name.tag.name === 'main'
  }

  beginAttribute(name: string): void {
    this.#attribute = isAttribute(name) ? name : undefined
    this.#value = ''
  }

  /** Whether the value of the attribute matters. */
  get wantsValue(): boolean {
    return this.#attribute !== undefined
  }

  addValue(text: string): void {
    this.#value += text
  }

  endAttribute(): void {
    if (this.#attribute === 'hidden') this.#hidden ||= this.#value.toLowerCase() !== 'until-found'
    else if (this.#attribute === 'style') this.#hidden ||= HIDING_STYLE.test(this.#value)
    else if (this.#attribute === 'role') this.isMain ||= this.#value.trim().toLowerCase() === 'main'
    else if (this.#attribute === 'open') this.#open = true
    this.#attribute = undefined
  }

  /** Why the element is left out, or undefined. `foreign`: it is part of `svg` or `math`. */
  reasonToRemove(foreign: boolean, { markup, removeTags }: ReadingOptions): string | undefined {
    const { tag } = this.name
    if (removeTags.has(tag.name)) return `removeTags: ${tag.name}`
    if (markup) return NEVER_SHOWN.has(tag.name) && !isTitleOfPicture(tag, foreign) ? tag.unseen : undefined
    if (foreign) return NEVER_SHOWN.has(tag.name) ? `${tag.name} is not displayed` : UNSEEN_FOREIGN.get(tag.name)
    if (this.#hidden) return 'hidden'
    if (tag.name === 'dialog' && !this.#open) return 'closed dialog'
    return tag.unseen
  }
}

function isAttribute(name: string): name is Attribute {
  return name === 'hidden' || name === 'style' || name === 'role' || name === 'open'
}

function isTitleOfPicture(tag: Tag, foreign: boolean): boolean {
  return foreign && tag.name === 'title'
}
