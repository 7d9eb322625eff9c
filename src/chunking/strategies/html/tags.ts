/**
 * How an element takes part in the layout, after the HTML standard's default style sheet: the part of it that decides
 * where lines break.
 */
export type Display = 'inline' | 'block' | 'paragraph' | 'row' | 'cell'

/** What the strategy knows of an element by its name. */
export interface Tag {
  name: string
  display: Display
  /** `Block.kind` of the element. */
  kind: string
  /** `Block.strength` of a cut before the element; headings and sections get theirs from the outline. */
  strength: number
  /** Stays with the block that follows. */
  keepWithNext?: boolean
  /** Level of a heading, 1..6. */
  heading?: number
  /** Begins and ends a topic; headings inside do not reach out of it. */
  section?: boolean
  /** White space inside is kept as it is. */
  preformatted?: boolean
  /** Has neither content nor an end tag. */
  empty?: boolean
  /** Why a browser shows nothing of it. */
  unseen?: string
  /** The end tag may be left out. */
  optionalEnd?: boolean
  /** The end tag ends blocks inside that are still open, though the element is inline. */
  scoped?: boolean
  /** What lies inside depends on where the element ends, though it is inline. */
  kept?: boolean
  /** How its children stand to one another, though they are inline: parts of formulas that are not written in a row. */
  parts?: 'row' | 'cell'
  /** Name of the element that has the role which an attribute gives to this one, such as `nav`. */
  landmark?: string
}

/** Everything known of the element called `name`, in lower case. Unknown elements are inline. */
export function tagNamed(name: string): Tag {
  return TAGS.get(name) ?? { name, display: 'inline', kind: 'inline', strength: INLINE_STRENGTH }
}

/** Whether an element does no more than style its text. */
export function isPlain({ kind, scoped, kept, preformatted, empty, unseen }: Tag): boolean {
  return kind === 'inline' && !scoped && !kept && !preformatted && !empty && !unseen
}

/**
 * An element displayed as its style has it. Headings, sections, paragraphs and the parts of tables remain what they are:
 * they say how the page is built, however they look.
 */
export function displayedAs(tag: Tag, display: Display): Tag {
  if (tag.display === display || KEEP_DISPLAY.has(tag.kind) || tag.name === 'br') return tag
  return tag.kind === 'inline' ? { ...tag, display, kind: 'division', strength: BLOCK_STRENGTH } : { ...tag, display }
}

const KEEP_DISPLAY = new Set(words('document heading section paragraph table rows row cell'))

/** Level of `role=heading` without `aria-level`, as ARIA has it. */
const DEFAULT_LEVEL = 2

/**
 * A container or inline element as the heading that its attributes make of it, in lines of its own; other elements, such
 * as sections and cells, remain what they are.
 *
 * @param level 1..6
 */
export function asHeading(tag: Tag, level = DEFAULT_LEVEL): Tag {
  const mayBe = tag.heading || tag.kind === 'division' || tag.kind === 'paragraph' || tag.kind === 'inline'
  if (!mayBe || tag.empty || tag.unseen) return tag
  const display = tag.display === 'inline' ? 'block' : tag.display
  return { ...tag, display, kind: 'heading', strength: BLOCK_STRENGTH, heading: level, keepWithNext: true }
}

/** Elements whose name alone says that their text is not shown, when they stand inside `svg` or `math`. */
export const UNSEEN_FOREIGN = new Map(
  words('annotation annotation-xml clippath defs desc marker mask metadata pattern symbol title').map((name) => [
    name,
    `${name} is not displayed`,
  ]),
)

/** Elements that end `svg` and `math` when they begin inside them without an integration point. */
export const BREAKS_OUT_OF_FOREIGN = new Set(
  words(
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
      'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  ),
)

/** Elements that may stand inside `head`; any other ends it. */
export const HEAD_CONTENT = new Set(
  words('base basefont bgsound head html link meta noframes noscript script style template title'),
)

/** Elements whose end tag ends them though blocks inside are still open, which go on without them. */
export const FORMATTING = new Set(words('a b big code em font i nobr s small strike strong tt u'))

/** Elements outside of which an end tag or an implied end does not look. */
export const SCOPE = words('applet caption foreignobject marquee object table td template th')

/** One rule of implied end tags: a start tag ends the open elements `closes`, unless one of `within` stands between. */
export interface ImpliedEnd {
  closes: readonly string[]
  within: readonly string[]
}

/** The elements that the start tag of `name` ends, as the HTML standard's tree construction has it. */
export function impliedEnds(name: string): readonly ImpliedEnd[] {
  return IMPLIED_ENDS.get(name) ?? []
}

/** All names that anything is known of. */
export function htmlNames(): string[] {
  const rules = [...IMPLIED_ENDS].flatMap(([name, ends]) => [
    name,
    ...ends.flatMap((rule) => [...rule.closes, ...rule.within]),
  ])
  return [...new Set([...TAGS.keys(), ...rules])]
}

const INLINE_STRENGTH = 0.15
const BLOCK_STRENGTH = 0.5

/** The words of a list, which are divided by single spaces. */
export function words(list: string): string[] {
  return list.split(' ')
}

const TAGS = new Map<string, Tag>()

function define(names: string, tag: Omit<Tag, 'name'>): void {
  for (const name of words(names)) TAGS.set(name, { name, ...tag })
}

const block = { display: 'block', strength: BLOCK_STRENGTH } as const
const inline = { display: 'inline', kind: 'inline', strength: INLINE_STRENGTH } as const

define('address center dialog div fieldset footer form header hgroup search frameset', { ...block, kind: 'division' })
define('html body', { ...block, kind: 'document', optionalEnd: true })
define('article section main nav aside', { ...block, kind: 'section', section: true })
define('p', { ...block, display: 'paragraph', kind: 'paragraph', optionalEnd: true })
define('blockquote', { ...block, kind: 'quote' })
define('figure', { ...block, kind: 'figure' })
define('figcaption legend', { ...block, kind: 'caption', strength: 0.4, keepWithNext: true })
define('details', { ...block, kind: 'details' })
define('summary', { ...block, kind: 'summary', keepWithNext: true })
define('hr', { ...block, kind: 'rule', empty: true })
define('pre listing xmp plaintext', { ...block, kind: 'code', preformatted: true })
define('ul ol menu dir dl', { ...block, kind: 'list' })
define('li', { ...block, kind: 'item', strength: 0.4, optionalEnd: true })
define('dt', { ...block, kind: 'term', strength: 0.4, keepWithNext: true, optionalEnd: true })
define('dd', { ...block, kind: 'definition', strength: 0.25, optionalEnd: true })
define('table', { ...block, kind: 'table' })
define('caption', { ...block, kind: 'caption', strength: 0.4, keepWithNext: true, optionalEnd: true })
define('thead', { ...block, kind: 'rows', strength: 0.35, keepWithNext: true, optionalEnd: true })
define('tbody tfoot', { ...block, kind: 'rows', strength: 0.35, optionalEnd: true })
define('tr', { display: 'row', kind: 'row', strength: 0.3, optionalEnd: true })
define('td th', { display: 'cell', kind: 'cell', strength: 0.2, optionalEnd: true })
define('option optgroup', { ...block, kind: 'option', strength: 0.3, optionalEnd: true })
for (let level = 1; level <= 6; level++) {
  define(`h${level}`, { ...block, kind: 'heading', heading: level, keepWithNext: true })
}
define('colgroup rb rt rtc', { ...inline, optionalEnd: true })
define('br col img input wbr keygen bgsound', { ...inline, empty: true })
define('mtable', { ...inline, parts: 'row' })
define('mfrac mmultiscripts mover mroot msub msubsup msup mtr munder munderover', { ...inline, parts: 'cell' })
define('math ruby svg', { ...inline, kept: true })
define('applet button marquee object select', { ...inline, scoped: true })
define('foreignobject', { ...block, kind: 'division' })
define('text', { ...block, kind: 'paragraph' })
define('textarea', { ...inline, preformatted: true })
define('area base basefont embed frame link meta param source track', { ...inline, empty: true })
define('rp', { ...inline, optionalEnd: true, unseen: 'rp is not displayed' })
define('head', { ...block, kind: 'head', optionalEnd: true, unseen: 'document head; its title is kept as context' })
define('title', { ...inline, unseen: 'title is kept as context' })
for (const name of words(
  'script style template noscript noembed noframes iframe datalist audio video canvas meter progress',
)) {
  define(name, { ...inline, scoped: true, unseen: `${name} is not displayed` })
}

const TABLE_SCOPE = words('table template')
const CLOSES_P = words(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 ' +
    'h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
)
const LIST_SCOPE = words(
  'article aside blockquote center details dialog dir dl fieldset figure footer form header main menu nav ol section ul',
).concat(SCOPE)
const TERM_SCOPE = LIST_SCOPE.concat('li')

const IMPLIED_ENDS = new Map<string, ImpliedEnd[]>()

function imply(names: string, closes: string, within: readonly string[]): void {
  for (const name of words(names)) {
    const rules = IMPLIED_ENDS.get(name) ?? []
    rules.push({ closes: words(closes), within })
    IMPLIED_ENDS.set(name, rules)
  }
}

imply('li', 'li', LIST_SCOPE)
imply('dt dd', 'dt dd', TERM_SCOPE)
imply('table', 'table', words('td th caption template'))
imply('thead tbody tfoot', 'thead tbody tfoot tr td th caption colgroup', TABLE_SCOPE)
imply('tr', 'tr td th caption colgroup', TABLE_SCOPE)
imply('td th', 'td th caption colgroup', TABLE_SCOPE)
imply('caption colgroup', 'caption colgroup', TABLE_SCOPE)
imply('option', 'option', words('select datalist optgroup').concat(SCOPE))
imply('optgroup', 'option optgroup', words('select datalist').concat(SCOPE))
imply('rt rp rb rtc', 'rt rp rb', words('ruby').concat(SCOPE))
imply('button', 'button', SCOPE)
imply(CLOSES_P.join(' '), 'p', SCOPE.concat('button'))
