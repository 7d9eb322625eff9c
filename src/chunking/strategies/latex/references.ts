import { lowerBound, type Metadata } from '../../../core/index.js'
import { INPUTS } from './arguments.js'

type List = 'labels' | 'refs' | 'citations' | 'inputs'

/** Labels, references, citations and inputs of a document in order, so that those of any span are found at once. */
export class References {
  readonly #at: number[] = []
  readonly #lists: List[] = []
  readonly #keys: string[] = []

  /**
   * Takes a command with its argument, or with several, as in `\crefrange{a}{b}`: the source from the first one to the
   * last. Commands that refer to nothing are ignored. Offsets ascend.
   */
  add(command: string, argument: string, at: number): void {
    const list = listOf(command)
    if (!list) return
    for (const part of partsOf(list, argument)) {
      const key = part.trim()
      if (key === '' || key.length > LONGEST_KEY || (list !== 'labels' && NO_KEY.test(key))) continue
      if (list === 'citations' && NO_CITATION_KEY.test(key)) continue
      this.#at.push(at)
      this.#lists.push(list)
      this.#keys.push(key)
    }
  }

  /** What stands in `start..end`, as lists without repetition; empty lists are left out. */
  within(start: number, end: number): Metadata {
    const first = lowerBound(this.#at, start)
    if (first === this.#at.length || this.#at[first]! >= end) return NOTHING
    const found = new Map<List, Set<string>>()
    for (let index = first; index < this.#at.length && this.#at[index]! < end; index++) {
      const list = this.#lists[index]!
      found.set(list, (found.get(list) ?? new Set()).add(this.#keys[index]!))
    }
    const metadata: Metadata = {}
    for (const list of ORDER) {
      const keys = found.get(list)
      if (keys) metadata[list] = [...keys]
    }
    return metadata
  }
}

const NOTHING: Metadata = {}
const ORDER: readonly List[] = ['labels', 'refs', 'citations', 'inputs']
const SEVERAL = /[,{}]/
const LONGEST_KEY = 300

function partsOf(list: List, argument: string): readonly string[] {
  if (list === 'labels') return [argument]
  if (list === 'inputs') return [pathOf(argument)]
  return SEVERAL.test(argument) ? argument.split(SEVERAL) : [argument]
}

/** The file that is taken in, where `\import{folder}{file}` gives it in two arguments, or in quotes. */
function pathOf(argument: string): string {
  return argument
    .split(/\}[ \t]*\{/)
    .map((part) => part.trim())
    .join('/')
    .replace(/\/\/+/g, '/')
    .replace(/"/g, '')
}

/** A label among the options of an environment or command, as in `[language=C, label={lst:a}]`. */
export function labelIn(options: string): string | undefined {
  const [, braced, plain] = /[[,\s]label\s*=\s*(?:\{([^{}]*)\}|([^\s,{}[\]]+))/.exec(options) ?? []
  return braced ?? plain
}

/** `\nocite{*}` names no entry; a note may stand before a further argument. */
const NO_KEY = /^(?:\*$|\[)/

/** What a command of the document's own may take in its braces instead of a key. */
const NO_CITATION_KEY = /[\\#]/

const KINDS: ReadonlyMap<string, List> = new Map<string, List>([
  ['label', 'labels'],
  ['zlabel', 'labels'],
  ['bibitem', 'labels'],
  ...[...INPUTS].map((name): [string, List] => [name, 'inputs']),
])

function listOf(command: string): List | undefined {
  const known = KINDS.get(command)
  if (known) return known
  if (/cite/i.test(command)) return 'citations'
  return command.endsWith('title') ? undefined : 'refs'
}
