import {
  type CallOptions,
  type Chunk,
  type Chunker,
  type ChunkerMetadata,
  type ChunkInput,
  type ChunkingOptions,
  type ChunkReport,
  type Document,
  refuseUnknownOptions,
  requireMetadata,
  requireSignal,
  type Strategy,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { completeDocument } from './input.js'
import { packStructure, type Sizes } from './packer/index.js'
import { COMMON_OPTIONS, resolveSizes } from './sizes.js'

/** A strategy with its options resolved: the only implementation of {@link Chunker}. */
export class StrategyChunker implements Chunker {
  readonly strategy: string
  readonly options: Readonly<ChunkingOptions & Record<string, unknown>>
  readonly #implementation: Strategy
  readonly #sizes: Sizes
  readonly #mediaType: string

  /** @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION` */
  constructor(name: string, implementation: Strategy, metadata: ChunkerMetadata, given: ChunkingOptions = {}) {
    checkOptions(name, metadata.supportedOptions, given)
    const sizes = resolveSizes(given, metadata.defaultConfig)
    const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    this.strategy = name
    this.options = Object.freeze({
      ...metadata.defaultConfig,
      ...chosen,
      maxSize: sizes.maxSize,
      overlap: sizes.overlap,
      minSize: sizes.minSize,
      unit: sizes.tokenizer ? 'tokens' : 'characters',
    })
    implementation.validate?.(this.options)
    this.#implementation = implementation
    this.#sizes = sizes
    this.#mediaType = metadata.mediaTypes[0] ?? 'text/plain'
  }

  async chunk(input: ChunkInput, call: CallOptions = {}): Promise<Chunk[]> {
    return (await this.chunkWithReport(input, call)).chunks
  }

  async chunkWithReport(input: ChunkInput, call: CallOptions = {}): Promise<ChunkReport> {
    refuseUnknownOptions(call, ['signal'], 'chunk')
    requireSignal(call.signal)
    throwIfAborted(call.signal)
    const document = completeDocument(input, this.#mediaType)
    try {
      const structure = await this.#implementation.structure(document, this.options, call)
      return await packStructure(document, structure, this.#sizes, this.options.metadata, call)
    } catch (cause) {
      if (TesseraError.isInstance(cause)) throw cause
      throw strategyFailed(this.strategy, document, cause)
    }
  }
}

/** A fault of the strategy, not of the caller: typed all the same, so that it costs one document and no more. */
function strategyFailed(strategy: string, document: Document, cause: unknown): TesseraError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const details = { strategy, documentId: document.id, reason }
  return new TesseraError(
    'STRATEGY_FAILED',
    `Strategy "${strategy}" failed on this document: ${reason}`,
    details,
    cause,
  )
}

/** Checks the options of every strategy. @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION` */
export function checkOptions(name: string, known: readonly string[], given: ChunkingOptions): void {
  refuseUnknownOptions(given, [...new Set([...COMMON_OPTIONS, ...known])], `Strategy "${name}"`)
  requireMetadata(given.metadata, 'metadata')
}
