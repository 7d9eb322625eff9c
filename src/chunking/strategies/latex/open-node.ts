import { isLineEnd, OPEN_BRACE, PERCENT, skipBlanks } from './characters.js'
import type { Node } from './node.js'
import { lineStart } from './pieces.js'

/** An environment that is being read. */
export interface OpenNode {
  node: Node
  children: Node[]
  braces: OpenBrace[]
  /** Index of the first and of the last section among the children, or -1. */
  firstSection: number
  lastSection: number
}

/** A brace that is open inside of an environment. */
export interface OpenBrace {
  /** Where it stands. */
  at: number
  /** How many children of the environment came before it. */
  before: number
  command: OpenCommand | undefined
}

/** A command whose argument is a part of the document, and is being read. */
export interface OpenCommand {
  name: string
  start: number
  title: string | undefined
  /** The slide it stands in. */
  outer: OpenCommand | undefined
}

export function openNode(node: Node): OpenNode {
  return { node, children: [], braces: [], firstSection: -1, lastSection: -1 }
}

/** Notes that the next child will be a section. */
export function noteSection(open: OpenNode): void {
  open.lastSection = open.children.length
  if (open.firstSection < 0) open.firstSection = open.children.length
}

/** Whether a command is what the environment of its name is; outside of slides, `\frame` draws a box. */
export function holdsPart(
  text: string,
  { name, start, title }: OpenCommand,
  end: number,
  isOutermost: boolean,
): boolean {
  const after = skipBlanks(text, end, text.length)
  const next = text.charCodeAt(after)
  if (name !== 'frame') return next !== OPEN_BRACE
  if (title !== undefined) return true
  const endsLine = after === text.length || isLineEnd(next) || next === PERCENT
  return isOutermost && endsLine && lineStart(text, start, 0) >= 0
}
