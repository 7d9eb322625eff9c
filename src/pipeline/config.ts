import { chunkerRegistry, isAuto } from '../chunking/index.js'
import {
  type Embedder,
  invalidOption,
  type LanguageModel,
  type ModelSpec,
  refuseUnknownOptions,
  requireFlag,
  requireInteger,
  type Storage,
  TesseraError,
  type TextIndex,
  type VectorStore,
} from '../core/index.js'
import { checkModel, checkRerankingModel, type RerankingModelSpec } from '../models/index.js'
import { checkPrompt, type PromptTexts } from './prompt.js'

/** How a pipeline cuts, stores, finds and answers. Everything is optional. */
export interface RAGPipelineConfig {
  /** Searches by meaning too. Without it chunks are found by words, documents are cut by `auto`. */
  embeddingModel?: ModelSpec<Embedder> | undefined
  /** Writes answers. Without it answers are extracted from the documents. */
  generationModel?: ModelSpec<LanguageModel> | undefined
  /** A strategy's name, an alias, or `auto`. Default: `recursive` where an embedding model is named, else `auto`. */
  defaultChunkingStrategy?: string | undefined
  /** Default: 1000 where an embedding model is named, else the strategy's own. */
  defaultChunkSize?: number | undefined
  /** Default: 200 for `recursive` where an embedding model is named, else the strategy's own. */
  defaultChunkOverlap?: number | undefined
  /** Hits a question is answered from. Default 5. */
  defaultTopK?: number | undefined
  /** Words and meaning fused. Default false. Needs an embedding model. */
  enableHybridSearch?: boolean | undefined
  /** The best candidates of a search are judged anew by `rerankingModel`, or by `generationModel`. Default false. */
  enableReranking?: boolean | undefined
  /**
   * What judges them: a language model, which must be generative where it is named, or an object that reranks
   * (`createReranker`, the AI SDK). Default: `generationModel`.
   */
  rerankingModel?: RerankingModelSpec | undefined
  /** Not available yet: `true` is refused. */
  enableGraphRAG?: boolean | undefined
  /** Not available yet: any is refused. */
  graphThreshold?: number | undefined
  /** The collection to work on. Default `default`. */
  indexName?: string | undefined
  /** Path of the SQLite file. Absent: everything lives in memory, and no native module is loaded. */
  db?: string | undefined
  /** A storage of your own, instead of `db`. */
  storage?: Storage | undefined
  /** A vector store of your own; its companions are kept in memory or in `bm25Index`. */
  vectorStore?: VectorStore | undefined
  /** A text index of your own. */
  bm25Index?: TextIndex | undefined
  /** Texts given to the language model; `{context}` and `{question}` in `template` are filled in. */
  prompt?: PromptTexts | undefined
}

/** The configuration with its defaults filled in. */
export interface ResolvedConfig extends RAGPipelineConfig {
  topK: number
  indexName: string
  strategy: string
  hybrid: boolean
  rerank: boolean
}

const KNOWN = [
  'embeddingModel',
  'generationModel',
  'defaultChunkingStrategy',
  'defaultChunkSize',
  'defaultChunkOverlap',
  'defaultTopK',
  'enableHybridSearch',
  'enableReranking',
  'rerankingModel',
  'enableGraphRAG',
  'graphThreshold',
  'indexName',
  'db',
  'storage',
  'vectorStore',
  'bm25Index',
  'prompt',
] as const

/**
 * @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION`, `FEATURE_NOT_AVAILABLE`, `UNKNOWN_PROVIDER`,
 *   `UNKNOWN_STRATEGY` or `MODEL_NOT_GENERATIVE`
 */
export function resolveConfig(config: RAGPipelineConfig = {}): ResolvedConfig {
  if (typeof config !== 'object' || config === null) throw invalidOption('config', config, 'an object')
  refuseUnknownOptions(config, KNOWN, 'RAGPipeline')
  for (const flag of ['enableHybridSearch', 'enableReranking', 'enableGraphRAG'] as const) {
    requireFlag(flag, config[flag])
  }
  if (config.enableGraphRAG) throw notAvailable('enableGraphRAG', 'graph search')
  if (config.graphThreshold !== undefined) throw notAvailable('graphThreshold', 'graph search')
  checkParts(config)
  if (config.defaultChunkSize !== undefined) requireInteger('defaultChunkSize', config.defaultChunkSize, 1)
  if (config.defaultChunkOverlap !== undefined) requireInteger('defaultChunkOverlap', config.defaultChunkOverlap, 0)
  const indexName = config.indexName ?? 'default'
  if (typeof indexName !== 'string' || indexName === '')
    throw invalidOption('indexName', indexName, 'a non-empty string')
  if (config.db !== undefined && (typeof config.db !== 'string' || config.db === '')) {
    throw invalidOption('db', config.db, 'the path of a file')
  }
  refuseTogether(config, 'storage', ['db', 'vectorStore', 'bm25Index'])
  refuseTogether(config, 'db', ['vectorStore', 'bm25Index'])
  if (config.prompt !== undefined) checkPrompt(config.prompt)
  const hybrid = config.enableHybridSearch ?? false
  if (hybrid && !config.embeddingModel) {
    throw invalidOption('enableHybridSearch', true, 'left out, or given together with an embeddingModel')
  }
  const rerank = config.enableReranking ?? false
  if (config.rerankingModel !== undefined) checkRerankingModel(config.rerankingModel)
  requireRerankingModel('enableReranking', rerank, config)
  return {
    ...config,
    indexName,
    hybrid,
    rerank,
    topK: requireInteger('defaultTopK', config.defaultTopK ?? 5, 1, 1000),
    strategy: config.defaultChunkingStrategy ?? (config.embeddingModel ? 'recursive' : 'auto'),
  }
}

/** @throws TesseraError `INVALID_OPTION` where reranking is asked for and nothing can do it */
export function requireRerankingModel(option: string, rerank: unknown, config: RAGPipelineConfig): void {
  if (typeof rerank !== 'boolean') throw invalidOption(option, rerank, 'true or false')
  if (!rerank || config.rerankingModel || config.generationModel) return
  throw invalidOption(option, true, 'left out, or given together with a rerankingModel or a generationModel')
}

/** What names and methods alone tell of the parts is told here, not at the first question. */
function checkParts(config: RAGPipelineConfig): void {
  const { embeddingModel, generationModel, defaultChunkingStrategy: strategy } = config
  if (embeddingModel !== undefined) checkModel(embeddingModel, 'embedding', 'embeddingModel')
  if (generationModel !== undefined) checkModel(generationModel, 'language', 'generationModel')
  if (strategy !== undefined && typeof strategy !== 'string') {
    throw invalidOption('defaultChunkingStrategy', strategy, 'the name of a strategy, or "auto"')
  }
  if (strategy !== undefined && !isAuto(strategy)) chunkerRegistry.resolve(strategy)
  requireMethods(config, 'vectorStore', ['query', 'upsert', 'delete', 'count', 'describe'])
  requireMethods(config, 'bm25Index', ['search', 'upsert', 'delete'])
  requireMethods(config, 'storage', ['put', 'remove', 'document', 'describeDocuments', 'chunks', 'documents'])
}

/** Such objects may hold passwords, so only their type is shown. */
function requireMethods(
  config: RAGPipelineConfig,
  option: 'vectorStore' | 'bm25Index' | 'storage',
  methods: readonly string[],
): void {
  const part: unknown = config[option]
  if (part === undefined) return
  const missing = methods.find((method) => typeof (part as Record<string, unknown> | null)?.[method] !== 'function')
  if (missing) throw invalidOption(option, typeof part, `an object with the methods ${methods.join(', ')}`)
}

function refuseTogether(
  config: RAGPipelineConfig,
  one: keyof RAGPipelineConfig,
  others: (keyof RAGPipelineConfig)[],
): void {
  if (config[one] === undefined) return
  const other = others.find((name) => config[name] !== undefined)
  if (other) throw invalidOption(other, typeof config[other], `left out when ${one} is given`)
}

/** The error for a part that this version does not have. */
export function notAvailable(option: string, feature: string): TesseraError {
  return new TesseraError(
    'FEATURE_NOT_AVAILABLE',
    `${option}: ${feature} is not available in this version; leave it out.`,
    {
      option,
      feature,
    },
  )
}
