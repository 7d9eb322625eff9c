import {
  type CallOptions,
  type Chunk,
  type Chunker,
  type ChunkInput,
  type ChunkingOptions,
  type ChunkReport,
  refuseUnknownOptions,
  TesseraError,
} from '../core/index.js'
import { guessMediaType } from '../text/index.js'
import { type ChunkerOptions, createStrategyChunker } from './create.js'
import type { ChunkerRegistry } from './registry.js'
import { COMMON_OPTIONS, resolveSizes } from './sizes.js'

/** What `auto` is called wherever a strategy is named. */
export const AUTO = 'auto'

/** Cuts whatever no strategy declares as its own. */
const GENERAL = 'recursive'

/** The strategy that declares the document's media type as its own, else `recursive`. Nothing is loaded. */
export function chooseStrategy(registry: ChunkerRegistry, input: ChunkInput): string {
  const document = typeof input === 'string' ? { text: input } : input
  const mediaType = document.mediaType ?? guessMediaType(document.text, document.uri)
  const own = registry.list().find(({ metadata }) => metadata.mediaTypes.includes(mediaType))
  return own?.name ?? GENERAL
}

/** Not a strategy but a choice: picks one for each document. Takes the options of all strategies. */
export class AutoChunker implements Chunker {
  readonly strategy = AUTO
  readonly options: Readonly<ChunkingOptions & Record<string, unknown>>
  readonly #registry: ChunkerRegistry
  readonly #chunkers = new Map<string, Promise<Chunker>>()

  /** @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION` */
  constructor(registry: ChunkerRegistry, given: ChunkerOptions = {}) {
    refuseUnknownOptions(given, COMMON_OPTIONS, 'Strategy "auto"')
    // Values that no strategy takes are refused now rather than at the first document.
    resolveSizes(given, {})
    this.#registry = registry
    this.options = Object.freeze({ ...given })
  }

  async chunk(input: ChunkInput, call?: CallOptions): Promise<Chunk[]> {
    return (await this.chunkWithReport(input, call)).chunks
  }

  async chunkWithReport(input: ChunkInput, call?: CallOptions): Promise<ChunkReport> {
    const chunker = await this.chunkerFor(input)
    try {
      return await chunker.chunkWithReport(input, call)
    } catch (error) {
      if (!TesseraError.isInstance(error) || error.code !== 'STRATEGY_FAILED' || chunker.strategy === GENERAL)
        throw error
      return cutSimply(await (await this.#chunkerNamed(GENERAL)).chunkWithReport(input, call), error)
    }
  }

  /** The chunker of the strategy chosen for a document. */
  chunkerFor(input: ChunkInput): Promise<Chunker> {
    return this.#chunkerNamed(chooseStrategy(this.#registry, input))
  }

  #chunkerNamed(name: string): Promise<Chunker> {
    let chunker = this.#chunkers.get(name)
    if (!chunker) {
      chunker = createStrategyChunker(this.#registry, name, this.options)
      this.#chunkers.set(name, chunker)
    }
    return chunker
  }
}

/** What the general strategy made of a document that its own strategy failed on: nothing is lost, and nothing hidden. */
function cutSimply(report: ChunkReport, error: TesseraError): ChunkReport {
  const chunks = report.chunks.map((chunk): Chunk => ({ ...chunk, flags: [...chunk.flags, 'fallback-parser'] }))
  return { ...report, chunks, warnings: [...report.warnings, `${error.message}; ${GENERAL} was used instead.`] }
}
