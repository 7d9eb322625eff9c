import type { ChunkerMetadata, Strategy } from '../../core/index.js'
import { metadata as character } from './character/metadata.js'
import { metadata as html } from './html/metadata.js'
import { metadata as latex } from './latex/metadata.js'
import { metadata as markdown } from './markdown/metadata.js'
import { metadata as recursive } from './recursive/metadata.js'

/** A strategy by name: described at once, loaded on first use. */
export interface StrategyRegistration {
  name: string
  metadata: ChunkerMetadata
  load: () => Promise<Strategy>
}

/** The built-in strategies, in the order lists show them. A new strategy is one folder and one entry here. */
export const BUILT_IN_STRATEGIES: readonly StrategyRegistration[] = [
  {
    name: 'character',
    metadata: character,
    load: async () => (await import('./character/index.js')).characterStrategy,
  },
  {
    name: 'recursive',
    metadata: recursive,
    load: async () => (await import('./recursive/index.js')).recursiveStrategy,
  },
  {
    name: 'markdown',
    metadata: markdown,
    load: async () => (await import('./markdown/index.js')).markdownStrategy,
  },
  {
    name: 'html',
    metadata: html,
    load: async () => (await import('./html/index.js')).htmlStrategy,
  },
  {
    name: 'latex',
    metadata: latex,
    load: async () => (await import('./latex/index.js')).latexStrategy,
  },
]
