/** What may hide the quotes of a string of several lines: other strings and comments. */
const TOKEN = /"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#.*/g

/** Whether a line of TOML begins inside a string of several lines (`"""`, `'''`). */
export class TomlStrings {
  #quotes: string | undefined

  get isOpen(): boolean {
    return this.#quotes !== undefined
  }

  /** Reads the next line. */
  read(line: string): void {
    for (let at = 0; ; ) {
      if (this.#quotes !== undefined) {
        const close = line.indexOf(this.#quotes, at)
        if (close < 0) return
        at = close + this.#quotes.length
        this.#quotes = undefined
      }
      TOKEN.lastIndex = at
      const token = TOKEN.exec(line)?.[0]
      if (token === undefined) return
      at = TOKEN.lastIndex
      if (token === '"""' || token === "'''") this.#quotes = token
    }
  }
}
