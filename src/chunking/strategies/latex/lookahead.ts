import {
  afterEmptyLines,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  isLineEnd,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
} from './characters.js'

/** Longest inline formula, argument, display and definition that is looked for, in UTF-16 units. */
const CAPS = {
  inline: 5000,
  parenthesis: 5000,
  argument: 3000,
  bracket: 3000,
  display: 50_000,
  dollars: 50_000,
  definition: 20_000,
}

type Purpose = keyof typeof CAPS

/**
 * Finds where something that began ends. Every search is capped, and one that failed forbids further searches of its
 * kind before the place where it gave up: together they are linear in the text, whatever the text is.
 */
export class Lookahead {
  readonly #text: string
  readonly #limit: number
  /** Searches of a kind are futile before this offset. */
  readonly #futile: Record<Purpose, number> = {
    inline: 0,
    parenthesis: 0,
    argument: 0,
    bracket: 0,
    display: 0,
    dollars: 0,
    definition: 0,
  }
  readonly #literals = new Map<string, number>()

  /** @param limit end of the text that is read */
  constructor(text: string, limit: number) {
    this.#text = text
    this.#limit = limit
  }

  /**
   * @param purpose an `argument` ends within its paragraph; a `definition` may hold several
   * @returns the offset after the brace that closes the one at `open`, or -1
   */
  closingBrace(open: number, purpose: 'argument' | 'definition'): number {
    return this.#search(purpose, open, (text, stop) => {
      let depth = 0
      let at = open
      for (; at < stop; at++) {
        const code = text.charCodeAt(at)
        if (code === BACKSLASH) at++
        else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
        else if (code === OPEN_BRACE) depth++
        else if (code === CLOSE_BRACE && --depth === 0) return at + 1
        else if (purpose === 'argument' && endsParagraph(text, at, code, stop)) break
      }
      return -at
    })
  }

  /** @returns the offset after the bracket that closes the one at `open` within its paragraph, or -1 */
  closingBracket(open: number): number {
    return this.#search('bracket', open, (text, stop) => {
      let brackets = 0
      let braces = 0
      let at = open
      for (; at < stop; at++) {
        const code = text.charCodeAt(at)
        if (code === BACKSLASH) at++
        else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
        else if (code === OPEN_BRACE) braces++
        else if (code === CLOSE_BRACE && --braces < 0) break
        else if (braces === 0 && code === OPEN_BRACKET) brackets++
        else if (braces === 0 && code === CLOSE_BRACKET && --brackets === 0) return at + 1
        else if (endsParagraph(text, at, code, stop)) break
      }
      return -at
    })
  }

  /** @returns the offset after the `$` that closes the one at `open` within its paragraph, or -1 */
  closingDollar(open: number): number {
    return this.#search('inline', open, (text, stop) => {
      let depth = 0
      let nested = -1
      let at = open + 1
      for (; at < stop; at++) {
        const code = text.charCodeAt(at)
        if (code === BACKSLASH) at++
        else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
        else if (code === OPEN_BRACE) depth++
        else if (code === CLOSE_BRACE) depth--
        else if (code === DOLLAR && depth <= 0) return at + 1
        else if (code === DOLLAR && nested < 0) nested = at + 1
        else if (endsParagraph(text, at, code, stop)) break
      }
      // A brace without its partner must not hide the end of the formula.
      return nested > 0 ? nested : -at
    })
  }

  /** @returns the offset after the `\)` that closes the `\(` at `open` within its paragraph, or -1 */
  closingParenthesis(open: number): number {
    return this.#search('parenthesis', open, (text, stop) => {
      let at = open + 2
      for (; at < stop; at++) {
        const code = text.charCodeAt(at)
        if (code === BACKSLASH) {
          if (text.charCodeAt(++at) === CLOSE_PARENTHESIS) return at + 1
        } else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
        else if (endsParagraph(text, at, code, stop)) break
      }
      return -at
    })
  }

  /** @returns where the `\]` begins that closes the `\[` at `open`, or -1 */
  closingDisplay(open: number): number {
    return this.#search('display', open, (text, stop) => {
      let at = open + 2
      for (; at < stop; at++) {
        const code = text.charCodeAt(at)
        if (code === PERCENT) at = lineEnd(text, at, stop) - 1
        if (code !== BACKSLASH) continue
        const next = text.charCodeAt(at + 1)
        if (next === CLOSE_BRACKET) return at
        if (next === OPEN_BRACKET) break
        at++
      }
      return -at
    })
  }

  /** @returns where the `$$` begins that closes the one at `open` within its paragraph, or -1 */
  closingDollars(open: number): number {
    return this.#search('dollars', open, (text, stop) => {
      let at = open + 2
      for (; at < stop; at++) {
        const code = text.charCodeAt(at)
        if (code === BACKSLASH) at++
        else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
        else if (code === DOLLAR && text.charCodeAt(at + 1) === DOLLAR) return at
        else if (endsParagraph(text, at, code, stop)) break
      }
      return -at
    })
  }

  /** @returns where the literal `\end{name}` begins, or -1 */
  closingLiteral(name: string, from: number): number {
    if (from >= (this.#literals.get(name) ?? Number.POSITIVE_INFINITY)) return -1
    const end = `\\end{${name}}`
    const at = this.#text.indexOf(end, from)
    if (at >= 0 && at + end.length <= this.#limit) return at
    this.#literals.set(name, from)
    return -1
  }

  /** Runs a search that returns an offset, or the negative offset where it gave up. */
  #search(purpose: Purpose, open: number, find: (text: string, stop: number) => number): number {
    if (open < this.#futile[purpose]) return -1
    const found = find(this.#text, Math.min(this.#limit, open + CAPS[purpose]))
    if (found > 0 && found <= this.#limit) return found
    this.#futile[purpose] = Math.abs(found)
    return -1
  }
}

function endsParagraph(text: string, at: number, code: number, limit: number): boolean {
  return isLineEnd(code) && afterEmptyLines(text, at, limit) >= 0
}
