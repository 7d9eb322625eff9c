import {
  type Block,
  type ChunkingOptions,
  type Document,
  invalidOption,
  type Strategy,
  type Structure,
} from '../../../core/index.js'
import type { KeepSeparator } from '../../boundaries.js'
import { recursiveStrategy } from '../recursive/index.js'

/** Options of the `character` strategy beside those of all strategies. */
export interface CharacterOptions extends ChunkingOptions {
  /** Cuts fall on it where pieces fit; literal unless `isSeparatorRegex`. Default: none, every chunk has the full size. */
  separator?: string
  isSeparatorRegex?: boolean
  /** Where the separator goes when a cut falls on it. Default `end`: with the text before. */
  keepSeparator?: KeepSeparator
}

/** Cuts at a fixed size, with overlaps of exactly the asked size, or at one separator. */
export const characterStrategy: Strategy<CharacterOptions> = {
  validate(options) {
    const { separator } = options
    if (separator !== undefined && (typeof separator !== 'string' || separator === '')) {
      throw invalidOption('separator', separator, 'a string that is not empty')
    }
    recursiveStrategy.validate?.(separator === undefined ? withoutSeparator(options) : withSeparator(options))
  },

  structure(document: Document, options: Readonly<CharacterOptions>, call): Structure | Promise<Structure> {
    if (options.separator !== undefined) return recursiveStrategy.structure(document, withSeparator(options), call)
    const whole: Block = {
      span: { start: 0, end: document.text.length },
      kind: 'text',
      strength: 0,
      divisible: true,
    }
    return { blocks: [whole], exact: true }
  },
}

function withSeparator({ separator, ...options }: Readonly<CharacterOptions>) {
  return { ...options, separators: [separator!, ''] }
}

function withoutSeparator({ separator: _, ...options }: Readonly<CharacterOptions>) {
  return options
}
