import {
  type CallOptions,
  type Chunk,
  type Chunker,
  type ChunkerMetadata,
  type ChunkInput,
  type ChunkingOptions,
  type ChunkReport,
  type Document,
  documentId,
  hash128,
  invalidOption,
  MAX_DOCUMENT_UNITS,
  refuseUnknownOptions,
  type Strategy,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
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
    checkOptions(name, metadata, given)
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

function checkOptions(name: string, metadata: ChunkerMetadata, given: ChunkingOptions): void {
  if (typeof given !== 'object' || given === null) throw invalidOption('options', given, 'an object')
  refuseUnknownOptions(given, [...new Set([...COMMON_OPTIONS, ...metadata.supportedOptions])], `Strategy "${name}"`)
  const extra = given.metadata
  if (extra !== undefined && (typeof extra !== 'object' || extra === null || Array.isArray(extra))) {
    throw invalidOption('metadata', extra, 'an object')
  }
}

function completeDocument(input: ChunkInput, mediaType: string): Document {
  const given = typeof input === 'string' ? { text: input } : input
  if (typeof given?.text !== 'string') throw invalidOption('text', given?.text, 'a string')
  if (given.text.length > MAX_DOCUMENT_UNITS) {
    throw new TesseraError(
      'DOCUMENT_TOO_LARGE',
      `The text has ${given.text.length} characters; one document holds at most ${MAX_DOCUMENT_UNITS}.`,
      { given: given.text.length, most: MAX_DOCUMENT_UNITS },
    )
  }
  const contentHash = given.contentHash ?? hash128(given.text)
  return {
    ...given,
    id: given.id ?? (given.uri === undefined ? contentHash : documentId(given.uri, given.text)),
    mediaType: given.mediaType ?? mediaType,
    contentHash,
    metadata: given.metadata ?? {},
  }
}
