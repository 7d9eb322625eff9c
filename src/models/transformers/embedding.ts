import { invalidOption, TesseraError } from '../../core/index.js'
import type { EmbeddingEndpoint, ModelSettings } from '../provider.js'
import { type EncoderConfiguration, type Pooling, readConfiguration, smallest } from './configuration.js'
import { loadTransformers, type Tensor, type Transformers } from './peer.js'
import { pool } from './pooling.js'
import { chooseDtype, lazily, loadRuntime, type Runtime, tokenize } from './runtime.js'
import { findModel } from './source.js'

const POOLINGS: readonly Pooling[] = ['mean', 'cls', 'last', 'max']

/**
 * Measured for all-MiniLM-L6-v2 over 544 questions: anything from .4 to .6 is within half a point of the best, and ahead of
 * reciprocal rank fusion by three points of recall@5.
 */
const FUSION_WEIGHT = 0.5

/** An encoder of a local folder or of the hub, run by transformers.js. Weights are loaded by the first request. */
export async function transformersEmbedding(
  settings: ModelSettings,
  peer: () => Promise<Transformers> = loadTransformers,
): Promise<EmbeddingEndpoint> {
  const source = await findModel(settings.modelName)
  const asked = poolingOption(settings)
  const dtype = await chooseDtype(settings, source)
  const most = settings.option('maxInputTokens') as number | undefined
  const configuration = lazily(() => readConfiguration(source))
  const runtime = lazily(async () =>
    loadRuntime(await peer(), 'AutoModel', source, dtype, smallest(most, (await configuration()).maxTokens)),
  )
  // What a folder says costs nothing to know before the first request; a hub would have to be asked.
  const known = source.local ? await configuration() : undefined
  return {
    id: `${settings.provider}:${source.name}@${dtype}${asked === undefined ? '' : `-${asked}`}`,
    dimensions: known?.dimensions,
    maxInputTokens: smallest(most, known?.maxTokens),
    accepts: ['text'],
    fusionWeight: FUSION_WEIGHT,
    limits: { inputs: 32, tokens: 100_000, concurrency: 1 },
    longInputs: 'reports',
    async embed(inputs, { inputType, signal }) {
      const declared = await configuration()
      const loaded = await runtime()
      // Prefixes that were given take the place of the model's own.
      const prefix = settings.option(`${inputType}Prefix`) === undefined ? declared.prefixes[inputType] : ''
      const vectors: Float32Array[] = []
      const truncated: number[] = []
      let inputTokens = 0
      // One text at a time: 8-bit weights scale activations over a whole batch, so a vector would depend on its company.
      for (const [position, input] of inputs.entries()) {
        if (signal.aborted) throw signal.reason
        const text = tokenize(loaded, prefix + (input as string))
        if (text.truncated) truncated.push(position)
        inputTokens += text.tokens
        vectors.push(await encode(loaded, text.inputs, asked ?? declared.pooling))
      }
      return { vectors, truncated, inputTokens }
    },
  }
}

async function encode(
  { model }: Runtime,
  inputs: Record<string, Tensor>,
  pooling: EncoderConfiguration['pooling'],
): Promise<Float32Array> {
  const output = await model(inputs)
  const rows = output['last_hidden_state'] ?? output['token_embeddings']
  const [, count, width] = rows?.dims ?? []
  if (rows && count && width) return pool(rows.data as Float32Array, count, width, pooling)
  const names = Object.keys(output)
  const message = `The model gives no vectors of tokens, only ${names.join(', ')}: it is no encoder.`
  throw new TesseraError('PROVIDER_RESPONSE', message, { outputs: names, retryable: false })
}

function poolingOption(settings: ModelSettings): Pooling | undefined {
  const asked = settings.option('pooling')
  if (asked === undefined || POOLINGS.includes(asked as Pooling)) return asked as Pooling | undefined
  throw invalidOption('pooling', asked, `one of ${POOLINGS.join(', ')}`)
}
