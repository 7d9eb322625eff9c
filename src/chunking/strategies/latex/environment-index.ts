import { lowerBound } from '../../../core/index.js'
import { nameEnd } from './arguments.js'
import { isLineEnd, PERCENT, skipBlanks } from './characters.js'

/**
 * Where environments begin and end by the letter of the source, whatever the text between means. Made once for a
 * document, on first use, and shared by all that read parts of it: a search costs no more than a look-up.
 */
export class EnvironmentIndex {
  readonly #text: string
  #ends: ReadonlyMap<string, readonly number[]> | undefined
  #begins: ReadonlyMap<string, readonly number[]> | undefined
  readonly #partners = new Map<string, ReadonlyMap<number, number>>()

  constructor(text: string) {
    this.#text = text
  }

  /** @returns where the first `\end{name}` at or after `from` begins, or -1 */
  firstEnd(name: string, from: number): number {
    this.#ends ??= commandOffsets(this.#text, END)
    const ends = this.#ends.get(name) ?? NONE
    return ends[lowerBound(ends, from)] ?? -1
  }

  /** @returns where the `\end{name}` begins that closes the `\begin{name}` at `begin`, or -1; comment lines do not count */
  partner(name: string, begin: number): number {
    let partners = this.#partners.get(name)
    if (!partners) this.#partners.set(name, (partners = this.#pair(name)))
    return partners.get(begin) ?? -1
  }

  #pair(name: string): Map<number, number> {
    this.#begins ??= commandOffsets(this.#text, BEGIN)
    this.#ends ??= commandOffsets(this.#text, END)
    const begins = (this.#begins.get(name) ?? NONE).filter((at) => !isInCommentLine(this.#text, at))
    const ends = (this.#ends.get(name) ?? NONE).filter((at) => !isInCommentLine(this.#text, at))
    const pairs = new Map<number, number>()
    const open: number[] = []
    let next = 0
    for (const end of ends) {
      while (next < begins.length && begins[next]! < end) open.push(begins[next++]!)
      const begin = open.pop()
      if (begin !== undefined) pairs.set(begin, end)
    }
    return pairs
  }
}

const BEGIN = '\\begin{'
const END = '\\end{'
const NONE: readonly number[] = []

/** Offsets of `\begin{` or `\end{` by the name that follows, ascending. */
function commandOffsets(text: string, command: string): Map<string, number[]> {
  const offsets = new Map<string, number[]>()
  for (let at = text.indexOf(command); at >= 0; at = text.indexOf(command, at + command.length)) {
    const start = at + command.length
    const end = nameEnd(text, start, text.length)
    if (end < 0) continue
    const name = text.slice(start, end)
    const known = offsets.get(name)
    if (known) known.push(at)
    else offsets.set(name, [at])
  }
  return offsets
}

/** How far before a command its line is looked at, in UTF-16 units. */
const LONGEST_BEFORE = 200

/** Whether the line of `at` is nothing but a comment. */
function isInCommentLine(text: string, at: number): boolean {
  const floor = Math.max(0, at - LONGEST_BEFORE)
  let line = at
  while (line > floor && !isLineEnd(text.charCodeAt(line - 1))) line--
  return text.charCodeAt(skipBlanks(text, line, at)) === PERCENT
}
