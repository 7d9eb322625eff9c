import { invalidOption, TesseraError } from '../../core/index.js'
import type { ModelSettings } from '../provider.js'
import { cutAt } from '../tokens.js'
import { smallest } from './configuration.js'
import type { Model, Tensor, Tokenizer, Transformers } from './peer.js'
import type { ModelSource } from './source.js'

/** More characters than this a token never stands for in practice; longer text is not even tokenized. */
const MOST_UNITS_PER_TOKEN = 200

/** A loaded model with its tokenizer. */
export interface Runtime {
  tokenizer: Tokenizer
  model: Model
  maxTokens: number
}

/** Makes a function that loads a model at its first call, and again after a failure. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

/** Loads tokenizer and model; a folder is never left for the network. */
export async function loadRuntime(
  peer: Transformers,
  loader: 'AutoModel' | 'AutoModelForSequenceClassification',
  source: ModelSource,
  dtype: string,
  maxTokens: number | undefined,
): Promise<Runtime> {
  try {
    const where = { local_files_only: source.local }
    const tokenizer = await peer.AutoTokenizer.from_pretrained(source.model, where)
    const model = await peer[loader].from_pretrained(source.model, { ...where, dtype })
    const limit = smallest(maxTokens, tokenizer.model_max_length, model.config?.max_position_embeddings)
    return { tokenizer, model, maxTokens: limit ?? 512 }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `Model ${source.model} could not be loaded (dtype ${dtype}): ${reason}`
    throw new TesseraError('SOURCE_UNREADABLE', message, { model: source.model, dtype }, error)
  }
}

/** The weights to load: as asked for, else 8 bits where the folder has them. */
export async function chooseDtype(settings: ModelSettings, source: ModelSource): Promise<string> {
  const asked = settings.option('dtype')
  if (typeof asked === 'string') return asked
  if (asked !== undefined) throw invalidOption('dtype', asked, 'the name of a weight format, such as q8 or fp32')
  return (await source.has('onnx/model_quantized.onnx')) === false ? 'fp32' : 'q8'
}

/** Token ids of one text, or of a pair, cut to what the model reads. */
export function tokenize(
  { tokenizer, maxTokens }: Runtime,
  text: string,
  pair?: string,
): { inputs: Record<string, Tensor>; tokens: number; truncated: boolean } {
  const most = maxTokens * MOST_UNITS_PER_TOKEN
  const parts = [text, pair].map((part) => (part !== undefined && part.length > most ? cutAt(part, most) : part))
  const second = parts[1] === undefined ? {} : { text_pair: parts[1] }
  const whole = tokenizer(parts[0]!, { truncation: false, ...second })
  const tokens = lengthOf(whole)
  if (tokens <= maxTokens) return { inputs: whole, tokens, truncated: parts[0] !== text || parts[1] !== pair }
  const inputs = tokenizer(parts[0]!, { truncation: true, max_length: maxTokens, ...second })
  return { inputs, tokens: lengthOf(inputs), truncated: true }
}

function lengthOf(inputs: Record<string, Tensor>): number {
  return inputs['input_ids']?.dims.at(-1) ?? 0
}
