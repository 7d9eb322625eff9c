import { BaseRegistry, type ChunkerMetadata, type Strategy, TesseraError } from '../core/index.js'
import { AUTO, isAuto } from './auto-name.js'
import { BUILT_IN_STRATEGIES } from './strategies/index.js'

/** All chunking strategies: ours and those a user registers. */
export class ChunkerRegistry extends BaseRegistry<Strategy, ChunkerMetadata> {
  static #instance: ChunkerRegistry | undefined
  protected readonly noun = 'chunking strategy'
  protected readonly unknownCode = 'UNKNOWN_STRATEGY'

  /** The one registry that `createChunker`, the pipeline and the command line share. */
  static getInstance(): ChunkerRegistry {
    ChunkerRegistry.#instance ??= new ChunkerRegistry()
    return ChunkerRegistry.#instance
  }

  protected override registerAll(): void {
    for (const { name, load, metadata } of BUILT_IN_STRATEGIES) this.add(name, load, metadata)
  }

  /** `auto` means the choice among strategies and can be none of them. */
  protected override add(name: string, factory: () => Promise<Strategy>, metadata: ChunkerMetadata): void {
    if ([name, ...metadata.aliases].some(isAuto)) {
      throw new TesseraError(
        'AMBIGUOUS_NAME',
        `"${AUTO}" means the choice among strategies; a strategy needs another name.`,
        {
          name,
          reserved: AUTO,
        },
      )
    }
    super.add(name, factory, metadata)
  }

  /**
   * Strategies meant for a use, for example `documentation`. Every word asked for must occur in one of the strategy's
   * use cases, case folded; a word also finds its plural.
   */
  getChunkersByUseCase(useCase: string): string[] {
    const wanted = wordsOf(useCase)
    if (wanted.length === 0) return []
    return this.list()
      .filter(({ metadata }) => {
        const known = metadata.useCases.flatMap(wordsOf)
        return wanted.every((word) => known.some((other) => other === word || other === `${word}s`))
      })
      .map(({ name }) => name)
  }
}

function wordsOf(phrase: string): string[] {
  return phrase.toLowerCase().match(/[\p{L}\p{N}&]+/gu) ?? []
}

/** The registry behind `createChunker`. */
export const chunkerRegistry: ChunkerRegistry = ChunkerRegistry.getInstance()
