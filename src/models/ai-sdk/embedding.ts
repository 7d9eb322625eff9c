import { asArray, asCount, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { EmbeddingEndpoint } from '../provider.js'
import type { AiSdkModel } from './detect.js'
import { calling } from './failure.js'

/** The part of an AI SDK embedding model (v2, v3, v4) that is used. */
interface EmbeddingModel extends AiSdkModel {
  maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined
  supportsParallelCalls: PromiseLike<boolean> | boolean
  doEmbed(options: { values: string[]; abortSignal: AbortSignal }): PromiseLike<unknown>
}

/** An embedding model object of the AI SDK. */
export async function aiSdkEmbedding(given: AiSdkModel): Promise<EmbeddingEndpoint> {
  const model = given as EmbeddingModel
  const inputs = (await model.maxEmbeddingsPerCall) ?? Number.MAX_SAFE_INTEGER
  const parallel = await model.supportsParallelCalls
  return {
    id: modelId(model.provider, model.modelId),
    accepts: ['text'],
    limits: { inputs: Math.min(256, inputs), tokens: 100_000, concurrency: parallel ? 4 : 1 },
    longInputs: 'refuses',
    async embed(values, { signal }) {
      const reply = await calling(model, () => model.doEmbed({ values: values as string[], abortSignal: signal }))
      return {
        vectors: asArray(dig(reply, 'embeddings')) ?? [],
        inputTokens: asCount(dig(reply, 'usage', 'tokens')),
      }
    },
  }
}
