import type { ContextPart, Segment } from '../../../core/index.js'
import type { Rendering } from './rendering.js'
import type { Tag } from './tags.js'
import type { Tree } from './tree.js'

/** A path is not made longer by sections nested deeper than this. */
const MOST_NESTED = 8

/** Of a title or heading that was not closed, more does not become context. */
const LONGEST_NAME = 200

const RESTORES_HEADINGS = new Set(['item', 'quote', 'figure', 'details', 'definition'])

/** Signs that pages put beside a heading as a link to it, wherever they stand. */
const PERMALINK = /\s*[¶🔗]\s*$/u

/** Signs that are such a link if they stand between tags. */
const LINK_SIGN = /^[#§¶🔗⚓∞]\ufe0f?$/u

/** The headings in force while a page is read from top to bottom. */
export class HeadingPath {
  /** Title and headings, outermost first. A new array for each change: blocks keep theirs. */
  context: readonly ContextPart[]
  #headings: readonly ContextPart[] = []
  /** How many of the headings stand outside the innermost section. */
  #outer = 0
  readonly #title: readonly ContextPart[]
  readonly #sections: { headings: readonly ContextPart[]; outer: number }[] = []

  constructor(title: string) {
    this.#title = title === '' ? [] : [{ kind: 'title', text: title }]
    this.context = this.#title
  }

  /** How many sections are open. */
  get depth(): number {
    return this.#sections.length
  }

  /**
   * A heading takes the place of those of its level and below. `h1` is an exception: some pages use no other and nest
   * sections, so inside a section it stands below the headings around.
   */
  heading(level: number, text: string): void {
    let keep = this.#headings.length
    const least = level === 1 ? Math.min(this.#outer, MOST_NESTED) : 0
    while (keep > least && this.#headings[keep - 1]!.level! >= level) keep--
    this.#set([...this.#headings.slice(0, keep), { kind: 'heading', text, level }])
  }

  /** A section begins; {@link leave} gives up the headings inside it. */
  enter(): void {
    this.#sections.push({ headings: this.#headings, outer: this.#outer })
    this.#outer = this.#headings.length
  }

  /** Returns the level of the outermost heading given up; 0 if there is none. */
  leave(): number {
    const { headings, outer } = this.#sections.pop()!
    const given = this.#headings
    this.#outer = outer
    if (headings === given) return 0
    this.#set(headings)
    let same = 0
    while (same < headings.length && headings[same] === given[same]) same++
    return (given[same] ?? headings[same])!.level!
  }

  #set(headings: readonly ContextPart[]): void {
    this.#headings = headings
    this.context = [...this.#title, ...headings]
  }
}

/** Strength of a cut before a heading of a level, or a section of a depth, 1 for the highest: .99 down to .915. */
export function borderStrength(level: number): number {
  return 0.99 - (Math.min(level, 6) - 1) * 0.015
}

/** Whether headings inside an element do not reach out of it. */
export function scopesHeadings(tag: Tag): boolean {
  return tag.section === true || RESTORES_HEADINGS.has(tag.kind)
}

/** The text of a heading as a name for what follows. */
export function headingText(tree: Tree, rendering: Rendering, heading: number): string {
  const { text, segments } = rendering.render({ start: tree.start(heading), end: tree.end(heading) })
  const shown = segments.filter(({ at, length }) => text.slice(at, at + length).trim() !== '')
  let [from, to] = [0, text.length]
  if (isLink(shown[0], shown[1])) from = shown[0]!.length
  if (isLink(shown.at(-1), shown.at(-2))) to = shown.at(-1)!.at
  return shortName(text.slice(from, to)).replace(PERMALINK, '')

  /** Whether a piece of the text is a link to the heading: a sign, and a tag between it and its neighbour. */
  function isLink(piece: Segment | undefined, neighbour: Segment | undefined): boolean {
    if (!piece || !neighbour || !LINK_SIGN.test(text.slice(piece.at, piece.at + piece.length).trim())) return false
    return piece.start > neighbour.end || neighbour.start > piece.end
  }
}

/** A title or heading in one line of bounded length. */
export function shortName(text: string): string {
  const line = text
    .slice(0, 2 * LONGEST_NAME)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= LONGEST_NAME ? line : line.slice(0, LONGEST_NAME).replace(/[\ud800-\udbff]$/, '')
}
