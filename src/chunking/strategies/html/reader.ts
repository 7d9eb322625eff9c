import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { isSpace } from '../../packer/space.js'
import { shortName } from './headings.js'
import { type Name, OpenElements } from './open-elements.js'
import { type ReadingOptions, StartTag } from './start-tag.js'
import { BREAKS_OUT_OF_FOREIGN, HEAD_CONTENT, type Tag } from './tags.js'
import { BLANK_LINE, type Pieces, TextFlow } from './text-flow.js'
import { BLOCKISH, MAIN, Tree, UNCLOSED } from './tree.js'

/** A page as read: its elements, its text, and what is to be said of it. */
export interface Page {
  source: string
  tree: Tree
  pieces: Pieces
  /** Text of `title`, white space collapsed. */
  title: string
  warnings: string[]
}

/** Reads a page in one pass. Never fails: what is broken is read as browsers do. */
export function readPage(source: string, options: ReadingOptions): Page {
  const reader = new PageReader(source, options)
  const tokenizer = new Tokenizer({ recognizeSelfClosing: options.xhtml }, reader)
  tokenizer.write(source)
  tokenizer.end()
  return reader.finish()
}

const DOCUMENT: Tag = { name: '#document', display: 'block', kind: 'document', strength: 0.5, optionalEnd: true }
const COMMENT: Tag = { name: '#comment', display: 'inline', kind: 'comment', strength: 0, optionalEnd: true }
const DECLARATION: Tag = { ...COMMENT, name: '#declaration', kind: 'declaration' }
const STRAY: Tag = { ...COMMENT, name: '#end-tag', kind: 'stray end tag' }
const UNFINISHED: Tag = { ...COMMENT, name: '#unfinished', kind: 'unfinished' }

/**
 * Follows the tokenizer and builds tree and text: tree construction after the HTML standard as far as it decides what
 * lies inside what. (Text that stands wrongly between table cells stays where it is; formatting elements are not
 * reopened.) The tokenizer is used without htmlparser2's own parser, which looks names up by a search of its stack.
 */
class PageReader implements TokenizerCallbacks {
  readonly #source: string
  readonly #options: ReadingOptions
  readonly #tree = new Tree()
  readonly #flow: TextFlow
  readonly #open = new OpenElements()
  readonly #foreign: readonly Name[]
  readonly #integration: readonly Name[]
  readonly #head: Name
  readonly #warnings: string[] = []
  #title = ''
  #hasTitle = false
  #inTitle = false
  /** End of the token before. */
  #position = 0
  /** Stack position of the outermost removed element, or -1. */
  #removedFrom = -1
  #preformatted = 0
  #skipLineEnd = false
  #unclosed = 0
  #firstUnclosed = -1
  #tag: StartTag | undefined

  constructor(source: string, options: ReadingOptions) {
    this.#source = source
    this.#options = options
    this.#flow = new TextFlow(source)
    this.#foreign = [this.#open.name('svg'), this.#open.name('math')]
    this.#integration = ['foreignobject', 'desc', 'title', 'mi', 'mo', 'mn', 'ms', 'mtext', 'annotation-xml'].map(
      (name) => this.#open.name(name),
    )
    this.#head = this.#open.name('head')
    this.#tree.open(DOCUMENT, -1, 0, 0, 0, BLOCKISH)
  }

  finish(): Page {
    const { length } = this.#source
    this.#warnOfSwallowed()
    while (this.#open.depth > 0) this.#closeTop(length, length)
    this.#tree.close(0, length, length, this.#flow.count)
    if (this.#unclosed === 1) this.#warnings.push(`${this.#describe(this.#firstUnclosed)} is not closed.`)
    else if (this.#unclosed > 1) {
      const first = this.#describe(this.#firstUnclosed)
      this.#warnings.push(`${this.#unclosed} elements are not closed; the first is ${first}.`)
    }
    return {
      source: this.#source,
      tree: this.#tree,
      pieces: this.#flow.finish(),
      title: shortName(this.#title),
      warnings: this.#warnings,
    }
  }

  ontext(start: number, end: number): void {
    // The tokenizer reports an end tag or `<a /` that the document ends inside of as text from nowhere.
    if (start < 0) return
    this.#position = end
    if (this.#inTitle) this.#title += this.#source.slice(start, end)
    let from = start
    if (this.#skipLineEnd) {
      this.#skipLineEnd = false
      if (this.#source.startsWith('\r\n', from)) from += 2
      else if (this.#source.startsWith('\n', from)) from += 1
    }
    if (this.#removedFrom >= 0 && !this.#leavesHead(from, end)) return
    if (this.#preformatted > 0) this.#flow.preformatted(from, end)
    else this.#flow.text(from, end)
  }

  ontextentity(codePoint: number, end: number): void {
    this.#skipLineEnd = false
    const text = String.fromCodePoint(codePoint)
    if (this.#inTitle) this.#title += text
    // A second code point of the same reference ends where the first did; `</>` before it is reported by nobody.
    const start = this.#source.indexOf(
      '&',
      this.#position < end ? this.#position : this.#source.lastIndexOf('&', end - 1),
    )
    this.#position = end
    if (this.#removedFrom < 0) this.#flow.entity(start, end, text, this.#preformatted > 0)
  }

  onopentagname(start: number, end: number): void {
    this.#tag = new StartTag(start - 1, this.#open.name(this.#source.slice(start, end).toLowerCase()))
  }

  onattribname(start: number, end: number): void {
    this.#tag!.beginAttribute(end - start > 6 ? '' : this.#source.slice(start, end).toLowerCase())
  }

  onattribdata(start: number, end: number): void {
    if (this.#tag!.wantsValue) this.#tag!.addValue(this.#source.slice(start, end))
  }

  onattribentity(codePoint: number): void {
    if (this.#tag!.wantsValue) this.#tag!.addValue(String.fromCodePoint(codePoint))
  }

  onattribend(): void {
    this.#tag!.endAttribute()
  }

  onopentagend(endIndex: number): void {
    this.#startTag(endIndex + 1, false)
  }

  onselfclosingtag(endIndex: number): void {
    this.#startTag(endIndex + 1, this.#options.xhtml || this.isInForeignContext())
  }

  onclosetag(start: number, nameEnd: number): void {
    const bracket = this.#source.indexOf('>', nameEnd)
    if (bracket < 0) return
    const tagStart = start - 2
    const end = bracket + 1
    this.#position = end
    this.#skipLineEnd = false
    const name = this.#open.name(this.#source.slice(start, nameEnd).toLowerCase())
    if (name.tag.name === 'br' && this.#removedFrom < 0) this.#flow.lineBreak(tagStart, end)
    if (name.tag.kind === 'document') {
      // What follows still belongs to the body, so nothing is closed.
      if (this.#options.markup) this.#leaf(STRAY, tagStart, end, 'end of the document')
      return
    }
    const position = this.#open.explicitEnd(name)
    if (position >= 0) this.#closeFrom(position, tagStart, end)
    else {
      if (name.tag.name === 'p' && this.#removedFrom < 0) this.#flow.break(BLANK_LINE)
      if (this.#options.markup && this.#removedFrom < 0)
        this.#tree.mark(this.#leaf(STRAY, tagStart, end, undefined), UNCLOSED)
    }
  }

  oncomment(_start: number, endIndex: number): void {
    const end = Math.min(endIndex + 1, this.#source.length)
    this.#skipLineEnd = false
    this.#leaf(COMMENT, this.#source.indexOf('<', this.#position), end, this.#options.markup ? undefined : 'comment')
  }

  ondeclaration(_start: number, endIndex: number): void {
    this.#leaf(DECLARATION, this.#source.indexOf('<', this.#position), endIndex + 1, 'document type')
  }

  /** Only in XML mode, which is not used. */
  onprocessinginstruction(): void {}

  oncdata(start: number, endIndex: number, endOffset: number): void {
    if (!this.#options.xhtml && !this.isInForeignContext()) {
      this.oncomment(start, endIndex)
      return
    }
    this.ontext(start, endIndex - endOffset)
    this.#position = endIndex + 1
  }

  onend(): void {
    const { length } = this.#source
    let from = this.#position
    while (from < length && isSpace(this.#source.charCodeAt(from))) from++
    if (from >= length || this.#source.charCodeAt(from) !== 60) return
    this.#leaf(UNFINISHED, from, length, 'unfinished tag at the end')
    this.#warnings.push(`The tag at offset ${from} is not finished; the document ends inside it.`)
  }

  isInForeignContext(): boolean {
    const foreign = this.#open.innermost(this.#foreign)
    return foreign >= 0 && this.#open.innermost(this.#integration) < foreign
  }

  #startTag(end: number, selfClosing: boolean): void {
    const startTag = this.#tag!
    const { name, start } = startTag
    const { tag } = name
    this.#position = end
    this.#skipLineEnd = false
    this.#closeImplied(name, start)
    const inRemoved = this.#removedFrom >= 0
    const reason = inRemoved ? undefined : startTag.reasonToRemove(this.isInForeignContext(), this.#options)
    if (!inRemoved && !reason && tag.name === 'br') this.#flow.lineBreak(start, end)
    if (!inRemoved && (!reason || this.#options.removeTags.has(tag.name))) this.#flow.beginElement(tag.display)
    if (tag.empty && tag.display === 'inline' && !reason) return
    if (!reason && !inRemoved && !this.#isKept(startTag)) return
    this.#openElement(startTag, end, reason)
    if (tag.empty || selfClosing) this.#closeTop(end, end)
  }

  #closeImplied(name: Name, start: number): void {
    if (BREAKS_OUT_OF_FOREIGN.has(name.tag.name)) {
      while (this.isInForeignContext()) this.#closeFrom(this.#open.innermost(this.#foreign), start, start)
    }
    if (this.#headIsInnermost() && !HEAD_CONTENT.has(name.tag.name)) this.#closeFrom(this.#head.last, start, start)
    const implied = this.#open.impliedEnd(name)
    if (implied >= 0) this.#closeFrom(implied, start, start)
  }

  /** Inline elements matter to the tree only where something depends on them. */
  #isKept({ name: { tag }, isMain }: StartTag): boolean {
    if (this.#options.markup || tag.display !== 'inline' || tag.scoped || tag.preformatted || isMain) return true
    return tag.name === 'svg' || tag.name === 'math' || this.#open.innermost(this.#foreign) >= 0
  }

  #openElement({ name, start, isMain }: StartTag, end: number, reason: string | undefined): void {
    const { tag } = name
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
    const { element, name } = this.#open.pop()
    const { tag } = name
    this.#tree.close(element, closeStart, end, this.#flow.count)
    if (closeStart === end && this.#removedFrom < 0 && this.#tree.openEnd(element) < end) this.#notClosed(element, tag)
    if (tag.preformatted) this.#preformatted--
    if (this.#inTitle && tag.name === 'title') {
      this.#inTitle = false
      this.#hasTitle = true
    }
    if (this.#removedFrom === this.#open.depth) {
      this.#removedFrom = -1
      if (this.#options.removeTags.has(tag.name)) this.#flow.endElement(tag.display)
    } else if (this.#removedFrom < 0) this.#flow.endElement(tag.display)
  }

  #warnOfSwallowed(): void {
    if (this.#removedFrom < 0) return
    const element = this.#open.elementAt(this.#removedFrom)
    if (this.#tree.tag(element).optionalEnd) return
    this.#warnings.push(`${this.#describe(element)} is not closed; the rest of the page is inside it and left out.`)
  }

  #describe(element: number): string {
    return `<${this.#tree.tag(element).name}> at offset ${this.#tree.start(element)}`
  }

  #notClosed(element: number, tag: Tag): void {
    if (tag.optionalEnd || tag.empty) return
    this.#tree.mark(element, UNCLOSED)
    if (this.#unclosed++ === 0) this.#firstUnclosed = element
  }

  /** A comment and the like: an element without content. */
  #leaf(tag: Tag, start: number, end: number, reason: string | undefined): number {
    this.#position = end
    const element = this.#tree.open(tag, this.#innermost(), start, end, this.#flow.count, 0)
    this.#tree.close(element, end, end, this.#flow.count)
    if (reason && this.#removedFrom < 0) this.#tree.remove(element, reason)
    return element
  }

  #innermost(): number {
    return this.#open.depth > 0 ? this.#open.elementAt(this.#open.depth - 1) : 0
  }

  #headIsInnermost(): boolean {
    return this.#head.last >= 0 && this.#head.last === this.#open.depth - 1
  }

  /** Text in `head` that is not white space begins the body. */
  #leavesHead(start: number, end: number): boolean {
    if (!this.#headIsInnermost()) return false
    for (let at = start; at < end; at++) {
      if (isSpace(this.#source.charCodeAt(at))) continue
      this.#closeFrom(this.#head.last, start, start)
      return true
    }
    return false
  }
}
