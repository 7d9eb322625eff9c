import type { Block } from '../../../core/index.js'
import { skipSpace, skipSpaceBack } from '../../packer/space.js'
import { END } from './arrange.js'
import { afterLineBreak, lineEnd } from './characters.js'
import type { Heading } from './node.js'
import { createBlock, type Scope, type Source } from './source.js'

const LINE = 0.2
const AFTER_EMPTY_LINE = 0.3

/**
 * Text line by line, for what is not prose.
 *
 * @param bodyStart where a begin command ends that stays with the line after it
 * @param bodyEnd where an end command begins that stays with the line before it
 */
export function lineBlocks(
  source: Source,
  { start, end, bodyStart, bodyEnd }: { start: number; end: number; bodyStart: number; bodyEnd: number },
  headings: readonly Heading[],
  scope: Scope,
): Block[] {
  const blocks: Block[] = []
  const { text } = source
  let afterEmpty = false
  for (let at = start; at < end; ) {
    const stop = lineEnd(text, at, end)
    const next = Math.min(end, afterLineBreak(text, stop))
    const visible = skipSpace(text, at, stop)
    if (visible < stop) {
      const strength = (afterEmpty ? AFTER_EMPTY_LINE : LINE) * scope.weight
      const span = { start: at, end: skipSpaceBack(text, visible, stop) }
      const kind = visible >= bodyEnd ? END : 'line'
      const block = createBlock(source, span, { kind, strength, headings, scope })
      if (span.end <= bodyStart) block.keepWithNext = true
      blocks.push(block)
    }
    afterEmpty = visible >= stop
    at = next
  }
  return blocks
}
