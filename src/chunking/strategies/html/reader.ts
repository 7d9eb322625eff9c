import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { isSpace } from '../../packer/space.js'
import { type Page, PageBuilder } from './page-builder.js'
import { type ReadingOptions, StartTag } from './start-tag.js'
import type { Tag } from './tags.js'

/** Reads a page in one pass. Never fails: what is broken is read as browsers do. */
export function readPage(source: string, options: ReadingOptions): Page {
  const builder = new PageBuilder(source, options)
  const tokenizer = new Tokenizer({ recognizeSelfClosing: options.xhtml }, new TokenReader(source, builder, options))
  tokenizer.write(source)
  tokenizer.end()
  return builder.finish()
}

const DECLARATION: Tag = {
  name: '#declaration',
  display: 'inline',
  kind: 'declaration',
  strength: 0,
  optionalEnd: true,
}
const UNFINISHED: Tag = { ...DECLARATION, name: '#unfinished', kind: 'unfinished' }

/** Lengths of the names of attributes that matter. */
const SHORTEST_ATTRIBUTE = 'open'.length
const LONGEST_ATTRIBUTE = 'aria-level'.length
const LESS_THAN = 60

/**
 * Gives tags and texts with their places in the source to a builder. The tokenizer is used without htmlparser2's own
 * parser, which searches its stack of open elements for each end tag.
 */
class TokenReader implements TokenizerCallbacks {
  readonly #source: string
  readonly #builder: PageBuilder
  readonly #xhtml: boolean
  /** End of the token before. */
  #position = 0
  #tag: StartTag | undefined

  constructor(source: string, builder: PageBuilder, options: ReadingOptions) {
    this.#source = source
    this.#builder = builder
    this.#xhtml = options.xhtml
  }

  isInForeignContext(): boolean {
    return this.#builder.inForeign
  }

  ontext(start: number, end: number): void {
    // The tokenizer reports an end tag or `<a /` that the document ends inside of as text from nowhere.
    if (start < 0) return
    this.#position = end
    this.#builder.text(start, end)
  }

  ontextentity(codePoint: number, end: number): void {
    // The second code point of a reference ends where the first did. A `</>` before it is reported by nobody.
    const again = this.#position === end
    const start = again ? this.#source.lastIndexOf('&', end - 1) : this.#source.indexOf('&', this.#position)
    this.#position = end
    this.#builder.entity(start, end, String.fromCodePoint(codePoint))
  }

  onopentagname(start: number, end: number): void {
    this.#tag = new StartTag(start - 1, this.#builder.name(this.#source.slice(start, end)))
  }

  onattribname(start: number, end: number): void {
    const size = end - start
    const mayMatter = size >= SHORTEST_ATTRIBUTE && size <= LONGEST_ATTRIBUTE
    this.#tag!.beginAttribute(mayMatter ? this.#source.slice(start, end).toLowerCase() : '')
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
    this.#position = endIndex + 1
    this.#builder.startTag(this.#tag!, this.#position, false)
  }

  onselfclosingtag(endIndex: number): void {
    this.#position = endIndex + 1
    this.#builder.startTag(this.#tag!, this.#position, this.#xhtml || this.isInForeignContext())
  }

  onclosetag(start: number, nameEnd: number): void {
    const bracket = this.#source.indexOf('>', nameEnd)
    if (bracket < 0) return
    this.#position = bracket + 1
    this.#builder.endTag(this.#builder.name(this.#source.slice(start, nameEnd)), start - 2, this.#position)
  }

  oncomment(_start: number, endIndex: number): void {
    const start = this.#source.indexOf('<', this.#position)
    this.#position = Math.min(endIndex + 1, this.#source.length)
    this.#builder.comment(start, this.#position)
  }

  ondeclaration(_start: number, endIndex: number): void {
    const start = this.#source.indexOf('<', this.#position)
    this.#position = endIndex + 1
    this.#builder.leaf(DECLARATION, start, this.#position, 'document type')
  }

  /** Only in XML mode, which is not used. */
  onprocessinginstruction(): void {}

  oncdata(start: number, endIndex: number, endOffset: number): void {
    if (!this.#xhtml && !this.isInForeignContext()) {
      this.oncomment(start, endIndex)
      return
    }
    this.#builder.text(start, endIndex - endOffset)
    this.#position = endIndex + 1
  }

  /** The tokenizer drops a tag that the document ends inside of. */
  onend(): void {
    const { length } = this.#source
    let from = this.#position
    while (from < length && isSpace(this.#source.charCodeAt(from))) from++
    if (from >= length || this.#source.charCodeAt(from) !== LESS_THAN) return
    this.#builder.leaf(UNFINISHED, from, length, 'unfinished tag at the end')
    this.#builder.warnings.push(`The tag at offset ${from} is not finished; the document ends inside it.`)
  }
}
