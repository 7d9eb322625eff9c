import { BaseFactory, type Chunker, type ChunkerMetadata, type ChunkingOptions } from '../core/index.js'
import { StrategyChunker } from './chunker.js'
import { chunkerRegistry, type ChunkerRegistry } from './registry.js'

/** Options of any strategy: the common ones and the strategy's own, which are checked when the chunker is made. */
export type ChunkerOptions = ChunkingOptions & { [option: string]: unknown }

/** Makes chunkers of what a registry knows. */
export class ChunkerFactory extends BaseFactory<Chunker, ChunkerOptions> {
  readonly #registry: ChunkerRegistry

  constructor(registry: ChunkerRegistry = chunkerRegistry) {
    super()
    this.#registry = registry
  }

  override async create(nameOrAlias: string, options: ChunkerOptions = {}): Promise<Chunker> {
    const name = this.#registry.resolve(nameOrAlias)
    return new StrategyChunker(name, await this.#registry.get(name), this.#registry.metadata(name), options)
  }
}

const factory = new ChunkerFactory()

/**
 * Makes a chunker; only the module of that strategy is loaded.
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
