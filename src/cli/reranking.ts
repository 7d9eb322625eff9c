import type { ModelName, Reranker } from '../core/models.js'
import { invalidOption } from '../core/options.js'
import type { RAGPipelineConfig } from '../pipeline/index.js'
import type { SettingFlags, Settings } from './settings.js'

/**
 * What of a pipeline's configuration reranks. Naming the model by its flag asks for reranking; one of the environment or
 * the configuration file waits for `--rerank`.
 *
 * @throws TesseraError `INVALID_OPTION` where nothing can rerank, and as {@link namedReranker}
 */
export async function chooseReranking(
  settings: Settings,
  flags: SettingFlags & { rerank?: boolean },
): Promise<RAGPipelineConfig> {
  if (!(flags.rerank ?? flags.rerankingModel ?? flags.rerankingBaseUrl)) return {}
  const name = settings.rerankingModel ?? settings.generationModel
  if (!name) throw invalidOption('--rerank', true, 'left out, or given together with --reranking-model')
  return { enableReranking: true, rerankingModel: await namedReranker(name) }
}

/**
 * The reranker of a name: on a command line, where there are no objects, a model made for reranking is named as well.
 *
 * @throws TesseraError as `createReranker` and `createRerankingModel`
 */
export async function namedReranker(name: ModelName): Promise<Reranker> {
  const { createReranker, createRerankingModel, isRerankingModel } = await import('../models/index.js')
  return isRerankingModel(name) ? createReranker(name) : createRerankingModel(name)
}
