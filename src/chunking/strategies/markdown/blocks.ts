import type { Block, ContextPart, Structure } from '../../../core/index.js'
import { divide } from '../../inherit.js'
import { HeadingPath } from './heading-path.js'
import { leadsOver } from './leads-over.js'
import { splitLeaf } from './leaves.js'
import type { SourceLines } from './lines.js'
import type { Node } from './node.js'
import type { MarkdownSettings } from './options.js'
import { cutStrength, INWARDS } from './strength.js'
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
  for (const node of nodes) {
    const heading = node.kind === 'heading' ? node : node.introduces
    if (heading) path.enter(heading)
    const begins = place.isTop && heading !== undefined && settings.headerLevels.has(heading.level)
    const span = lines.span(node.first, node.end)
    if (begins && node.kind === 'heading' && !settings.includeHeading) {
      dropped.push({ span, reason: 'includeHeading is false' })
      continue
    }
    yield toBlock(node, cutStrength(node, place.strength, begins ? heading : undefined, lines), reading, {
      strength: place.strength,
      context: path.parts,
      isTop: false,
    })
  }
}

function toBlock(node: Node, strength: number, reading: Reading, place: Place): Block {
  const { lines } = reading
  const { context } = place
  const wrap = wrapperOf(node, lines)
  const block: Block = {
    span: lines.span(node.first, node.end),
    kind: node.kind,
    strength,
    ...(leadsOver(node, lines) && { keepWithNext: true }),
    ...(context.length > 0 && { context }),
    ...(wrap && { wrap }),
  }
  return divide(block, () => parts(node, reading, place))
}

function parts(node: Node, reading: Reading, place: Place): Iterable<Block> {
  const { lines, settings } = reading
  const { strength, context } = place
  if (node.children) return toBlocks(node.children(), reading, { ...place, strength: strength * INWARDS })
  return splitLeaf(node, lines, { strength, context, splitCodeBlocks: settings.splitCodeBlocks })
}
