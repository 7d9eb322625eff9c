import type { Block } from '../../../core/index.js'

/** The kind of a block that only ends what holds it: it stays with the block before. */
export const END = 'end'

/**
 * Fits the parts of a block into its place: a cut before the first part is as good as one before the whole, and the last
 * part stays with what follows if the whole does.
 */
export function arrange(whole: Block, parts: Block[]): Block[] {
  attachEnds(parts)
  if (parts.length === 0) return parts
  parts[0]!.strength = whole.strength
  if (whole.keepWithNext) parts[parts.length - 1]!.keepWithNext = true
  return parts
}

/** Lets every block stay with an end that follows it. */
export function attachEnds(blocks: Block[]): Block[] {
  for (let index = 1; index < blocks.length; index++) {
    if (blocks[index]!.kind === END) blocks[index - 1]!.keepWithNext = true
  }
  return blocks
}

/**
 * Makes one block of a begin command and the environment right below it, which is not cut for its sake: where both fit,
 * the command is no chunk of its own.
 *
 * @param bodyStart where the begin command of the environment ends that holds the blocks
 */
export function joinBegin(blocks: Block[], start: number, bodyStart: number): Block[] {
  const [begin, held] = blocks
  if (!begin || !held?.wrap || held.running) return blocks
  if (begin.span.start !== start || begin.span.end > bodyStart) return blocks
  const { wrap, ...shown } = held
  const joined: Block = { ...shown, span: { start, end: held.span.end }, strength: begin.strength }
  joined.split = () => arrange(joined, [begin, held])
  return [joined, ...blocks.slice(2)]
}
