/** What is not a single space between words, or begins it. */
const PATTERNS = ['\n', '  ', '\t', '\r', '\f']

/**
 * Finds white space that collapses, from left to right: the next place of each kind is remembered, so that all searches
 * together read the source once. Faster than looking at each character.
 */
export class WhiteSpace {
  readonly #source: string
  readonly #next: number[] = PATTERNS.map(() => -1)

  constructor(source: string) {
    this.#source = source
  }

  /** The next white space that is no single space, or the length of the source. @param from never decreases */
  after(from: number): number {
    let nearest = this.#source.length
    for (let kind = 0; kind < PATTERNS.length; kind++) {
      let at = this.#next[kind]!
      if (at < from) {
        at = this.#source.indexOf(PATTERNS[kind]!, from)
        if (at < 0) at = this.#source.length
        this.#next[kind] = at
      }
      if (at < nearest) nearest = at
    }
    return nearest
  }
}

/** White space that HTML collapses; a no-break space is not among it. */
export function isCollapsible(code: number): boolean {
  return code <= 32 && (code === 32 || (code >= 9 && code <= 13 && code !== 11))
}
