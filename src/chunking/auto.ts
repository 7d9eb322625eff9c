import {
  type CallOptions,
  type Chunk,
  type Chunker,
  type ChunkInput,
  type ChunkingOptions,
  type ChunkReport,
  TesseraError,
} from '../core/index.js'
import { guessMediaType, plainMediaType } from '../text/index.js'
import { AUTO } from './auto-name.js'
import { checkOptions } from './chunker.js'
import { type ChunkerOptions, createStrategyChunker } from './create.js'
import { readInput } from './input.js'
import type { ChunkerRegistry } from './registry.js'
import { resolveSizes } from './sizes.js'

/** Cuts whatever no strategy declares as its own. */
const GENERAL = 'recursive'

/**
 * The strategy that declares the document's media type as its own, else `recursive`. Nothing is loaded.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION` for what is no document
 */
export function chooseStrategy(registry: ChunkerRegistry, input: ChunkInput): string {
  const document = readInput(input)
  const { mediaType: stated, text, uri } = document
  const mediaType = stated === undefined ? guessMediaType(text, uri) : plainMediaType(stated)
  const own = registry.list().find(({ metadata }) => metadata.mediaTypes.includes(mediaType))
  return own?.name ?? GENERAL
}

/** Limit where none is given, in `unit`. */
const MAX_SIZE = 1000
/** Scraps up to this size are merged with a neighbour, in `unit`; a fifth of limits below five times as much. */
const MIN_SIZE = 200

/**
 * Not a strategy but a choice: picks one for each document. Takes the options of all strategies. Unlike them it merges
 * scraps: `minSize` is 200, or a fifth of `maxSize` where that is less, unless the caller says otherwise.
 */
export class AutoChunker implements Chunker {
  readonly strategy = AUTO
  readonly options: Readonly<ChunkingOptions & Record<string, unknown>>
  readonly #registry: ChunkerRegistry
  readonly #given: ChunkerOptions
  readonly #chunkers = new Map<string, Promise<Chunker>>()

  /** @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION` */
  constructor(registry: ChunkerRegistry, given: ChunkerOptions = {}) {
    // Values that no strategy takes are refused now rather than at the first document.
    checkOptions(AUTO, [], given)
    resolveSizes(given, {})
    this.#registry = registry
    this.#given = { ...given }
    this.options = Object.freeze({ ...given, minSize: leastSize(given, MAX_SIZE) })
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
      const standard = this.#registry.metadata(name).defaultConfig.maxSize ?? MAX_SIZE
      const options = { ...this.#given, minSize: leastSize(this.#given, standard) }
      chunker = createStrategyChunker(this.#registry, name, options)
      this.#chunkers.set(name, chunker)
    }
    return chunker
  }
}

function leastSize({ minSize, maxSize }: ChunkerOptions, standard: number): number {
  return minSize ?? Math.min(MIN_SIZE, Math.floor((maxSize ?? standard) / 5))
}

/** What the general strategy made of a document that its own strategy failed on: nothing is lost, and nothing hidden. */
function cutSimply(report: ChunkReport, error: TesseraError): ChunkReport {
  const chunks = report.chunks.map((chunk): Chunk => ({ ...chunk, flags: [...chunk.flags, 'fallback-parser'] }))
  return { ...report, chunks, warnings: [...report.warnings, `${error.message}; ${GENERAL} was used instead.`] }
}
