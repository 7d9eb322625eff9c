import { type Printed, printed, printedSymbol } from './printed.js'

/** Longest source of a title that is read, in UTF-16 units. */
const LONGEST = 2000

const TOKEN = /\\([a-zA-Z@]+)\*?([ \t]*)|\\(\\\*|.)|%[^\n\r]*(?:\r?\n[ \t]*)?|[{}[\]$~]|\s+|[^\\%{}[\]$~\s]+/gsu

const SPECIAL = /[\\%{}[\]$~]/

/**
 * The words of a title or argument: formatting commands, braces, comments and arguments that are not printed left out,
 * letters and accents composed, white space joined. Linear.
 */
export function plainText(source: string): string {
  if (!SPECIAL.test(source)) return head(source).replace(/\s+/g, ' ').trim()
  const reader = new WordReader()
  for (const [token, command, blanks, symbol] of head(source).matchAll(TOKEN)) {
    if (command !== undefined) reader.command(printed(command), blanks !== '')
    else if (symbol !== undefined) reader.command(printedSymbol(symbol), false)
    else if (token === '{') reader.open()
    else if (token === '}') reader.close()
    else if (token === '[' && reader.openOption()) continue
    else if (token === ']' && reader.closeOption()) continue
    else if (token === '~') reader.space()
    else if (token.trim() === '') reader.blank()
    else if (token !== '$' && !token.startsWith('%')) reader.text(token)
  }
  return reader.words.replace(/\s+/g, ' ').trim()
}

/** As much as is read, without half a character at its end. */
function head(source: string): string {
  return source.length > LONGEST ? source.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '') : source
}

/** An argument or group that is being read. */
interface Group {
  silent: boolean
  /** What the command takes after it, see {@link Printed.takes}. */
  rest: string
  option: boolean
}

class WordReader {
  words = ''
  readonly #groups: Group[] = []
  /** How many of the open groups do not print. */
  #silent = 0
  /** What the last command still takes. */
  #takes = ''
  #accent = ''

  command({ text, takes, accent }: Printed, blanks: boolean): void {
    this.#takes = ''
    if (text !== '') this.#print(text)
    // TeX drops the blanks after a name, but words that their author has set apart stay apart.
    if (blanks && text.length > 1) this.#print(' ')
    this.#takes = takes
    if (accent !== undefined) this.#accent = accent
  }

  open(): void {
    this.#push(this.#takes.startsWith('-'), this.#takes.slice(1), false)
  }

  close(): void {
    while (this.#groups.at(-1)?.option) this.#pop()
    this.#pop()
    this.#accent = ''
  }

  /** @returns whether the bracket begins an optional argument */
  openOption(): boolean {
    if (this.#takes === '') return false
    this.#push(true, this.#takes, true)
    return true
  }

  /** @returns whether the bracket ends an optional argument */
  closeOption(): boolean {
    if (!this.#groups.at(-1)?.option) return false
    this.#pop()
    return true
  }

  space(): void {
    this.#takes = ''
    this.#print(' ')
  }

  /** White space stands freely before arguments and accented letters. */
  blank(): void {
    if (this.#takes === '?') this.#takes = ''
    if (this.#takes === '' && this.#accent === '') this.#print(' ')
  }

  /** An argument without braces is a single character. */
  text(token: string): void {
    const characters = this.#takes === '' || this.#takes === '?' ? [] : [...token]
    let at = 0
    for (; at < characters.length && this.#takes !== ''; at++) {
      if (this.#takes.startsWith('+')) this.#print(characters[at]!)
      this.#takes = this.#takes.slice(1)
    }
    if (this.#takes === '?') this.#takes = ''
    this.#print(at === 0 ? token : characters.slice(at).join(''))
  }

  #push(silent: boolean, rest: string, option: boolean): void {
    this.#groups.push({ silent, rest, option })
    if (silent) this.#silent++
    this.#takes = ''
  }

  #pop(): void {
    const group = this.#groups.pop()
    if (group?.silent) this.#silent--
    this.#takes = group?.rest ?? ''
  }

  #print(text: string): void {
    if (this.#silent > 0 || text === '') return
    if (this.#accent === '') {
      this.words += text
      return
    }
    const [letter = ''] = text
    const accented = /\p{L}/u.test(letter) ? (letter + this.#accent).normalize('NFC') : letter
    this.words += accented + text.slice(letter.length)
    this.#accent = ''
  }
}
