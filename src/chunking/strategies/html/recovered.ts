import type { Block } from '../../../core/index.js'
import type { View } from './view.js'

/** Flags a block of broken markup: one with a tag that has no partner, or where an end tag is missing. */
export function flagRecovered({ outline }: View, block: Block): Block {
  if (outline.isRecovered(block.span)) block.flag = 'recovered'
  return block
}
