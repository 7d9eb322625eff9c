import type { Family } from './names.js'
import type { References } from './references.js'

/** A heading in force: `level` as LaTeX counts. */
export interface Heading {
  level: number
  title: string
}

/** Something with a place in the document's structure. What lies between nodes is running text. */
export interface Node {
  kind: 'environment' | 'group' | 'section' | 'item' | 'blank' | 'border'
  /** Of the environment or command; displays are `\[` and `$$`. */
  name: string
  start: number
  end: number
  /** What is between the begin command with its arguments and the end command. */
  bodyStart: number
  bodyEnd: number
  family: Family
  /** The body stands in braces: a group, or an environment in the form of a command, such as `\frame{...}`. */
  braced: boolean
  children: readonly Node[]
  /** Was not closed, or closed by something else. */
  recovered: boolean
  /** In force where the node begins; a section counts itself. */
  headings: readonly Heading[]
  /** In force where it ends. */
  headingsAfter: readonly Heading[]
  /** How many groups are nested in this one, itself included. */
  depth: number
  /** Optional title of a theorem, title of a slide; plain words. */
  title?: string | undefined
}

/** The structure of a whole document. */
export interface Tree {
  nodes: readonly Node[]
  references: References
  /** Where commands stand that begin or end an environment and have no partner; ascending. */
  flaws: readonly number[]
  /** The argument of `\title`, in plain words. */
  title?: string
  /** Text before this offset is code rather than prose: the preamble, or all of a package. */
  codeEnd: number
  /** Where `\begin{document}` stands, or -1. */
  documentStart: number
}
