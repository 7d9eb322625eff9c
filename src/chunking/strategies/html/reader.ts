import { decodeHTMLAttribute } from 'entities/decode'
import type { Name } from './names.js'
import { type Page, PageBuilder } from './page-builder.js'
import { type Attributes, isAttribute, NO_ATTRIBUTES, type ReadingOptions, withAttribute } from './start-tag.js'
import type { Tag } from './tags.js'
import { type TokenHandler, tokenize } from './tokenizer.js'

/** Reads a page in one pass. Never fails: what is broken is read as browsers do. */
export function readPage(source: string, options: ReadingOptions): Page {
  const builder = new PageBuilder(source, options)
  tokenize(source, new TokenReader(source, builder, options), options.xhtml)
  return builder.finish()
}

const DOCTYPE: Tag = { name: '#doctype', display: 'inline', kind: 'declaration', strength: 0, optionalEnd: true }
const UNFINISHED: Tag = { ...DOCTYPE, name: '#unfinished', kind: 'unfinished' }

/** Lengths of the names of attributes that matter. */
const SHORTEST_ATTRIBUTE = 'open'.length
const LONGEST_ATTRIBUTE = 'aria-level'.length

/** Gives the tokens of a page to its builder, with what is known of their names. */
class TokenReader implements TokenHandler {
  readonly #source: string
  readonly #builder: PageBuilder
  readonly #xhtml: boolean
  /** The start tag being read. */
  #name: Name | undefined
  #start = 0
  #attributes: Attributes = NO_ATTRIBUTES

  constructor(source: string, builder: PageBuilder, options: ReadingOptions) {
    this.#source = source
    this.#builder = builder
    this.#xhtml = options.xhtml
  }

  get inForeign(): boolean {
    return this.#builder.inForeign
  }

  text(start: number, end: number): void {
    this.#builder.text(start, end)
  }

  reference(start: number, end: number, text: string): void {
    this.#builder.reference(start, end, text)
  }

  beginStartTag(name: string, start: number): void {
    this.#name = this.#builder.name(name)
    this.#start = start
    this.#attributes = NO_ATTRIBUTES
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const size = nameEnd - nameStart
    if (size < SHORTEST_ATTRIBUTE || size > LONGEST_ATTRIBUTE) return
    const name = this.#source.slice(nameStart, nameEnd).toLowerCase()
    if (!isAttribute(name)) return
    const value = decodeHTMLAttribute(this.#source.slice(valueStart, valueEnd))
    this.#attributes = withAttribute(this.#attributes, name, value)
  }

  endStartTag(end: number, selfClosing: boolean): void {
    const closed = selfClosing && (this.#xhtml || this.#builder.inForeign)
    this.#builder.startTag(this.#name!, this.#attributes, this.#start, end, closed)
  }

  endTag(name: string, start: number, end: number): void {
    this.#builder.endTag(this.#builder.name(name), start, end)
  }

  comment(start: number, end: number): void {
    this.#builder.comment(start, end)
  }

  doctype(start: number, end: number): void {
    this.#builder.leaf(DOCTYPE, start, end, 'document type')
  }

  unfinished(start: number): void {
    this.#builder.leaf(UNFINISHED, start, this.#source.length, 'unfinished tag at the end')
    this.#builder.warnings.push(`The tag at offset ${start} is not finished; the document ends inside it.`)
  }
}
