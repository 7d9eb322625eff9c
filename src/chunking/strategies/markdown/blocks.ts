import type { Block, ContextPart, Structure } from '../../../core/index.js'
import { divide } from '../../inherit.js'
import { HeadingPath } from './heading-path.js'
import { leadsOver } from './leads-over.js'
import { splitLeaf } from './leaves.js'
import type { SourceLines } from './lines.js'
import type { Node } from './node.js'
import type { MarkdownSettings } from './options.js'
import { cutStrength, headingStrength, INWARDS, TOGETHER } from './strength.js'
import { wrapperOf } from './wrappers.js'

/** What all blocks of one document share. */
export interface Reading {
  lines: SourceLines
  settings: MarkdownSettings
  dropped: NonNullable<Structure['dropped']>
}

/** Where a run of sibling nodes stands. */
export interface Place {
  /** Strength of a cut before an ordinary block here. */
  strength: number
  /** The path in force when the run begins; headings in it extend the path for what follows them. */
  context: readonly ContextPart[]
  /** Only headings of the document itself begin sections; those in quotes, items and the like do not. */
  isTop: boolean
}

/** The blocks of sibling nodes, in order. */
export function* toBlocks(nodes: Iterable<Node>, reading: Reading, place: Place): Generator<Block> {
  const path = new HeadingPath(place.context)
  const { settings, lines, dropped } = reading
  let inside: Place = { ...place, isTop: false }
  // By its line: a heading at the end of what is read at a time is read again, and what introduces it is not.
  let entered = -1
  for (const node of nodes) {
    const heading = node.level > 0 ? node : node.introduces
    if (!heading) {
      yield toBlock(node, cutStrength(node, place.strength, lines), reading, inside)
      continue
    }
    const isSection = place.isTop && settings.headerLevels.has(heading.level)
    const strength = heading.first === entered ? TOGETHER : headingStrength(heading, place.strength, isSection)
    if (heading.first !== entered) {
      path.enter(heading)
      inside = { ...inside, context: path.parts }
      entered = heading.first
    }
    // With the heading goes what only introduces it.
    if (isSection && !settings.includeHeading) {
      dropped.push({ span: lines.span(node.first, node.end), reason: 'includeHeading is false' })
    } else yield toBlock(node, strength, reading, inside)
  }
}

function toBlock(node: Node, strength: number, reading: Reading, place: Place): Block {
  const { lines } = reading
  const { context } = place
  const wrap = wrapperOf(node, lines)
  const block: Block = { span: lines.span(node.first, node.end), kind: node.kind, strength }
  if (leadsOver(node, lines)) block.keepWithNext = true
  if (context.length > 0) block.context = context
  if (node.kind === 'paragraph' || node.kind === 'list') block.running = true
  if (wrap) block.wrap = wrap
  return divide(block, () => parts(node, reading, place))
}

function parts(node: Node, reading: Reading, place: Place): Iterable<Block> {
  const { lines, settings } = reading
  const { strength, context } = place
  if (node.children) return toBlocks(node.children(), reading, { ...place, strength: strength * INWARDS })
  return splitLeaf(node, lines, { strength, context, splitCodeBlocks: settings.splitCodeBlocks })
}
