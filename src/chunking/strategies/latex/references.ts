import { lowerBound, type Metadata } from '../../../core/index.js'

type List = 'labels' | 'refs' | 'citations' | 'inputs'

/** Labels, references, citations and inputs of a document in order, so that those of any span are found at once. */
export class References {
  readonly #lists: Record<List, { at: number[]; keys: string[] }> = {
    labels: { at: [], keys: [] },
    refs: { at: [], keys: [] },
    citations: { at: [], keys: [] },
    inputs: { at: [], keys: [] },
  }

  /**
   * Takes a command with its argument, or with several, as in `\crefrange{a}{b}`: the source from the first one to the
   * last. Commands that refer to nothing are ignored. Offsets ascend.
   */
  add(command: string, argument: string, at: number): void {
    const kind = listOf(command)
    if (!kind) return
    const list = this.#lists[kind]
    for (const part of kind === 'labels' || kind === 'inputs' ? [argument] : argument.split(/[,{}]/)) {
      const key = part.trim()
      if (key === '' || key.length > LONGEST_KEY || (kind !== 'labels' && NO_KEY.test(key))) continue
      list.at.push(at)
      list.keys.push(key)
    }
  }

  /** What stands in `start..end`, as lists without repetition; empty lists are left out. */
  within(start: number, end: number): Metadata {
    const found: Metadata = {}
    for (const [kind, { at, keys }] of Object.entries(this.#lists)) {
      const first = lowerBound(at, start)
      if (first === at.length || at[first]! >= end) continue
      found[kind] = [...new Set(keys.slice(first, lowerBound(at, end)))]
    }
    return found
  }
}

const LONGEST_KEY = 300

/** `\nocite{*}` names no entry; a note may stand before a further argument. */
const NO_KEY = /^(?:\*$|\[)/

function listOf(command: string): List | undefined {
  if (command === 'label' || command === 'bibitem') return 'labels'
  if (/^(?:input|include|subfile|import|subimport)$/.test(command)) return 'inputs'
  if (/cite/i.test(command)) return 'citations'
  return /title$/.test(command) ? undefined : 'refs'
}
