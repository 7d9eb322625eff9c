import {
  type Block,
  type ChunkingOptions,
  type Document,
  invalidOption,
  type Span,
  type Strategy,
  type Structure,
} from '../../../core/index.js'
import { isEnvironmentName } from './arguments.js'
import { END } from './arrange.js'
import { BORDER, flowBlocks } from './flow.js'
import type { Tree } from './node.js'
import { type Reading, reading } from './reading.js'
import { createSource, rootScope } from './source.js'
import { parseTree } from './tree.js'

/** What can be set for LaTeX. */
export interface LatexOptions extends ChunkingOptions {
  /**
   * Names of environments that are kept whole and whose content is not read as structure; a larger one is cut at lines.
   * Each stands for its starred form too. Default: none. Equations, theorems, tables, listings and all other environments
   * stay whole where they fit anyway.
   */
  environments?: readonly string[] | undefined
  /** False: what stands before `\begin{document}` is left out and reported. Default true. */
  includePreamble?: boolean | undefined
}

/** Cuts LaTeX along its sections, environments, displays and paragraphs. Reads anything; malformed source is flagged. */
export const latexStrategy: Strategy<LatexOptions> = {
  validate({ environments, includePreamble }) {
    const valid = environments === undefined || (Array.isArray(environments) && environments.every(isName))
    if (!valid) throw invalidOption('environments', environments, 'a list of names of environments inside the document')
    if (includePreamble !== undefined && typeof includePreamble !== 'boolean') {
      throw invalidOption('includePreamble', includePreamble, 'true or false')
    }
  },

  structure({ text }: Document, options: Readonly<LatexOptions>): Structure {
    const source = reading(text, options.environments)
    const tree = parseTree(source)
    const dropped: { span: Span; reason: string }[] = []
    const from = options.includePreamble === false ? preambleEnd(text, tree) : 0
    if (from > 0) dropped.push({ span: { start: 0, end: from }, reason: 'preamble' })
    return { blocks: documentBlocks(source, tree, from), dropped }
  },
}

/** `document` is not an environment but the document itself. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === value && value !== 'document' && isEnvironmentName(value)
}

/** Where the preamble ends; 0 when there is none, or nothing but white space in it. */
function preambleEnd(text: string, { documentStart }: Tree): number {
  return documentStart > 0 && text.slice(0, documentStart).trim() !== '' ? documentStart : 0
}

function documentBlocks(reading: Reading, tree: Tree, start: number): Block[] {
  const { nodes } = tree
  const source = createSource(reading, tree)
  const first = nodes.findIndex((node) => node.start >= start)
  const from = first < 0 ? nodes.length : first
  const end = source.text.length
  const range = { start, end, bodyStart: start, bodyEnd: end, nodes, from, to: nodes.length, headings: [], opened: [] }
  return cutAfterEnd(flowBlocks(source, range, rootScope(tree.title)))
}

/** What stands after `\end{document}` is not part of the document. */
function cutAfterEnd(blocks: Block[]): Block[] {
  for (let index = 1; index < blocks.length; index++) {
    const block = blocks[index]!
    if (blocks[index - 1]!.kind === END) block.strength = Math.max(block.strength, BORDER)
  }
  return blocks
}
