import { TesseraError } from '../../core/index.js'
import type { ModelSettings, RerankEndpoint, RerankScore } from '../provider.js'
import { loadTransformers, type Tensor, type Transformers } from './peer.js'
import { chooseDtype, lazily, loadRuntime, tokenize } from './runtime.js'
import { findModel } from './source.js'

/** A cross-encoder of a local folder or of the hub, run by transformers.js. Weights are loaded by the first request. */
export async function transformersReranking(
  settings: ModelSettings,
  peer: () => Promise<Transformers> = loadTransformers,
): Promise<RerankEndpoint> {
  const source = await findModel(settings.modelName)
  const dtype = await chooseDtype(settings, source)
  const runtime = lazily(async () =>
    loadRuntime(await peer(), 'AutoModelForSequenceClassification', source, dtype, undefined),
  )
  return {
    id: `${settings.provider}:${source.name}@${dtype}`,
    limits: { inputs: 32, tokens: 100_000, concurrency: 1 },
    async rerank(query, documents, { signal }) {
      const loaded = await runtime()
      const scores: RerankScore[] = []
      // One pair at a time, for the reason given with embeddings.
      for (const [index, document] of documents.entries()) {
        if (signal.aborted) throw signal.reason
        const { logits } = await loaded.model(tokenize(loaded, query, document).inputs)
        scores.push({ index, score: relevance(logits) })
      }
      return scores
    },
  }
}

/** Probability that the document is relevant: of the only class, or of the second of two. */
function relevance(logits: Tensor | undefined): number {
  const values = Array.from((logits?.data ?? []) as Float32Array)
  if (values.length === 1) return 1 / (1 + Math.exp(-values[0]!))
  if (values.length === 2) return 1 / (1 + Math.exp(values[0]! - values[1]!))
  const message = `The model gives ${values.length} scores for a pair; a cross-encoder gives one or two.`
  throw new TesseraError('PROVIDER_RESPONSE', message, { given: values.length, retryable: false })
}
