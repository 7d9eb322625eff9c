import {
  BREAKS_OUT_OF_FOREIGN,
  FORMATTING,
  HEAD_CONTENT,
  htmlNames,
  type ImpliedEnd,
  impliedEnds,
  isPlain,
  type Tag,
  tagNamed,
} from './tags.js'

/** What is known of the elements of one name. */
export interface Name {
  readonly tag: Tag
  /** Number of the name among those of a page. */
  readonly slot: number
  readonly ends: readonly Ended[]
  /** The element only styles its text and ends no other. */
  readonly isPlain: boolean
  /** Its end tag ends it though blocks inside are still open. */
  readonly isFormatting: boolean
  /** It may stand inside `head`. */
  readonly isHeadContent: boolean
  /** It ends `svg` and `math`. */
  readonly breaksOutOfForeign: boolean
}

/** The open elements that a start tag ends, unless one of `within` stands between. */
interface Ended {
  readonly closes: readonly Name[]
  readonly within: readonly Name[]
}

/** How many names all pages share; their slots come first. */
export const COMMON_NAMES = htmlNames().length

/** The names of the elements of one page: those of HTML, which all pages share, and others as they come. */
export class Names {
  readonly #others = new Map<string, Name>()

  /** What is known of an element called `name`, in any case. */
  get(name: string): Name {
    return HTML_NAMES.get(name) ?? this.#others.get(name) ?? this.#add(name)
  }

  #add(name: string): Name {
    const lower = name.toLowerCase()
    const made = lower === name ? describe(name, HTML_NAMES.size + this.#others.size) : this.get(lower)
    this.#others.set(name, made)
    return made
  }
}

const HTML_NAMES = new Map(htmlNames().map((name, slot) => [name, describe(name, slot)]))
for (const [name, known] of HTML_NAMES) known.ends = impliedEnds(name).map(resolve)

function describe(name: string, slot: number): Name & { ends: readonly Ended[] } {
  const tag = tagNamed(name)
  return {
    tag,
    slot,
    ends: [],
    isPlain: isPlain(tag) && impliedEnds(name).length === 0,
    isFormatting: FORMATTING.has(name),
    isHeadContent: HEAD_CONTENT.has(name),
    breaksOutOfForeign: BREAKS_OUT_OF_FOREIGN.has(name),
  }
}

function resolve({ closes, within }: ImpliedEnd): Ended {
  return { closes: closes.map(htmlName), within: within.map(htmlName) }
}

function htmlName(name: string): Name {
  return HTML_NAMES.get(name)!
}
