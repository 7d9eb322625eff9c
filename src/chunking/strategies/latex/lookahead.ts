import {
  afterEmptyLines,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  isLetter,
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
  conditional: 50_000,
}

type Purpose = keyof typeof CAPS

export const END_OF_CONDITIONAL = '\\fi'

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
    conditional: 0,
  }

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
    const text = this.#text
    const stop = this.#stop(purpose, open)
    if (stop < 0) return -1
    let depth = 0
    let at = open
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at++
      else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
      else if (code === OPEN_BRACE) depth++
      else if (code === CLOSE_BRACE && --depth === 0) return this.#found(purpose, at + 1)
      else if (purpose === 'argument' && endsParagraph(text, at, code, stop)) break
    }
    return this.#gaveUp(purpose, at)
  }

  /** @returns the offset after the bracket that closes the one at `open` within its paragraph, or -1 */
  closingBracket(open: number): number {
    const text = this.#text
    const stop = this.#stop('bracket', open)
    if (stop < 0) return -1
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
      else if (braces === 0 && code === CLOSE_BRACKET && --brackets === 0) return this.#found('bracket', at + 1)
      else if (endsParagraph(text, at, code, stop)) break
    }
    return this.#gaveUp('bracket', at)
  }

  /** @returns the offset after the `$` that closes the one at `open` within its paragraph, or -1 */
  closingDollar(open: number): number {
    const text = this.#text
    const stop = this.#stop('inline', open)
    if (stop < 0) return -1
    let depth = 0
    let nested = -1
    let at = open + 1
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at++
      else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
      else if (code === OPEN_BRACE) depth++
      else if (code === CLOSE_BRACE) depth--
      else if (code === DOLLAR && depth <= 0) return this.#found('inline', at + 1)
      else if (code === DOLLAR && nested < 0) nested = at + 1
      else if (endsParagraph(text, at, code, stop)) break
    }
    // A brace without its partner must not hide the end of the formula.
    return nested > 0 ? this.#found('inline', nested) : this.#gaveUp('inline', at)
  }

  /** @returns the offset after the `\)` that closes the `\(` at `open` within its paragraph, or -1 */
  closingParenthesis(open: number): number {
    const text = this.#text
    const stop = this.#stop('parenthesis', open)
    if (stop < 0) return -1
    let at = open + 2
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) {
        if (text.charCodeAt(++at) === CLOSE_PARENTHESIS) return this.#found('parenthesis', at + 1)
      } else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
      else if (endsParagraph(text, at, code, stop)) break
    }
    return this.#gaveUp('parenthesis', at)
  }

  /** @returns where the `\]` begins that closes the `\[` at `open`, or -1 */
  closingDisplay(open: number): number {
    const text = this.#text
    const stop = this.#stop('display', open)
    if (stop < 0) return -1
    let at = open + 2
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === PERCENT) at = lineEnd(text, at, stop) - 1
      if (code !== BACKSLASH) continue
      const next = text.charCodeAt(at + 1)
      if (next === CLOSE_BRACKET) return this.#found('display', at)
      if (next === OPEN_BRACKET) break
      at++
    }
    return this.#gaveUp('display', at)
  }

  /** @returns where the `$$` begins that closes the one at `open` within its paragraph, or -1 */
  closingDollars(open: number): number {
    const text = this.#text
    const stop = this.#stop('dollars', open)
    if (stop < 0) return -1
    let at = open + 2
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at++
      else if (code === PERCENT) at = lineEnd(text, at, stop) - 1
      else if (code === DOLLAR && text.charCodeAt(at + 1) === DOLLAR) return this.#found('dollars', at)
      else if (endsParagraph(text, at, code, stop)) break
    }
    return this.#gaveUp('dollars', at)
  }

  /** @returns where the `\fi` begins that ends the conditional before `from`, or -1 */
  closingConditional(from: number): number {
    const text = this.#text
    const stop = this.#stop('conditional', from)
    if (stop < 0) return -1
    let depth = 1
    let at = from
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === PERCENT) at = lineEnd(text, at, stop) - 1
      if (code !== BACKSLASH) continue
      let end = at + 1
      while (end < stop && isLetter(text.charCodeAt(end))) end++
      if (end === at + END_OF_CONDITIONAL.length && text.startsWith(END_OF_CONDITIONAL, at)) {
        if (--depth === 0) return this.#found('conditional', at)
      } else if (opensConditional(text, at, end)) depth++
      at = Math.max(at + 1, end - 1)
    }
    return this.#gaveUp('conditional', at)
  }

  /** How far a search may go, or -1 where it would be futile. */
  #stop(purpose: Purpose, from: number): number {
    return from < this.#futile[purpose] ? -1 : Math.min(this.#limit, from + CAPS[purpose])
  }

  #found(purpose: Purpose, end: number): number {
    return end <= this.#limit ? end : this.#gaveUp(purpose, end)
  }

  #gaveUp(purpose: Purpose, at: number): -1 {
    this.#futile[purpose] = at
    return -1
  }
}

function endsParagraph(text: string, at: number, code: number, limit: number): boolean {
  return isLineEnd(code) && afterEmptyLines(text, at, limit) >= 0
}

/** Not `\iff`, an arrow, nor a command with arguments, such as `\ifthenelse{...}`. */
function opensConditional(text: string, at: number, end: number): boolean {
  return text.startsWith('\\if', at) && text.charCodeAt(end) !== OPEN_BRACE && text.slice(at, end) !== '\\iff'
}
