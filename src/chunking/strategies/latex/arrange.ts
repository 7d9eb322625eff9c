import type { Block } from '../../../core/index.js'

/** The kind of a block that only ends what holds it: it stays with the block before. */
export const END = 'end'

/**
 * Fits the parts of a block into its place: a cut before the first part is as good as one before the whole, and the last
 * part stays with what follows if the whole does.
 */
export function* arrange(whole: Block, parts: Iterable<Block>): Generator<Block> {
  let first = true
  let last: Block | undefined
  for (const part of attachEnds(parts)) {
    if (last) yield last
    if (first) part.strength = whole.strength
    first = false
    last = part
  }
  if (!last) return
  if (whole.keepWithNext) last.keepWithNext = true
  yield last
}

/** Lets every block stay with an end that follows it. */
export function* attachEnds(blocks: Iterable<Block>): Generator<Block> {
  let previous: Block | undefined
  for (const block of blocks) {
    if (previous) {
      if (block.kind === END) previous.keepWithNext = true
      yield previous
    }
    previous = block
  }
  if (previous) yield previous
}
