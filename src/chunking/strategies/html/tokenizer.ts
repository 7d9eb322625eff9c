import { CharacterReferences } from './character-references.js'
import { rawTextEnd } from './raw-text.js'

/** What a page is made of, with the place of everything; offsets are those of the source. */
export interface TokenHandler {
  /** Whether what comes next is part of `svg` or `math` and no HTML inside them. */
  readonly inForeign: boolean
  text(start: number, end: number): void
  /** A character reference, and what it stands for. */
  reference(start: number, end: number, text: string): void
  /** A start tag begins; its attributes and {@link endStartTag} follow, unless the document ends inside it. */
  beginStartTag(name: string, start: number): void
  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void
  /** @param selfClosing the tag ends with `/>` */
  endStartTag(end: number, selfClosing: boolean): void
  endTag(name: string, start: number, end: number): void
  /** A comment, and everything that browsers read as one. */
  comment(start: number, end: number): void
  doctype(start: number, end: number): void
  /** The document ends inside a tag that begins here. */
  unfinished(start: number): void
}

/**
 * Reads a page from left to right as the HTML standard has it. Every search goes on where the last one ended, so that a
 * page is read in time proportional to its length, whatever is in it.
 */
export function tokenize(source: string, handler: TokenHandler, xhtml: boolean): void {
  new Tokenizer(source, handler, xhtml).run()
}

const TAB = 9
const LINE_FEED = 10
const FORM_FEED = 12
const CARRIAGE_RETURN = 13
const SPACE = 32
const EXCLAMATION_MARK = 33
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39
const SLASH = 47
const EQUALS = 61
const GREATER_THAN = 62
const QUESTION_MARK = 63

const CDATA = '<![CDATA['

/**
 * Elements that hold text only: all up to their end tag, or with character references. `noscript` is one of them where
 * scripts run, which pages are written for.
 */
const TEXT_ONLY = new Map<string, 'raw' | 'references'>([
  ['title', 'references'],
  ['textarea', 'references'],
  ...['noscript', 'script', 'style', 'iframe', 'noembed', 'noframes', 'xmp'].map((name) => [name, 'raw'] as const),
])

class Tokenizer {
  readonly #source: string
  readonly #handler: TokenHandler
  readonly #xhtml: boolean
  readonly #references = new CharacterReferences()
  /** The next `&`, remembered so that all texts together are searched once. */
  #nextReference = -1
  /** XML has one document type at most, so its declarations are looked for once. */
  #mayHoldSubset = true
  /** Where the last `/` between attributes stands. */
  #slash = -1

  constructor(source: string, handler: TokenHandler, xhtml: boolean) {
    this.#source = source
    this.#handler = handler
    this.#xhtml = xhtml
  }

  run(): void {
    const { length } = this.#source
    for (let at = 0; at < length; ) {
      const markup = this.#nextMarkup(at)
      if (markup > at) this.#text(at, markup)
      at = markup < length ? this.#markup(markup) : length
    }
  }

  /** The next `<` that is more than a character. */
  #nextMarkup(from: number): number {
    const source = this.#source
    for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
      const next = source.charCodeAt(at + 1)
      if (isLetter(next) || next === EXCLAMATION_MARK || next === QUESTION_MARK) return at
      if (next === SLASH && at + 2 < source.length) return at
    }
    return source.length
  }

  #text(start: number, end: number): void {
    const handler = this.#handler
    let from = start
    for (let at = this.#referenceFrom(start); at < end; at = this.#referenceFrom(at)) {
      const found = this.#references.read(this.#source, at)
      if (found === undefined) {
        at++
        continue
      }
      if (at > from) handler.text(from, at)
      handler.reference(at, found.end, found.text)
      at = from = found.end
    }
    if (end > from) handler.text(from, end)
  }

  #referenceFrom(from: number): number {
    if (this.#nextReference < from) {
      const at = this.#source.indexOf('&', from)
      this.#nextReference = at < 0 ? this.#source.length : at
    }
    return this.#nextReference
  }

  /** Reads what begins with the `<` at an offset; returns where it ends. */
  #markup(start: number): number {
    const next = this.#source.charCodeAt(start + 1)
    if (isLetter(next)) return this.#startTag(start)
    if (next === SLASH) return this.#endTag(start)
    return next === EXCLAMATION_MARK ? this.#declaration(start) : this.#bogusComment(start)
  }

  #startTag(start: number): number {
    const nameEnd = this.#nameEnd(start + 2)
    const inForeign = this.#handler.inForeign
    const name = this.#source.slice(start + 1, nameEnd)
    this.#handler.beginStartTag(name, start)
    const bracket = this.#attributes(nameEnd)
    if (bracket < 0) return this.#unfinished(start)
    const selfClosing = this.#slash === bracket - 1
    this.#handler.endStartTag(bracket + 1, selfClosing)
    return inForeign || (selfClosing && this.#xhtml) ? bracket + 1 : this.#contents(name, bracket + 1)
  }

  /** Reads the attributes of a tag; returns the `>` that ends it, or -1. */
  #attributes(from: number): number {
    const source = this.#source
    const { length } = source
    let at = from
    while (at < length) {
      const code = source.charCodeAt(at)
      if (code === GREATER_THAN) return at
      if (code === SLASH || isSpace(code)) {
        if (code === SLASH) this.#slash = at
        at++
        continue
      }
      const nameStart = at++
      while (at < length && source.charCodeAt(at) !== EQUALS && !endsName(source.charCodeAt(at))) at++
      const nameEnd = at
      at = this.#skipSpace(at)
      if (source.charCodeAt(at) !== EQUALS) {
        this.#handler.attribute(nameStart, nameEnd, nameEnd, nameEnd)
        continue
      }
      at = this.#skipSpace(at + 1)
      const quote = source.charCodeAt(at)
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
        const end = source.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", at + 1)
        if (end < 0) return -1
        this.#handler.attribute(nameStart, nameEnd, at + 1, end)
        at = end + 1
      } else {
        const valueStart = at
        while (at < length && source.charCodeAt(at) !== GREATER_THAN && !isSpace(source.charCodeAt(at))) at++
        this.#handler.attribute(nameStart, nameEnd, valueStart, at)
      }
    }
    return -1
  }

  /** Reads the text of an element that holds nothing else; returns where its end tag begins. */
  #contents(name: string, start: number): number {
    const lower = name.toLowerCase()
    const source = this.#source
    if (lower === 'plaintext') {
      if (start < source.length) this.#handler.text(start, source.length)
      return source.length
    }
    const kind = TEXT_ONLY.get(lower)
    if (!kind) return start
    const end = rawTextEnd(source, start, lower, this.#xhtml)
    if (kind === 'references') this.#text(start, end)
    else if (end > start) this.#handler.text(start, end)
    return end
  }

  #endTag(start: number): number {
    const source = this.#source
    const first = source.charCodeAt(start + 2)
    if (first === GREATER_THAN) return start + 3
    if (!isLetter(first)) return this.#bogusComment(start)
    const nameEnd = this.#nameEnd(start + 3)
    const bracket = source.indexOf('>', nameEnd)
    if (bracket < 0) return this.#unfinished(start)
    this.#handler.endTag(source.slice(start + 2, nameEnd), start, bracket + 1)
    return bracket + 1
  }

  #declaration(start: number): number {
    const source = this.#source
    if (source.startsWith('--', start + 2)) return this.#comment(start)
    if (source.startsWith(CDATA, start) && (this.#xhtml || this.#handler.inForeign)) return this.#cdata(start)
    if (!/doctype/iy.test(source.slice(start + 2, start + 9))) return this.#bogusComment(start)
    const bracket = source.indexOf('>', this.#xhtml ? this.#subsetEnd(start) : start)
    if (bracket < 0) return this.#unfinished(start)
    this.#handler.doctype(start, bracket + 1)
    return bracket + 1
  }

  /** Where the declarations inside a document type end, `[...]`; where there are none, no later than it ends. */
  #subsetEnd(start: number): number {
    const source = this.#source
    if (!this.#mayHoldSubset) return start
    this.#mayHoldSubset = false
    let inside = false
    for (let at = start; at < source.length; at++) {
      const sign = source[at]
      if (sign === '>' && !inside) return at
      if (sign === ']' && inside) return at
      if (sign === '[') inside = true
      else if (inside && source.startsWith('<!--', at)) at = commentEnd(source, at + 4) - 1
      else if (sign === '"' || sign === "'") at = source.indexOf(sign, at + 1)
      if (at < 0) return start
    }
    return start
  }

  #comment(start: number): number {
    const end = commentEnd(this.#source, start + 4)
    this.#handler.comment(start, end)
    return end
  }

  /** A comment that is none: up to the next `>`. */
  #bogusComment(start: number): number {
    const bracket = this.#source.indexOf('>', start + 2)
    const end = bracket < 0 ? this.#source.length : bracket + 1
    this.#handler.comment(start, end)
    return end
  }

  #cdata(start: number): number {
    const from = start + CDATA.length
    const found = this.#source.indexOf(']]>', from)
    const end = found < 0 ? this.#source.length : found
    if (end > from) this.#handler.text(from, end)
    return found < 0 ? end : end + 3
  }

  #unfinished(start: number): number {
    this.#handler.unfinished(start)
    return this.#source.length
  }

  #nameEnd(from: number): number {
    const source = this.#source
    let at = from
    while (at < source.length && !endsName(source.charCodeAt(at))) at++
    return at
  }

  #skipSpace(from: number): number {
    let at = from
    while (isSpace(this.#source.charCodeAt(at))) at++
    return at
  }
}

/** Where a comment ends whose text begins at `from`: after `-->` or `--!>`, or right away with `>` or `->`. */
function commentEnd(source: string, from: number): number {
  if (source.startsWith('>', from)) return from + 1
  if (source.startsWith('->', from)) return from + 2
  for (let at = source.indexOf('--', from); at >= 0; at = source.indexOf('--', at)) {
    at += 2
    while (source.startsWith('-', at)) at++
    if (source.startsWith('>', at)) return at + 1
    if (source.startsWith('!>', at)) return at + 2
  }
  return source.length
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 97 && lower <= 122
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED
}

function endsName(code: number): boolean {
  return code === GREATER_THAN || code === SLASH || isSpace(code)
}
