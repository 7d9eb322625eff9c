import { BaseFactory, type Chunker, type ChunkerMetadata } from '../core/index.js'
import { AutoChunker } from './auto.js'
import { isAuto } from './auto-name.js'
import { type ChunkerOptions, createStrategyChunker } from './create.js'
import { type ChunkerRegistry, chunkerRegistry } from './registry.js'

/** Makes chunkers of what a registry knows. */
export class ChunkerFactory extends BaseFactory<Chunker, ChunkerOptions> {
  readonly #registry: ChunkerRegistry

  constructor(registry: ChunkerRegistry = chunkerRegistry) {
    super()
    this.#registry = registry
  }

  override async create(nameOrAlias: string, options: ChunkerOptions = {}): Promise<Chunker> {
    if (isAuto(nameOrAlias)) return new AutoChunker(this.#registry, options)
    return createStrategyChunker(this.#registry, nameOrAlias, options)
  }
}

const factory = new ChunkerFactory()

/**
 * Makes a chunker; only the module of that strategy is loaded. `auto` picks a strategy for each document.
 *
 * @example
 * const chunker = await createChunker('markdown', { maxSize: 1500 })
 * const chunks = await chunker.chunk('# Title\n\nText.')
 * @throws TesseraError `UNKNOWN_STRATEGY`, `UNKNOWN_OPTION` or `INVALID_OPTION`
 */
export function createChunker(nameOrAlias: string, options: ChunkerOptions = {}): Promise<Chunker> {
  return factory.create(nameOrAlias, options)
}

/** Names of all strategies, without loading any. */
export function getAvailableStrategies(): string[] {
  return chunkerRegistry.list().map(({ name }) => name)
}

/** Description, defaults, options, use cases and aliases of a strategy, without loading it. */
export function getChunkerMetadata(nameOrAlias: string): ChunkerMetadata {
  return chunkerRegistry.metadata(nameOrAlias)
}
