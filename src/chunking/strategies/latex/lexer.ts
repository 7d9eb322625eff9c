import {
  type Argument,
  afterColumns,
  afterHeight,
  afterOptions,
  isQuoted,
  nameEnd,
  readKey,
  readShortVerb,
  readTitle,
  verbatimEnd,
  verbDelimiter,
} from './arguments.js'
import {
  AT,
  afterEmptyLines,
  afterLineBreak,
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  DOLLAR,
  isBlank,
  isLetter,
  isLineEnd,
  LINE_FEED,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERCENT,
  skipBlanks,
} from './characters.js'
import { afterDefined, DEFINERS, readDefinition } from './definitions.js'
import { END_OF_CONDITIONAL, Lookahead } from './lookahead.js'
import { HIDING } from './names.js'
import { type Reading, unreadEnd } from './reading.js'
import { type Handler, handlerOf, mayBeHandled, type TokenKind } from './tokens.js'

/**
 * Reads LaTeX from left to right and stops at what carries structure; everything between is plain text. `next()` moves
 * to the next token, whose fields are those of the lexer. It never fails: what is malformed is plain text.
 */
export class Lexer {
  kind: TokenKind = 'eof'
  start: number
  /** Where the token ends and reading goes on. */
  end: number
  name = ''
  argumentStart = 0
  argumentEnd = 0
  readonly lookahead: Lookahead
  readonly #text: string
  readonly #limit: number
  readonly #reading: Reading
  readonly #vocabulary: Reading['vocabulary']
  /** Where the display being read closes, or -1. */
  #displayEnd = -1

  constructor(reading: Reading, start: number, limit: number) {
    const { text, vocabulary } = reading
    this.#reading = reading
    this.#text = text
    this.start = this.end = start
    this.#limit = limit
    this.#vocabulary = vocabulary
    this.lookahead = new Lookahead(text, limit)
  }

  next(): TokenKind {
    const text = this.#text
    const limit = this.#limit
    const { stops } = this.#vocabulary
    let at = this.end
    for (;;) {
      let code = 0
      while (at < limit) {
        code = text.charCodeAt(at)
        // Most line breaks are followed by text at once.
        if (code < 128 && stops[code] === 1 && (code !== LINE_FEED || text.charCodeAt(at + 1) <= 32)) break
        at++
      }
      if (at >= limit) return this.#token('eof', limit, limit)
      const after = this.#read(at, code)
      if (after < 0) return this.kind
      at = after
    }
  }

  /** Goes on inside the definition or unread environment that was found instead of after it. */
  enter(): void {
    const { kind, argumentStart } = this
    this.end = kind === 'definition' ? afterDefined(this.#text, argumentStart, this.#limit) : argumentStart
  }

  /** Reads what begins at `at`: -1 when it is a token, else where plain text goes on. */
  #read(at: number, code: number): number {
    switch (code) {
      case BACKSLASH:
        return this.#control(at)
      case PERCENT:
        return this.#found('comment', at, lineEnd(this.#text, at, this.#limit))
      case OPEN_BRACE:
        return this.#found('open', at, at + 1)
      case CLOSE_BRACE:
        return this.#found('close', at, at + 1)
      case DOLLAR:
        return this.#dollar(at)
      case LINE_FEED:
      case CARRIAGE_RETURN: {
        const end = afterEmptyLines(this.#text, at, this.#limit)
        return end < 0 ? afterLineBreak(this.#text, at) : this.#found('blank', at, end)
      }
      default:
        return this.#verbatimRun(at, at, code)
    }
  }

  #dollar(at: number): number {
    if (this.#text.charCodeAt(at + 1) === DOLLAR && at + 1 < this.#limit) {
      if (at === this.#displayEnd) return this.#displayClose(at, '$$')
      const close = this.lookahead.closingDollars(at)
      if (close <= at + 2) return at + 2
      return this.#displayOpen(at, '$$', close)
    }
    const end = this.lookahead.closingDollar(at)
    return end < 0 ? at + 1 : this.#found('atom', at, end)
  }

  #control(at: number): number {
    const text = this.#text
    const limit = this.#limit
    let end = at + 1
    if (!isLetter(text.charCodeAt(end)) && text.charCodeAt(end) !== AT) return this.#symbol(at)
    while (end < limit && isLetter(text.charCodeAt(end))) end++
    if (end < limit && text.charCodeAt(end) === AT && handlerOf(text.slice(at + 1, end)) !== 'verb') {
      while (end < limit && (isLetter(text.charCodeAt(end)) || text.charCodeAt(end) === AT)) end++
    }
    if (!mayBeHandled(text, at + 1, end)) return this.#shortcut(at, end)
    const name = text.slice(at + 1, end)
    const handler = handlerOf(name)
    return handler === undefined ? this.#shortcut(at, end) : this.#command(handler, name, at, end)
  }

  /** A command of the document's own may begin or end an environment. */
  #shortcut(at: number, end: number): number {
    const shortcut = this.#vocabulary.shortcutAt(this.#text, at + 1, end)
    if (!shortcut || isQuoted(this.#text, at, this.#limit)) return end
    return this.#found(shortcut.kind, at, end, shortcut.name)
  }

  #symbol(at: number): number {
    const text = this.#text
    if (at + 1 >= this.#limit) return at + 1
    switch (text.charCodeAt(at + 1)) {
      case BACKSLASH:
        return this.#found('break', at, afterHeight(text, at + 2, this.#limit))
      case OPEN_BRACKET: {
        const close = this.lookahead.closingDisplay(at)
        return close < 0 ? at + 2 : this.#displayOpen(at, '\\[', close)
      }
      case CLOSE_BRACKET:
        return at === this.#displayEnd ? this.#displayClose(at, '\\[') : at + 2
      case OPEN_PARENTHESIS: {
        const end = this.lookahead.closingParenthesis(at)
        return end < 0 ? at + 2 : this.#found('atom', at, end)
      }
      case LINE_FEED:
      case CARRIAGE_RETURN:
        return at + 1
      default:
        return at + 2
    }
  }

  #command(handler: Handler, name: string, at: number, end: number): number {
    switch (handler) {
      case 'begin':
      case 'end':
        return isQuoted(this.#text, at, this.#limit) ? end : this.#environment(handler, at, end)
      case 'hidden':
        return this.#hidden(at, end)
      case 'container':
        return isQuoted(this.#text, at, this.#limit) ? end : this.#container(name, at, end)
      case 'section':
        return isQuoted(this.#text, at, this.#limit)
          ? end
          : this.#withArgument('section', name, at, end, readTitle(this.#text, end, this.#limit, this.lookahead))
      case 'definition': {
        const definer = DEFINERS.get(name)!
        const after = readDefinition(this.#text, definer, end, this.#limit, this.lookahead, this.#vocabulary)
        if (after < 0) return end
        this.argumentStart = end
        return this.#found('definition', at, after)
      }
      case 'reference':
        return this.#withArgument(
          'reference',
          name,
          at,
          end,
          readKey(this.#text, name, end, this.#limit, this.lookahead),
        )
      case 'verb':
        return this.#verb(name, at, end)
      case 'url':
        return this.#url(name, at, end)
      case 'short':
        return this.#shortVerb(end)
      case 'par':
        return this.#found('blank', at, at + 4)
      case 'item':
        return isQuoted(this.#text, at, this.#limit) ? end : this.#item(name, at, end)
      case 'rule':
        return this.#found('rule', at, afterColumns(this.#text, end, this.#limit))
      default:
        return this.#found(handler, at, end, name)
    }
  }

  #environment(handler: 'begin' | 'end', at: number, end: number): number {
    const text = this.#text
    const open = skipBlanks(text, end, this.#limit)
    if (text.charCodeAt(open) !== OPEN_BRACE) return open
    const close = nameEnd(text, open + 1, this.#limit)
    if (close < 0) return open
    const name = text.slice(open + 1, close).trim()
    if (handler === 'begin') {
      const bodyEnd = unreadEnd(this.#reading, name, at)
      const after = bodyEnd + name.length + END_WITHOUT_NAME
      if (bodyEnd >= 0 && after <= this.#limit) {
        this.argumentStart = close + 1
        this.argumentEnd = bodyEnd
        return this.#found('literal', at, after, name)
      }
    }
    return this.#found(handler, at, close + 1, name)
  }

  #hidden(at: number, end: number): number {
    const close = this.lookahead.closingConditional(end)
    if (close < 0) return end
    this.argumentStart = end
    this.argumentEnd = close
    return this.#found('literal', at, close + END_OF_CONDITIONAL.length, HIDING)
  }

  /** The brace that opens what a command such as `\frame<1>[t]{...}` holds. */
  #container(name: string, at: number, end: number): number {
    const open = afterOptions(this.#text, end, this.#limit, this.lookahead)
    if (open >= this.#limit || this.#text.charCodeAt(open) !== OPEN_BRACE) return end
    this.argumentStart = at
    return this.#found('open', open, open + 1, name)
  }

  /** An entry of a bibliography has its key as argument. */
  #item(name: string, at: number, end: number): number {
    const key = name === 'bibitem' ? readKey(this.#text, name, end, this.#limit, this.lookahead) : undefined
    const argument = key ?? { start: end, end, after: end }
    return this.#withArgument('item', name, at, end, argument)
  }

  #withArgument(kind: TokenKind, name: string, at: number, end: number, argument: Argument | undefined): number {
    if (!argument) return end
    this.argumentStart = argument.start
    this.argumentEnd = argument.end
    return this.#found(kind, at, argument.after, name)
  }

  #verb(name: string, at: number, end: number): number {
    const text = this.#text
    const open = verbDelimiter(text, name, end, this.lookahead)
    const delimiter = text.charCodeAt(open)
    if (open >= this.#limit || isLetter(delimiter) || isLineEnd(delimiter) || isBlank(delimiter)) return end
    return this.#verbatimRun(at, open, delimiter === OPEN_BRACE && name !== 'verb' ? CLOSE_BRACE : delimiter)
  }

  /** An address stands in braces, in which neither `%` nor `$` means anything. */
  #url(name: string, at: number, end: number): number {
    const open = verbDelimiter(this.#text, name, end, this.lookahead)
    if (open >= this.#limit || this.#text.charCodeAt(open) !== OPEN_BRACE) return end
    const after = verbatimEnd(this.#text, open, this.#limit, CLOSE_BRACE)
    if (after < 0) return end
    this.argumentStart = open
    return this.#found('url', at, after)
  }

  #verbatimRun(at: number, open: number, closing: number): number {
    const end = verbatimEnd(this.#text, open, this.#limit, closing)
    return end < 0 ? open + 1 : this.#found('atom', at, end)
  }

  /** `\MakeShortVerb{\|}`: from here on the character quotes. */
  #shortVerb(end: number): number {
    const { character, after } = readShortVerb(this.#text, end)
    if (character !== undefined) this.#vocabulary.stops[character.charCodeAt(0)] = 1
    return after
  }

  #displayOpen(at: number, name: string, close: number): number {
    this.#displayEnd = close
    return this.#found('begin', at, at + 2, name)
  }

  #displayClose(at: number, name: string): number {
    this.#displayEnd = -1
    return this.#found('end', at, at + 2, name)
  }

  #found(kind: TokenKind, start: number, end: number, name = ''): -1 {
    this.#token(kind, start, Math.min(end, this.#limit), name)
    return -1
  }

  #token(kind: TokenKind, start: number, end: number, name = ''): TokenKind {
    this.kind = kind
    this.start = start
    this.end = end
    this.name = name
    return kind
  }
}

const END_WITHOUT_NAME = '\\end{}'.length
