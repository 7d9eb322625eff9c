import { invalidOption } from '../../core/options.js'
import type { RAGPipeline, RAGPipelineConfig } from '../../pipeline/index.js'
import { parseFilter } from '../database.js'
import type { Output } from '../output.js'
import { chooseReranking } from '../reranking.js'
import { readSettings, type SettingFlags, type Settings } from '../settings.js'
import { readQuery } from '../stdin.js'
import { withIndex } from './context.js'

/** Flags of commands that find chunks. */
export interface SearchFlags extends SettingFlags {
  filter?: string
  method?: string
  rerank?: boolean
}

/** What is searched for, and how. */
export interface SearchRequest {
  query: string
  method: string
  filter: Record<string, unknown> | undefined
  topK: number | undefined
  settings: Settings
  /** Of a pipeline that searches so. */
  config: RAGPipelineConfig
  /** Words alone were asked for, so that nobody misses meaning. */
  wantsWords: boolean
}

/**
 * Understands the words and flags of a command that finds chunks.
 *
 * @param name what the command calls its words
 * @throws TesseraError `INVALID_OPTION`, `INVALID_FILTER`, and what choosing a reranker and reading stdin throw
 */
export async function readSearch(
  name: string,
  words: readonly string[],
  flags: SearchFlags,
  signal: AbortSignal,
): Promise<SearchRequest> {
  const settings = readSettings(flags)
  const { config, method } = chooseMethod(settings, flags)
  const reranking = await chooseReranking(settings, flags)
  const filter = parseFilter(flags.filter)
  const query = await readQuery(name, words, signal)
  const wantsWords = flags.method === 'text'
  return { query, method, filter, topK: settings.topK, settings, config: { ...config, ...reranking }, wantsWords }
}

/** Runs work on the pipeline of a request, and says on stderr what its index makes of the method. */
export function withSearch<T>(
  { settings, method, config, wantsWords }: SearchRequest,
  output: Output,
  work: (pipeline: RAGPipeline) => Promise<T>,
): Promise<T> {
  return withIndex(settings, config, async (pipeline) => {
    if (!wantsWords) await noteMissingMeaning(pipeline, settings, method, output)
    return work(pipeline)
  })
}

/** Says on stderr why nothing can be found where there is nothing. */
export async function noteEmptyIndex(pipeline: RAGPipeline, output: Output): Promise<void> {
  const { totalDocuments } = await pipeline.getStats()
  if (totalDocuments === 0) output.note('The index holds no documents. Ingest something first: tessera ingest PATH')
}

/** Which legs are searched, and the pipeline for it. */
function chooseMethod(
  settings: Settings,
  { method, embeddingModel: named }: SearchFlags,
): { config: RAGPipelineConfig; method: string } {
  const { embeddingModel } = settings
  const chosen = method ?? (embeddingModel ? 'hybrid' : 'text')
  if (!['text', 'vector', 'hybrid'].includes(chosen)) throw invalidOption('--method', chosen, 'text, vector or hybrid')
  if (method === 'text' && named !== undefined)
    throw invalidOption('--embedding-model', named, 'left out with --method text, which searches by words alone')
  if (chosen === 'text') return { config: {}, method: chosen }
  if (!embeddingModel) throw invalidOption('--method', chosen, 'text, or given together with --embedding-model')
  return { config: { embeddingModel, enableHybridSearch: chosen === 'hybrid' }, method: chosen }
}

/** Says on stderr when an index could be searched by meaning and is not, or cannot be and was asked to. */
async function noteMissingMeaning(
  pipeline: RAGPipeline,
  { embeddingModel, index }: Settings,
  method: string,
  output: Output,
): Promise<void> {
  const made = await pipeline.getIndexEmbedder()
  if (made && !embeddingModel) {
    output.note(
      `Searching by words. Index "${index}" was embedded with ${made.id}: name that model by --embedding-model or TESSERA_EMBEDDING_MODEL to search by meaning too.`,
    )
  }
  if (!made && method !== 'text') {
    output.note(`Index "${index}" has no vectors: ingest its documents again with --embedding-model.`)
  }
}
