/** What a bracket, a template or an expression in a template is closed by. */
const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '`': '`' }

/**
 * How deep a place in JavaScript or JSX lies, read piece by piece: brackets, templates and comments go on over line
 * ends, strings do not. What only looks like a string, such as the apostrophe of a word, is none; brackets that text
 * leaves open end with the braces around them.
 */
export class CodeNesting {
  /** Closers of what is open, the innermost last. */
  readonly #open: string[] = []
  #inComment = false

  /** Whether the place read last is in no bracket, template or comment. */
  get isOutside(): boolean {
    return this.#open.length === 0 && !this.#inComment
  }

  /**
   * Reads on, within one line, until `stop` says so of a unit outside of everything.
   *
   * @param stop is asked before the unit is read, and after the last closer
   * @returns where it stopped; `end` where it did not
   */
  read(text: string, start: number, end: number, stop: (unit: string, at: number) => boolean = never): number {
    for (let at = start; at < end; at++) {
      const unit = text[at]!
      if (this.#inComment) {
        if (unit !== '*' || text[at + 1] !== '/') continue
        this.#inComment = false
        at++
      } else if (this.#open.at(-1) === '`') {
        if (unit === '\\') at++
        else if (unit === '`') this.#open.pop()
        else if (unit === '$' && text[at + 1] === '{') {
          this.#open.push('}')
          at++
        }
      } else if (this.isOutside && stop(unit, at)) {
        return at
      } else if (unit === '/' && text[at + 1] === '*') {
        this.#inComment = true
        at++
      } else if (unit === '/' && text[at + 1] === '/' && text[at - 1] !== ':') {
        return end
      } else if (unit === '\\') {
        // As in strings, so that no more than one quote of each kind is found to be closed by nothing on its line.
        at++
      } else if (unit === '"' || unit === "'") {
        at = Math.max(at, stringEnd(text, at, end))
      } else if (CLOSERS[unit] !== undefined) {
        this.#open.push(CLOSERS[unit])
      } else if (unit === '}' || unit === ')' || unit === ']') {
        this.#close(unit)
      }
    }
    return end
  }

  #close(closer: string): void {
    const open = this.#open
    if (closer === '}') while (open.at(-1) === ')' || open.at(-1) === ']') open.pop()
    if (open.at(-1) === closer) open.pop()
  }
}

function never(): boolean {
  return false
}

/** Where the string that begins at `start` is closed, -1 if it is not. */
function stringEnd(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[start]) return at
  }
  return -1
}
