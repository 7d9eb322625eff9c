import { isSpace } from '../../packer/space.js'
import { shortName } from './headings.js'
import type { Name } from './names.js'
import { OpenElements } from './open-elements.js'
import { type Attributes, NO_ATTRIBUTES, type ReadingOptions, reasonToRemove, tagWith } from './start-tag.js'
import type { Tag } from './tags.js'
import { BLANK_LINE, type Pieces, TextFlow } from './text-flow.js'
import { APART, BLOCKISH, MAIN, Tree, UNCLOSED } from './tree.js'

/** A page as read: its elements, its text, and what is to be said of it. */
export interface Page {
  source: string
  tree: Tree
  pieces: Pieces
  /** Text of `title`, in one line. */
  title: string
  warnings: string[]
}

const DOCUMENT: Tag = { name: '#document', display: 'block', kind: 'document', strength: 0.5, optionalEnd: true }
const COMMENT: Tag = { name: '#comment', display: 'inline', kind: 'comment', strength: 0, optionalEnd: true }
const STRAY: Tag = { ...COMMENT, name: '#end-tag', kind: 'stray end tag' }

/** Elements inside `svg` and `math` that hold HTML. */
const INTEGRATION = ['foreignobject', 'desc', 'title', 'mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml']

/**
 * Builds tree and text of a page from its tags: tree construction after the HTML standard as far as it decides what
 * lies inside what. (Text that stands wrongly between table cells stays where it is; formatting elements are not
 * reopened.)
 */
export class PageBuilder {
  readonly warnings: string[] = []
  readonly #source: string
  readonly #options: ReadingOptions
  readonly #tree = new Tree()
  readonly #flow: TextFlow
  readonly #open = new OpenElements()
  readonly #foreign = ['svg', 'math'].map((name) => this.#open.name(name))
  readonly #integration = INTEGRATION.map((name) => this.#open.name(name))
  readonly #svg = this.#open.name('svg')
  readonly #math = this.#open.name('math')
  readonly #showsText = [...INTEGRATION, 'text', 'math'].map((name) => this.#open.name(name))
  readonly #html = this.#open.name('html')
  readonly #head = this.#open.name('head')
  #title = ''
  #hasTitle = false
  #inTitle = false
  /** Stack position of the outermost removed element, or -1. */
  #removedFrom = -1
  #preformatted = 0
  /** How many open elements set their children apart. */
  #apart = 0
  /** A line end right after `<pre>` does not count. */
  #skipLineEnd = false
  #unclosed = 0
  #firstUnclosed = -1

  constructor(source: string, options: ReadingOptions) {
    this.#source = source
    this.#options = options
    this.#flow = new TextFlow(source)
    this.#tree.open(DOCUMENT, -1, 0, 0, 0, BLOCKISH)
  }

  /** What is known of an element, by its name in any case. */
  name(name: string): Name {
    return this.#open.name(name)
  }

  /** Whether what comes next is part of `svg` or `math` and no HTML inside them. */
  get inForeign(): boolean {
    const foreign = this.#open.innermost(this.#foreign)
    return foreign >= 0 && this.#open.innermost(this.#integration) < foreign
  }

  text(start: number, end: number): void {
    if (this.#inTitle) this.#title += this.#source.slice(start, end)
    const from = start + (this.#skipLineEnd ? lineEndAt(this.#source, start) : 0)
    this.#skipLineEnd = false
    if (this.#removedFrom >= 0 && !(this.#leavesHead(from, end) && this.#removedFrom < 0)) return
    if (this.#isBetweenShapes()) return
    if (this.#preformatted > 0) this.#flow.preformatted(from, end)
    else this.#flow.text(from, end)
  }

  reference(start: number, end: number, text: string): void {
    this.#skipLineEnd = false
    if (this.#inTitle) this.#title += text
    if (this.#removedFrom < 0 && !this.#isBetweenShapes())
      this.#flow.reference(start, end, text, this.#preformatted > 0)
  }

  /** @param selfClosing the element has no content, by the way its tag ends */
  startTag(name: Name, attributes: Attributes, start: number, end: number, selfClosing: boolean): void {
    this.#skipLineEnd = false
    if (name.isPlain && attributes === NO_ATTRIBUTES && this.#skipsPlain(name)) {
      if (this.#headIsInnermost()) this.#closeFrom(this.#open.last(this.#head), start, start)
      return
    }
    this.#closeImplied(name, start)
    if (name === this.#head && !this.#mayOpenHead()) {
      if (this.#options.markup) this.#stray(start, end)
      return
    }
    const tag = tagWith(name.tag, attributes, this.#isApart())
    const isMain = attributes.isMain || tag.name === 'main'
    const inRemoved = this.#removedFrom >= 0
    const reason = inRemoved ? undefined : reasonToRemove(name.tag, attributes, this.inForeign, this.#options)
    if (!inRemoved && !reason && tag.name === 'br') this.#flow.lineBreak(start, end)
    if (!inRemoved && (!reason || this.#options.removeTags.has(tag.name))) this.#beginElement(tag)
    if (tag.empty && tag.display === 'inline' && !reason) return
    if (!reason && !inRemoved && !this.#isKept(name, tag, isMain)) return
    const element = this.#openElement(name, tag, isMain, start, end, reason)
    if (attributes.style?.separates) {
      this.#tree.mark(element, APART)
      this.#apart++
    }
    if (tag.empty || selfClosing) this.#closeTop(end, end)
  }

  endTag(name: Name, start: number, end: number): void {
    const { tag } = name
    this.#skipLineEnd = false
    if (name.isPlain && this.#open.last(name) < 0 && !this.#options.markup) return
    if (tag.kind === 'document') {
      // What follows still belongs to the body, so nothing is closed.
      if (this.#options.markup) this.leaf(STRAY, start, end, 'end of the document')
      return
    }
    const position = this.#open.explicitEnd(name)
    if (position >= 0) this.#closeFrom(position, start, end)
    else if (this.#removedFrom < 0) this.#strayEnd(tag, start, end)
    else this.#endFormatting(name, start, end)
  }

  comment(start: number, end: number): void {
    this.leaf(COMMENT, start, end, this.#options.markup ? undefined : 'comment')
  }

  /** A comment and the like: an element without content, left out if there is a reason. */
  leaf(tag: Tag, start: number, end: number, reason: string | undefined): number {
    this.#skipLineEnd = false
    const element = this.#tree.open(tag, this.#innermost(), start, end, this.#flow.count, 0)
    this.#tree.close(element, end, end, this.#flow.count)
    if (reason && this.#removedFrom < 0) this.#tree.remove(element, reason)
    return element
  }

  finish(): Page {
    const { length } = this.#source
    this.#warnOfSwallowed()
    while (this.#open.depth > 0) this.#closeTop(length, length)
    this.#tree.close(0, length, length, this.#flow.count)
    if (this.#unclosed === 1) this.warnings.push(`${this.#describe(this.#firstUnclosed)} is not closed.`)
    else if (this.#unclosed > 1) {
      const first = this.#describe(this.#firstUnclosed)
      this.warnings.push(`${this.#unclosed} elements are not closed; the first is ${first}.`)
    }
    return {
      source: this.#source,
      tree: this.#tree,
      pieces: this.#flow.finish(),
      title: shortName(this.#title),
      warnings: this.warnings,
    }
  }

  #strayEnd(tag: Tag, start: number, end: number): void {
    if (tag.name === 'br') this.#flow.lineBreak(start, end)
    else if (tag.name === 'p') this.#flow.break(BLANK_LINE)
    if (this.#options.markup) this.#stray(start, end)
  }

  #stray(start: number, end: number): void {
    this.#tree.mark(this.leaf(STRAY, start, end, undefined), UNCLOSED)
  }

  /**
   * `</b>` ends a `b` also where blocks inside are still open, and those go on without it: `<b hidden><div></b>shown`.
   * That matters where the `b` is removed; each block goes on once at most, because nothing else is removed around.
   */
  #endFormatting(name: Name, start: number, end: number): void {
    const position = this.#open.formattingEnd(name)
    if (position < this.#removedFrom) return
    if (position > this.#removedFrom) {
      this.#open.forget(name)
      return
    }
    const blocks = this.#options.markup ? [] : this.#open.blocksAfter(position)
    this.#closeFrom(position, start, end)
    for (const block of blocks) {
      const tag = this.#tree.tag(block.element)
      this.#beginElement(tag)
      this.#openElement(block.name, tag, false, end, end, undefined)
    }
  }

  #closeImplied(name: Name, start: number): void {
    if (this.inForeign && name.breaksOutOfForeign) {
      while (this.inForeign) this.#closeFrom(this.#open.innermost(this.#foreign), start, start)
    }
    if (this.#headIsInnermost() && !name.isHeadContent) this.#closeFrom(this.#open.last(this.#head), start, start)
    const implied = this.#open.impliedEnd(name)
    if (implied >= 0) this.#closeFrom(implied, start, start)
  }

  /** Whether an element that only styles its text leaves no trace here. Its end tag must not end another of its name. */
  #skipsPlain(name: Name): boolean {
    const { markup, removeTags } = this.#options
    if (markup || removeTags.size > 0 || this.#open.last(name) >= 0) return false
    return this.#open.innermost(this.#foreign) < 0 && !this.#isApart()
  }

  /** Inline elements matter to the tree only where something depends on them. */
  #isKept(name: Name, tag: Tag, isMain: boolean): boolean {
    if (this.#options.markup || tag.display !== 'inline' || name.tag.display !== 'inline' || isMain) return true
    if (tag.scoped || tag.kept || tag.preformatted || tag.landmark || this.#open.last(name) >= 0) return true
    return this.#open.innermost(this.#foreign) >= 0
  }

  #beginElement({ display }: Tag): void {
    if (this.#open.last(this.#math) >= 0) this.#separate(this.#tree.tag(this.#innermost()))
    this.#flow.beginElement(display)
  }

  #endElement(tag: Tag): void {
    if (this.#open.last(this.#math) >= 0) this.#separate(tag)
    this.#flow.endElement(tag.display)
  }

  #separate({ parts }: Tag): void {
    if (parts) this.#flow.beginElement(parts)
  }

  #openElement(name: Name, tag: Tag, isMain: boolean, start: number, end: number, reason: string | undefined): number {
    const { depth } = this.#open
    const block = tag.display !== 'inline'
    const parent = this.#innermost()
    const flags = (block ? BLOCKISH : 0) | (isMain ? MAIN : 0)
    const element = this.#tree.open(tag, parent, start, end, this.#flow.count, flags)
    this.#open.push(name, element)
    if (reason) {
      this.#tree.remove(element, reason)
      this.#removedFrom = depth
    } else if (block) this.#markAncestors(parent)
    if (tag.name === 'title' && this.#open.innermost(this.#foreign) < 0) this.#inTitle = !this.#hasTitle
    if (tag.preformatted) {
      this.#preformatted++
      this.#skipLineEnd = true
    }
    return element
  }

  #markAncestors(element: number): void {
    for (let at = element; at > 0 && !this.#tree.has(at, BLOCKISH); at = this.#tree.parent(at)) {
      this.#tree.mark(at, BLOCKISH)
    }
  }

  /** Ends the elements from the innermost to the one at `position`; only that one has the end tag `start..end`. */
  #closeFrom(position: number, start: number, end: number): void {
    while (this.#open.depth > position + 1) this.#closeTop(start, start)
    this.#closeTop(start, end)
  }

  #closeTop(closeStart: number, end: number): void {
    const { element } = this.#open.pop()
    const tag = this.#tree.tag(element)
    this.#tree.close(element, closeStart, end, this.#flow.count)
    if (closeStart === end && this.#removedFrom < 0 && this.#tree.openEnd(element) < end) this.#notClosed(element, tag)
    if (tag.preformatted) this.#preformatted--
    if (this.#apart > 0 && this.#tree.has(element, APART)) this.#apart--
    if (this.#inTitle && tag.name === 'title') {
      this.#inTitle = false
      this.#hasTitle = true
    }
    if (this.#removedFrom === this.#open.depth) {
      this.#removedFrom = -1
      if (this.#options.removeTags.has(tag.name)) this.#endElement(tag)
    } else if (this.#removedFrom < 0) this.#endElement(tag)
  }

  #warnOfSwallowed(): void {
    if (this.#removedFrom < 0) return
    const element = this.#open.elementAt(this.#removedFrom)
    if (this.#tree.tag(element).optionalEnd) return
    this.warnings.push(`${this.#describe(element)} is not closed; the rest of the page is inside it and left out.`)
  }

  #describe(element: number): string {
    return `<${this.#tree.tag(element).name}> at offset ${this.#tree.start(element)}`
  }

  #notClosed(element: number, tag: Tag): void {
    if (tag.optionalEnd || tag.empty) return
    this.#tree.mark(element, UNCLOSED)
    if (this.#unclosed++ === 0) this.#firstUnclosed = element
  }

  #innermost(): number {
    return this.#open.depth > 0 ? this.#open.elementAt(this.#open.depth - 1) : 0
  }

  /** Whether an element that begins here stands apart from its siblings. */
  #isApart(): boolean {
    return this.#apart > 0 && this.#tree.has(this.#innermost(), APART)
  }

  /** Whether text here stands between the shapes of a picture, where it is not shown. */
  #isBetweenShapes(): boolean {
    const picture = this.#open.last(this.#svg)
    return picture >= 0 && this.#open.innermost(this.#showsText) < picture
  }

  /** `head` begins nowhere but at the beginning; elsewhere its tag means nothing. */
  #mayOpenHead(): boolean {
    const { depth } = this.#open
    return depth === 0 || (depth === 1 && this.#open.last(this.#html) === 0)
  }

  #headIsInnermost(): boolean {
    const last = this.#open.last(this.#head)
    return last >= 0 && last === this.#open.depth - 1
  }

  /** Text in `head` that is not white space begins the body. */
  #leavesHead(start: number, end: number): boolean {
    if (!this.#headIsInnermost()) return false
    for (let at = start; at < end; at++) {
      if (isSpace(this.#source.charCodeAt(at))) continue
      this.#closeFrom(this.#open.last(this.#head), start, start)
      return true
    }
    return false
  }
}

function lineEndAt(source: string, at: number): number {
  if (source.startsWith('\n', at)) return 1
  return source.startsWith('\r\n', at) ? 2 : 0
}
