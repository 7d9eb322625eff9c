import type { Block } from '../core/index.js'

/** A block that knows its parts as they are, before they inherit anything from it. */
interface Divided extends Block {
  parts?: () => Iterable<Block>
}

/**
 * Gives a block its parts as successors: a cut before the first part is a cut before the block, and what keeps the block
 * with its neighbour keeps the last part, through all levels of splitting.
 */
export function divide(block: Block, parts: () => Iterable<Block>): Block {
  const divided: Divided = block
  divided.parts = parts
  divided.split = () => inherit(block, parts())
  return block
}

function* inherit(block: Block, parts: Iterable<Block>): Generator<Block> {
  let held: Block | undefined
  for (const part of parts) {
    if (held) yield held
    held = held ? part : succeed(part, block.strength, part.keepWithNext ?? false)
  }
  if (held) yield block.keepWithNext ? succeed(held, held.strength, true) : held
}

/**
 * A block with the strength and tie of one it stands for, which its own parts inherit in turn. It divides into the
 * original parts: nested successors do not add up to a chain of generators.
 */
export function succeed(part: Divided, strength: number, keepWithNext: boolean): Block {
  const successor: Block = { ...part, strength, keepWithNext }
  const parts = part.parts ?? part.split
  return parts ? divide(successor, parts) : successor
}
