import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { isSpace } from '../../packer/space.js'
import { type Name, OpenElements } from './open-elements.js'
import { BREAKS_OUT_OF_FOREIGN, type Display, HEAD_CONTENT, type Tag, UNSEEN_FOREIGN } from './tags.js'
import { BLANK_LINE, NEW_LINE, type Pieces, TAB, TextFlow } from './text-flow.js'
import { BLOCKISH, MAIN, Tree, UNCLOSED } from './tree.js'

/** How a page is read. */
export interface ReadingOptions {
  /** Inline elements become part of the tree, and what is merely not displayed stays: chunks show the markup. */
  markup: boolean
  /** Names of elements that are left out with all they hold. */
  removeTags: ReadonlySet<string>
  /** `<br/>` closes any element, and `<![CDATA[` is text. */
  xhtml: boolean
}

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

/** Elements that even chunks with markup leave out. */
const NEVER_SHOWN = new Set(['head', 'script', 'style', 'template', 'title'])

const HIDING_STYLE = /(?:^|;)\s*display\s*:\s*none\b/i
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
  // The start tag being read.
  #tagStart = 0
  #tagName: Name | undefined
  #attribute: 'hidden' | 'style' | 'role' | 'open' | undefined
  #value = ''
  #hidden = false
  #isMain = false
  #isOpen = false

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
    while (this.#open.depth > 0) this.#closeTop(length, length)
    this.#tree.close(0, length, length, this.#flow.count)
    if (this.#unclosed > 0) {
      const name = this.#tree.tag(this.#firstUnclosed).name
      const at = this.#tree.start(this.#firstUnclosed)
      this.#warnings.push(
        this.#unclosed === 1
          ? `<${name}> at offset ${at} is not closed.`
          : `${this.#unclosed} elements are not closed; the first is <${name}> at offset ${at}.`,
      )
    }
    return {
      source: this.#source,
      tree: this.#tree,
      pieces: this.#flow.finish(),
      title: this.#title.replace(/\s+/g, ' ').trim(),
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
    this.#tagStart = start - 1
    this.#tagName = this.#open.name(this.#source.slice(start, end).toLowerCase())
    this.#hidden = false
    this.#isMain = false
    this.#isOpen = false
  }

  onattribname(start: number, end: number): void {
    this.#attribute = undefined
    this.#value = ''
    const size = end - start
    if (size !== 4 && size !== 5 && size !== 6) return
    const name = this.#source.slice(start, end).toLowerCase()
    if (name === 'hidden' || name === 'style' || name === 'role' || name === 'open') this.#attribute = name
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute) this.#value += this.#source.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    if (this.#attribute) this.#value += String.fromCodePoint(codePoint)
  }

  onattribend(): void {
    if (this.#attribute === 'hidden') this.#hidden ||= this.#value.toLowerCase() !== 'until-found'
    else if (this.#attribute === 'style') this.#hidden ||= HIDING_STYLE.test(this.#value)
    else if (this.#attribute === 'role') this.#isMain ||= this.#value.trim().toLowerCase() === 'main'
    else if (this.#attribute === 'open') this.#isOpen = true
    this.#attribute = undefined
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
    const name = this.#tagName!
    const start = this.#tagStart
    const { tag } = name
    this.#position = end
    this.#skipLineEnd = false
    if (this.isInForeignContext()) {
      if (BREAKS_OUT_OF_FOREIGN.has(tag.name)) this.#closeFrom(this.#open.innermost(this.#foreign), start, start)
    } else if (this.#headIsInnermost() && !HEAD_CONTENT.has(tag.name)) this.#closeFrom(this.#head.last, start, start)
    const implied = this.#open.impliedEnd(name)
    if (implied >= 0) this.#closeFrom(implied, start, start)
    const reason = this.#removedFrom < 0 ? this.#reasonToRemove(tag) : undefined
    if (tag.name === 'br' && !reason && this.#removedFrom < 0) this.#flow.lineBreak(start, end)
    if (this.#removedFrom < 0 && (!reason || this.#options.removeTags.has(tag.name))) this.#breakBefore(tag.display)
    if (tag.empty && tag.display === 'inline' && !reason) return
    if (!this.#isKept(tag, reason)) return
    this.#openElement(name, start, end, reason)
    if (tag.empty || selfClosing) this.#closeTop(end, end)
  }

  /** Inline elements matter to the tree only where something depends on them. */
  #isKept(tag: Tag, reason: string | undefined): boolean {
    if (reason || this.#options.markup || this.#removedFrom >= 0) return true
    return tag.display !== 'inline' || tag.scoped === true || tag.preformatted === true || this.#isMain || this.#foreignName(tag)
  }

  #foreignName(tag: Tag): boolean {
    return tag.name === 'svg' || tag.name === 'math' || this.#open.innermost(this.#foreign) >= 0
  }

  #reasonToRemove(tag: Tag): string | undefined {
    if (this.#options.removeTags.has(tag.name)) return `removeTags: ${tag.name}`
    if (this.isInForeignContext()) {
      if (NEVER_SHOWN.has(tag.name)) return `${tag.name} is not displayed`
      return this.#options.markup ? undefined : UNSEEN_FOREIGN.get(tag.name)
    }
    if (this.#options.markup) return NEVER_SHOWN.has(tag.name) ? tag.unseen : undefined
    if (this.#hidden) return 'hidden'
    if (tag.name === 'dialog' && !this.#isOpen) return 'closed dialog'
    return tag.unseen
  }

  #openElement(name: Name, start: number, end: number, reason: string | undefined): void {
    const { tag } = name
    const depth = this.#open.depth
    const parent = depth > 0 ? this.#open.elementAt(depth - 1) : 0
    const block = tag.display !== 'inline'
    const isMain = tag.name === 'main' || this.#isMain
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
      if (this.#options.removeTags.has(tag.name)) this.#breakAfter(tag.display)
    } else if (this.#removedFrom < 0) this.#breakAfter(tag.display)
  }

  #notClosed(element: number, tag: Tag): void {
    if (tag.optionalEnd || tag.empty) return
    this.#tree.mark(element, UNCLOSED)
    if (this.#unclosed++ === 0) this.#firstUnclosed = element
  }

  #breakBefore(display: Display): void {
    if (display === 'cell') this.#flow.beginCell()
    else this.#breakFor(display)
  }

  #breakFor(display: Display): void {
    if (display === 'block' || display === 'row') this.#flow.break(NEW_LINE)
    else if (display === 'paragraph') this.#flow.break(BLANK_LINE)
  }

  #breakAfter(display: Display): void {
    if (display === 'cell') this.#flow.break(TAB)
    else this.#breakFor(display)
  }

  /** A comment and the like: an element without content. */
  #leaf(tag: Tag, start: number, end: number, reason: string | undefined): number {
    this.#position = end
    const depth = this.#open.depth
    const parent = depth > 0 ? this.#open.elementAt(depth - 1) : 0
    const element = this.#tree.open(tag, parent, start, end, this.#flow.count, 0)
    this.#tree.close(element, end, end, this.#flow.count)
    if (reason && this.#removedFrom < 0) this.#tree.remove(element, reason)
    return element
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
