import type { ChunkerOptions } from '../chunking/index.js'
import { type Chunker, type Embedder, type Fingerprints, hash128 } from '../core/index.js'
import { createAnalyzer } from '../text/index.js'
import type { ResolvedConfig } from './config.js'
import type { IngestOptions } from './options.js'

/** Raised when stored chunks of the same options and text would come out differently. */
const CHUNKING_VERSION = 1
/** Raised when what is stored with a document changes its meaning. */
const ENTRY_SCHEMA = 1

/** What a document is made with; one stored with another fingerprint is made again when it is ingested. */
export function fingerprintsOf(chunker: Chunker, embedder: Embedder | undefined): Fingerprints {
  const { tokenizer, ...options } = chunker.options
  const unit = typeof tokenizer === 'object' ? tokenizer.id : tokenizer
  return {
    schema: ENTRY_SCHEMA,
    chunker: `${chunker.strategy}@${CHUNKING_VERSION}:${hash128(JSON.stringify({ ...options, unit }))}`,
    analyzer: createAnalyzer().id,
    embedder: embedder?.id ?? 'none',
  }
}

/** Sizes of a pipeline with an embedding model, where none are given: those of the strategy it then uses. */
const MODEL_CHUNK_SIZE = 1000

/** Strategy and sizes of one ingest: what the call says, else the pipeline, else the strategy's own defaults. */
export function chunkerChoice(
  options: IngestOptions,
  config: ResolvedConfig,
): [strategy: string, sizes: ChunkerOptions] {
  const strategy = options.strategy ?? config.strategy
  const standard = config.embeddingModel ? MODEL_CHUNK_SIZE : undefined
  const maxSize = options.chunkSize ?? config.defaultChunkSize ?? standard
  const overlap = options.chunkOverlap ?? config.defaultChunkOverlap
  return [strategy, { ...(maxSize !== undefined && { maxSize }), ...(overlap !== undefined && { overlap }) }]
}
