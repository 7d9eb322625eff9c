import type { Name } from './open-elements.js'
import { asHeading, type Tag, UNSEEN_FOREIGN } from './tags.js'

/** How a page is read. */
export interface ReadingOptions {
  /** Inline elements become part of the tree, and what is media or part of a picture stays: chunks show the markup. */
  markup: boolean
  /** Names of elements that are left out with all they hold. */
  removeTags: ReadonlySet<string>
  /** `<br/>` closes any element, and `<![CDATA[` is text. */
  xhtml: boolean
}

/** Attributes that say whether an element is shown and what it is for; others are not looked at. */
type Attribute = 'hidden' | 'style' | 'role' | 'open' | 'aria-level'

const HIDING_STYLE = /(?:^|;)\s*display\s*:\s*none\b/i

/** Elements that are left out even where they stand inside `svg` or `math`. */
const NEVER_SHOWN = new Set(['head', 'script', 'style', 'template', 'title'])

/** Elements that show something, though not what they hold; chunks with markup keep them. */
const SHOWN_AS_MARKUP = new Set(['audio', 'canvas', 'iframe', 'rp', 'video'])

/** The start tag being read. */
export class StartTag {
  readonly start: number
  readonly name: Name
  /** `role=main`, or the element of that name. */
  isMain: boolean
  #hidden = false
  #isHeading = false
  #level = 0
  #open = false
  #attribute: Attribute | undefined
  #value = ''

  constructor(start: number, name: Name) {
    this.start = start
    this.name = name
    this.isMain = name.tag.name === 'main'
  }

  /** What is known of the element: by its name, or that `role` and `aria-level` make it a heading. */
  get tag(): Tag {
    const { tag } = this.name
    if (tag.heading ? this.#level === 0 : !this.#isHeading) return tag
    return asHeading(tag, this.#level || tag.heading)
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
    else if (this.#attribute === 'role') this.#role(this.#value.trim().toLowerCase())
    else if (this.#attribute === 'aria-level') this.#level = levelOf(this.#value)
    else if (this.#attribute === 'open') this.#open = true
    this.#attribute = undefined
  }

  #role(role: string): void {
    this.isMain ||= role === 'main'
    this.#isHeading ||= role === 'heading'
  }

  /** Why the element is left out, or undefined. `foreign`: it is part of `svg` or `math`. */
  reasonToRemove(foreign: boolean, { markup, removeTags }: ReadingOptions): string | undefined {
    const { tag } = this.name
    if (removeTags.has(tag.name)) return `removeTags: ${tag.name}`
    if (foreign) return reasonInPicture(tag.name, markup)
    if (this.#hidden) return 'hidden'
    if (tag.name === 'dialog' && !this.#open) return 'closed dialog'
    return markup && SHOWN_AS_MARKUP.has(tag.name) ? undefined : tag.unseen
  }
}

function isAttribute(name: string): name is Attribute {
  return name === 'hidden' || name === 'style' || name === 'role' || name === 'open' || name === 'aria-level'
}

/** A level as the attribute gives it, no deeper than the headings of HTML; 0 if it is none. */
function levelOf(value: string): number {
  const level = value.trim()
  return /^[1-9]\d*$/.test(level) ? Math.min(Number(level), 6) : 0
}

/** What a picture or formula does not show is part of its markup, except for what runs or styles. */
function reasonInPicture(name: string, markup: boolean): string | undefined {
  if (markup && name === 'title') return undefined
  if (NEVER_SHOWN.has(name)) return `${name} is not displayed`
  return markup ? undefined : UNSEEN_FOREIGN.get(name)
}
