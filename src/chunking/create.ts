import type { Chunker, ChunkingOptions } from '../core/index.js'
import { StrategyChunker } from './chunker.js'
import type { ChunkerRegistry } from './registry.js'

/** Options of any strategy: the common ones and the strategy's own, which are checked when the chunker is made. */
export type ChunkerOptions = ChunkingOptions & { [option: string]: unknown }

/** A chunker for one strategy of a registry; only the module of that strategy is loaded. */
export async function createStrategyChunker(
  registry: ChunkerRegistry,
  nameOrAlias: string,
  options: ChunkerOptions,
): Promise<Chunker> {
  const name = registry.resolve(nameOrAlias)
  return new StrategyChunker(name, await registry.get(name), registry.metadata(name), options)
}
