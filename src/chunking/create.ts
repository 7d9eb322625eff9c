import type { Chunker, ChunkingOptions } from '../core/index.js'
import type { ChunkerRegistry } from './registry.js'

/** Options of any strategy: the common ones and the strategy's own, which are checked when the chunker is made. */
export type ChunkerOptions = ChunkingOptions & { [option: string]: unknown }

/** A chunker for one strategy of a registry. The modules of that strategy, and what cuts, are loaded only now. */
export async function createStrategyChunker(
  registry: ChunkerRegistry,
  nameOrAlias: string,
  options: ChunkerOptions,
): Promise<Chunker> {
  const name = registry.resolve(nameOrAlias)
  const { StrategyChunker } = await import('./chunker.js')
  return new StrategyChunker(name, await registry.get(name), registry.metadata(name), options)
}
