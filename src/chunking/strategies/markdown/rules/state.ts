import type { StateBlock } from 'markdown-it'

/** What the strategy's own block rules share during one run of the parser; lives in the parser's environment. */
export interface ParseState {
  /** The text goes on after this window: what is still open at its end counts as closed there, and is read again. */
  readonly truncated: boolean
  /** Where a search for a closing delimiter ended in vain, by level and delimiter. */
  readonly unclosed: Map<string, number>
  /** Line of the closing `:::` by line of the opening one. */
  readonly directives: ReadonlyMap<number, number>
  /** Ends of the runs of lines that continue a paragraph lazily through the quotes being read, by first line. */
  readonly lazyRuns: Map<number, number>
  /** Units of code that were read without finding where it ends. */
  vain: number
  /** Indents of the containers around the list item being read, from the outermost inwards; quotes begin anew. */
  indents: number[]
}

const KEY = 'tessera'

/** The environment to hand to the parser. */
export function parseEnvironment(state: ParseState): Record<string, unknown> {
  return { [KEY]: state }
}

/** The state of the run a rule is called in. */
export function parseState(state: StateBlock): ParseState {
  return state.env[KEY] as ParseState
}
