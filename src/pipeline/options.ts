import {
  type CallOptions,
  invalidOption,
  type Metadata,
  type RetrievalMethod,
  refuseUnknownOptions,
  requireFlag,
  requireFunction,
  requireInteger,
  requireMetadata,
  requireNumber,
  requireObject,
  requireSignal,
  type SearchOptions,
  type TesseraError,
  validateFilter,
} from '../core/index.js'
import { fuseLegs } from '../retrieval/index.js'
import { notAvailable, type ResolvedConfig, requireRerankingModel } from './config.js'
import { MAX_TOP_K } from './limits.js'

/** How one `ingest` differs from the pipeline's defaults. */
export interface IngestOptions {
  /** A strategy's name, an alias, or `auto`. */
  strategy?: string | undefined
  chunkSize?: number | undefined
  chunkOverlap?: number | undefined
  /**
   * Added to the metadata of every document; can be filtered on. It takes the place of what an earlier ingest added: a
   * document ingested again without it has only its own metadata.
   */
  metadata?: Metadata | undefined
  /** Not available yet: `true` is refused. */
  extractMetadata?: boolean | undefined
  indexName?: string | undefined
  /** Removes documents of the ingested folders and globs that are gone. Default false. */
  prune?: boolean | undefined
  /** Called after each document. */
  onProgress?: ((progress: IngestProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/** How far an ingest has come. */
export interface IngestProgress {
  /** Documents dealt with so far. */
  done: number
  total: number
  /** The last one. */
  uri?: string | undefined
}

/** What became of an ingest, document by document. */
export interface IngestResult {
  /** Added, updated and unchanged. */
  documentsProcessed: number
  /** Of added and updated documents. */
  chunksCreated: number
  documents: IngestedSource[]
  durationMs: number
}

/** What became of one document of an ingest. */
export interface IngestedSource {
  uri?: string | undefined
  /** Document id; empty where a source could not be read. */
  id: string
  status: 'added' | 'updated' | 'unchanged' | 'removed' | 'skipped' | 'failed'
  chunks: number
  error?: TesseraError | undefined
  warnings: string[]
}

const INGEST_OPTIONS = [
  'strategy',
  'chunkSize',
  'chunkOverlap',
  'metadata',
  'extractMetadata',
  'indexName',
  'prune',
  'onProgress',
  'signal',
] as const
const SEARCH_OPTIONS = [
  'topK',
  'indexName',
  'filter',
  'hybrid',
  'graph',
  'rerank',
  'minScore',
  'fusion',
  'explain',
  'signal',
] as const

/**
 * The index a call is about that takes no other option.
 *
 * @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION`
 */
export function indexOf(options: CallOptions & { indexName?: string | undefined }, config: ResolvedConfig): string {
  refuseUnknownOptions(options, ['indexName', 'signal'], 'The call')
  requireSignal(options.signal)
  checkIndexName(options.indexName)
  return options.indexName ?? config.indexName
}

/** @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION` or `FEATURE_NOT_AVAILABLE` */
export function checkIngestOptions(options: IngestOptions): void {
  refuseUnknownOptions(options, INGEST_OPTIONS, 'ingest')
  requireFlag('extractMetadata', options.extractMetadata)
  if (options.extractMetadata) throw notAvailable('extractMetadata', 'metadata extraction by a language model')
  if (options.chunkSize !== undefined) requireInteger('chunkSize', options.chunkSize, 1)
  if (options.chunkOverlap !== undefined) requireInteger('chunkOverlap', options.chunkOverlap, 0)
  requireMetadata(options.metadata, 'metadata')
  requireFlag('prune', options.prune)
  requireFunction('onProgress', options.onProgress)
  requireSignal(options.signal)
  checkIndexName(options.indexName)
}

/** A search with its defaults filled in. */
export interface ResolvedSearch extends SearchOptions {
  topK: number
  indexName: string
  rerank: boolean
  method: Exclude<RetrievalMethod, 'graph'>
}

/** @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION`, `INVALID_FILTER` or `FEATURE_NOT_AVAILABLE` */
export function resolveSearch(
  query: unknown,
  options: SearchOptions & { includeSources?: boolean | undefined },
  config: ResolvedConfig,
  known: readonly string[] = [],
): ResolvedSearch {
  if (typeof query !== 'string') throw invalidOption('query', query, 'a string')
  refuseUnknownOptions(options, [...SEARCH_OPTIONS, ...known], 'A search')
  for (const flag of ['hybrid', 'graph', 'explain', 'includeSources'] as const) requireFlag(flag, options[flag])
  requireSignal(options.signal)
  if (options.graph) throw notAvailable('graph', 'graph search')
  const rerank = options.rerank ?? config.rerank
  requireRerankingModel('rerank', rerank, config)
  if (options.minScore !== undefined) requireNumber('minScore', options.minScore, -Number.MAX_VALUE, Number.MAX_VALUE)
  if (options.filter !== undefined) validateFilter(options.filter)
  checkIndexName(options.indexName)
  checkFusion(options.fusion)
  return {
    ...options,
    topK: options.topK === undefined ? config.topK : requireInteger('topK', options.topK, 1, MAX_TOP_K),
    indexName: options.indexName ?? config.indexName,
    rerank,
    method: chooseMethod(options, config),
  }
}

function chooseMethod(options: SearchOptions, config: ResolvedConfig): ResolvedSearch['method'] {
  const hybrid = options.hybrid ?? config.hybrid
  if (!config.embeddingModel) {
    if (options.hybrid) throw invalidOption('hybrid', true, 'left out: no embeddingModel is configured')
    if (options.fusion) throw invalidOption('fusion', options.fusion, 'left out: no embeddingModel is configured')
    return 'text'
  }
  if (!hybrid && options.fusion) throw invalidOption('fusion', options.fusion, 'left out where hybrid is off')
  return hybrid ? 'hybrid' : 'vector'
}

function checkIndexName(indexName: unknown): void {
  if (indexName === undefined) return
  if (typeof indexName !== 'string' || indexName === '')
    throw invalidOption('indexName', indexName, 'a non-empty string')
}

/** Fusing nothing checks the options, so that a wrong one is told wherever it would be used. */
function checkFusion(fusion: SearchOptions['fusion']): void {
  if (fusion === undefined) return
  requireObject('fusion', fusion)
  if (fusion.method === 'rrf' && fusion.weights !== undefined) requireObject('fusion.weights', fusion.weights)
  fuseLegs([], [], fusion)
}
