import { bareHtml } from './html-roles.js'
import type { SourceLines } from './lines.js'
import type { Node } from './node.js'

/** Of a cut before an ordinary block at the top level. */
export const BLOCK = 0.5
/** What a step inwards (a list's items, an item's blocks) leaves of the strength. */
export const INWARDS = 0.8
/** Of a cut before the block after front matter. */
export const AFTER_FRONT_MATTER = 0.95
/** Of cuts between parts of a block, as shares of the strength before that block. */
export const ROW = 0.6
export const CODE_LINE = 0.4
export const CODE_PARAGRAPH = 0.6
export const SENTENCE = 0.3

/** Of a cut between what belongs together: an end tag and what it closes, an anchor and its heading. */
export const TOGETHER = 0.02

const SECTIONS = [0, 0.99, 0.98, 0.96, 0.94, 0.92, 0.9]
const RULE = 0.2
const HEADING = 0.1

/**
 * How good a cut before a heading is, or before the first of what introduces it.
 *
 * @param ordinary strength before an ordinary block of the same container
 * @param isSection the heading begins a section of the document
 */
export function headingStrength({ level }: Node, ordinary: number, isSection: boolean): number {
  return isSection ? SECTIONS[level]! : ordinary + HEADING
}

/** How good a cut before any other node is. */
export function cutStrength(node: Node, ordinary: number, lines: SourceLines): number {
  switch (node.kind) {
    case 'rule':
      return (node.next?.level ?? 0) > 0 ? TOGETHER : ordinary + RULE
    case 'list':
      return node.continues ? ordinary * INWARDS : ordinary
    case 'marker':
      return TOGETHER
    case 'html':
      return bareHtml(lines.text, lines.span(node.first, node.end)) === 'after' ? TOGETHER : ordinary
    default:
      return ordinary
  }
}
