import { type InlineStyle, inlineStyle } from './inline-style.js'
import { asHeading, type Display, displayedAs, type Tag, UNSEEN_FOREIGN } from './tags.js'

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
export type Attribute = 'hidden' | 'popover' | 'style' | 'role' | 'open' | 'aria-level'

/** What the attributes of a start tag say. */
export interface Attributes {
  /** Not shown unless the style displays it. */
  readonly hidden: boolean
  readonly style?: InlineStyle
  readonly isMain: boolean
  /** Name of the element that the role makes of it: one of those around the main content. */
  readonly landmark?: string
  readonly isHeading: boolean
  /** Level of a heading, 1..6; 0 if none is given. */
  readonly level: number
  readonly open: boolean
}

/** What a start tag without attributes says. */
export const NO_ATTRIBUTES: Attributes = { hidden: false, isMain: false, isHeading: false, level: 0, open: false }

/** Adds what one more attribute says. */
export function withAttribute(known: Attributes, name: Attribute, value: string): Attributes {
  if (name === 'hidden') return { ...known, hidden: known.hidden || value.toLowerCase() !== 'until-found' }
  if (name === 'popover') return { ...known, hidden: true }
  if (name === 'style') {
    const style = known.style ?? inlineStyle(value)
    return style ? { ...known, style } : known
  }
  if (name === 'aria-level') return { ...known, level: levelOf(value) }
  if (name === 'open') return { ...known, open: true }
  const role = value.trim().toLowerCase()
  if (role === 'main') return { ...known, isMain: true }
  if (role === 'heading') return { ...known, isHeading: true }
  const landmark = LANDMARKS.get(role)
  return landmark ? { ...known, landmark } : known
}

/** Whether an attribute, in lower case, is looked at. */
export function isAttribute(name: string): name is Attribute {
  if (name === 'hidden' || name === 'style' || name === 'role') return true
  return name === 'open' || name === 'popover' || name === 'aria-level'
}

/**
 * What is known of an element: by its name, and by what its attributes make of it.
 *
 * @param apart what holds the element sets each child apart, as `display: flex` does
 */
export function tagWith(named: Tag, attributes: Attributes, apart: boolean): Tag {
  if (attributes === NO_ATTRIBUTES && !apart) return named
  const { isHeading, level, landmark, style } = attributes
  const shown = displayedAs(named, displayOf(named, style, apart))
  const tag = landmark ? { ...shown, landmark } : shown
  if (tag.heading ? level === 0 : !isHeading) return tag
  return asHeading(tag, level || tag.heading)
}

/** Why an element is left out, or undefined. `foreign`: it is part of `svg` or `math`. */
export function reasonToRemove(
  tag: Tag,
  { hidden, open, style }: Attributes,
  foreign: boolean,
  { markup, removeTags }: ReadingOptions,
): string | undefined {
  if (removeTags.has(tag.name)) return `removeTags: ${tag.name}`
  if (style?.hidden) return 'hidden'
  if (foreign) return reasonInPicture(tag.name, markup)
  if (hidden && !style?.display) return 'hidden'
  if (tag.name === 'dialog' && !open && !style?.display) return 'closed dialog'
  return markup && SHOWN_AS_MARKUP.has(tag.name) ? undefined : tag.unseen
}

/** Roles of what surrounds the main content, and the elements that have them by name. */
const LANDMARKS = new Map([
  ['navigation', 'nav'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
])

/** Elements that are left out even where they stand inside `svg` or `math`. */
const NEVER_SHOWN = new Set(['head', 'script', 'style', 'template', 'title'])

/** Elements that show something, though not what they hold; chunks with markup keep them. */
const SHOWN_AS_MARKUP = new Set(['audio', 'canvas', 'iframe', 'meter', 'progress', 'rp', 'video'])

function displayOf({ display, empty }: Tag, style: InlineStyle | undefined, apart: boolean): Display {
  const own = style?.display ?? display
  return own === 'inline' && (apart || style?.outOfFlow) && !empty ? 'block' : own
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
