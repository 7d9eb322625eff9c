import type { ContextPart } from '../../../core/index.js'
import type { Rendering } from './rendering.js'
import type { Tag } from './tags.js'
import type { Tree } from './tree.js'

/** A path is not made longer by sections nested deeper than this. */
const MOST_NESTED = 8

/** Of a title or heading that was not closed, more does not become context. */
const LONGEST_NAME = 200

const RESTORES_HEADINGS = new Set(['item', 'quote', 'figure', 'details', 'definition'])

/** Signs that pages put behind a heading as a link to it. */
const PERMALINK = /\s*[¶🔗]\s*$/u

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

  leave(): void {
    const { headings, outer } = this.#sections.pop()!
    this.#outer = outer
    if (headings !== this.#headings) this.#set(headings)
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
  const { text } = rendering.render({ start: tree.start(heading), end: tree.end(heading) })
  return shortName(text).replace(PERMALINK, '')
}

/** A title or heading in one line of bounded length. */
export function shortName(text: string): string {
  const line = text
    .slice(0, 2 * LONGEST_NAME)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= LONGEST_NAME ? line : line.slice(0, LONGEST_NAME).replace(/[\ud800-\udbff]$/, '')
}
