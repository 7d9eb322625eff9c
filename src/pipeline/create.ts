import { invalidOption, type ModelName, refuseUnknownOptions, requireFlag, TesseraError } from '../core/index.js'
import { modelRegistry } from '../models/index.js'
import { notAvailable } from './config.js'
import { RAGPipeline } from './pipeline.js'

/** A provider and what to switch on: the short way to a pipeline. */
export interface CreateRAGPipelineOptions {
  /** Whose default models are used. Absent: no model, answers are extracted. */
  provider?: string | undefined
  /** Default: the provider's usual embedding model. */
  embeddingModel?: string | undefined
  /** Default: the provider's usual language model, where it has one. */
  generationModel?: string | undefined
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** Words and meaning fused. Default false. */
  enableHybrid?: boolean | undefined
  /** Not available yet: `true` is refused. */
  enableGraph?: boolean | undefined
  /** Path of the SQLite file. Absent: memory. */
  db?: string | undefined
  indexName?: string | undefined
}

const KNOWN = [
  'provider',
  'embeddingModel',
  'generationModel',
  'baseUrl',
  'apiKey',
  'enableHybrid',
  'enableGraph',
  'db',
  'indexName',
] as const

/**
 * A pipeline with a provider's usual models. No model is called before it is needed.
 *
 * @example
 * const pipeline = await createRAGPipeline({ provider: 'openai', enableHybrid: true })
 * @throws TesseraError `UNKNOWN_PROVIDER`, `UNKNOWN_OPTION` or `INVALID_OPTION`
 */
export async function createRAGPipeline(options: CreateRAGPipelineOptions = {}): Promise<RAGPipeline> {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', options, 'an object')
  refuseUnknownOptions(options, KNOWN, 'createRAGPipeline')
  requireFlag('enableHybrid', options.enableHybrid)
  requireFlag('enableGraph', options.enableGraph)
  if (options.enableGraph) throw notAvailable('enableGraph', 'graph search')
  const { provider, db, indexName, enableHybrid } = options
  const common = { db, indexName, enableHybridSearch: enableHybrid }
  if (provider === undefined) {
    const idle = (['embeddingModel', 'generationModel', 'baseUrl', 'apiKey'] as const).find(
      (name) => options[name] !== undefined,
    )
    if (idle) throw invalidOption('provider', undefined, `given together with ${idle}`)
    return new RAGPipeline(common)
  }
  const { embedding, language } = modelRegistry.metadata(provider)
  const embeddingModel = nameModel(options, options.embeddingModel ?? embedding?.defaultModel)
  const generationModel = nameModel(options, options.generationModel ?? language?.defaultModel)
  if (!embeddingModel && !generationModel) {
    throw new TesseraError(
      'INVALID_OPTION',
      `Provider "${provider}" has no usual models: name embeddingModel or generationModel.`,
      {
        provider,
      },
    )
  }
  return new RAGPipeline({ ...common, embeddingModel, generationModel })
}

function nameModel(options: CreateRAGPipelineOptions, modelName: string | undefined): ModelName | undefined {
  if (modelName === undefined) return undefined
  const { baseUrl, apiKey } = options
  return {
    provider: options.provider!,
    modelName,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
  }
}
