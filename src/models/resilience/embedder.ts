import { type CallOptions, type Embedder, type ImageInput, invalidOption, TesseraError } from '../../core/index.js'
import { type Price, priced } from '../prices.js'
import type { BatchLimits, EmbeddingEndpoint } from '../provider.js'
import { cutAt, estimateTokens } from '../tokens.js'
import { allOrNothing, planBatches } from './batches.js'
import type { Caller } from './caller.js'
import { checkedVector } from './vectors.js'

type Input = string | ImageInput
type InputType = 'query' | 'document'

/** How much of an input that was refused as too long is tried next, and how often. .75^16 is one percent. */
const SHORTER = 0.75
const MOST_CUTS = 16

/** A picture counts like this many tokens; models differ between some hundred and some thousand. */
const IMAGE_TOKENS = 1000

export interface EmbedderOptions {
  limits: BatchLimits
  /** What vectors must have; undefined: what the first one has. */
  dimensions: number | undefined
  maxInputTokens: number | undefined
  /** See {@link EmbeddingEndpoint}. */
  longInputs: EmbeddingEndpoint['longInputs']
  price: Price | undefined
  /** Put before every input of its type; a model trained with instructions needs them. */
  prefixes: Readonly<Record<InputType, string>>
}

/** What one or several requests gave, in order of their inputs; `truncated` are positions within them. */
interface Part {
  vectors: Float32Array[]
  truncated: number[]
  inputTokens: number
}

/** An {@link Embedder} over one endpoint: batches, order, limits of input, checks of vectors, usage and cost. */
export class ResilientEmbedder implements Embedder {
  readonly id: string
  readonly maxInputTokens: number | undefined
  readonly accepts: readonly ('text' | 'image')[]
  readonly output = 'dense'
  readonly fusionWeight: number | undefined
  readonly inputPrice: number | undefined
  readonly #endpoint: EmbeddingEndpoint
  readonly #caller: Caller
  readonly #options: EmbedderOptions
  #dimensions: number | undefined

  constructor(endpoint: EmbeddingEndpoint, id: string, caller: Caller, options: EmbedderOptions) {
    this.id = id
    this.maxInputTokens = options.maxInputTokens
    this.accepts = endpoint.accepts
    this.fusionWeight = endpoint.fusionWeight
    this.inputPrice = options.price?.input
    this.#endpoint = endpoint
    this.#caller = caller
    this.#options = options
    this.#dimensions = options.dimensions
  }

  get dimensions(): number | undefined {
    return this.#dimensions
  }

  /**
   * One unit-length vector for each input, in order; all of them or an error.
   *
   * @throws TesseraError `INVALID_OPTION` for an empty input, `FEATURE_NOT_AVAILABLE` for a picture the model cannot
   *   see, `PROVIDER_*`, `DIMENSION_MISMATCH`, `INVALID_VECTOR`, `ABORTED`
   */
  async embed(
    inputs: readonly Input[],
    call: CallOptions & { inputType: InputType },
  ): Promise<{ vectors: Float32Array[]; usage: ReturnType<typeof priced>; truncated: number[] }> {
    const { inputType, signal } = call
    if (inputType !== 'query' && inputType !== 'document') {
      throw invalidOption('inputType', inputType, "'query' or 'document'")
    }
    const prepared = this.#prepare(inputs, inputType)
    const batches = planBatches(prepared.inputs.map(sizeOf), this.#options.limits)
    const parts = await allOrNothing(batches, signal, async ({ start, end }, stop) => {
      const part = await this.#request(prepared.inputs.slice(start, end), inputType, stop)
      return { ...part, truncated: part.truncated.map((position) => position + start) }
    })
    const truncated = new Set([...prepared.truncated, ...parts.flatMap((part) => part.truncated)])
    const inputTokens = parts.reduce((sum, part) => sum + part.inputTokens, 0)
    return {
      vectors: parts.flatMap((part) => part.vectors),
      usage: priced(inputTokens, undefined, this.#options.price),
      truncated: [...truncated].sort((a, b) => a - b),
    }
  }

  /** Checks inputs, puts prefixes before them, and counts those that the server will cut without a word. */
  #prepare(inputs: readonly Input[], inputType: InputType): { inputs: Input[]; truncated: number[] } {
    const { maxInputTokens, prefixes, longInputs } = this.#options
    const truncated: number[] = []
    const prepared = inputs.map((input, position) => {
      if (typeof input !== 'string') return this.#checkedImage(input, position)
      if (input === '') throw invalidOption(`inputs[${position}]`, input, 'text that is not empty')
      // A lone surrogate has no UTF-8 form, and servers refuse its escape.
      const text = prefixes[inputType] + input.toWellFormed()
      if (longInputs === 'cuts' && maxInputTokens !== undefined && estimateTokens(text) > maxInputTokens) {
        truncated.push(position)
      }
      return text
    })
    return { inputs: prepared, truncated }
  }

  #checkedImage(input: ImageInput, position: number): ImageInput {
    if (!(input?.image instanceof Uint8Array) || typeof input.mediaType !== 'string') {
      throw invalidOption(`inputs[${position}]`, input, 'text, or { image: Uint8Array, mediaType }')
    }
    if (this.accepts.includes('image')) return input
    const details = { model: this.id, accepts: [...this.accepts] }
    throw new TesseraError('FEATURE_NOT_AVAILABLE', `${this.id} embeds ${this.accepts.join(', ')}, no images.`, details)
  }

  /** One request; a refusal because of length is answered by halves, and by shorter text where one input is too long. */
  async #request(inputs: readonly Input[], inputType: InputType, signal: AbortSignal): Promise<Part> {
    const todo: { inputs: readonly Input[]; cuts: number }[] = [{ inputs, cuts: 0 }]
    const whole: Part = { vectors: [], truncated: [], inputTokens: 0 }
    for (let next = todo.pop(); next; next = todo.pop()) {
      const { inputs: some, cuts } = next
      try {
        const part = await this.#caller.run((stop) => this.#once(some, inputType, stop), signal)
        for (const position of part.truncated) whole.truncated.push(whole.vectors.length + position)
        if (cuts > 0) whole.truncated.push(whole.vectors.length)
        for (const vector of part.vectors) whole.vectors.push(vector)
        whole.inputTokens += part.inputTokens
      } catch (error) {
        if (!isTooLarge(error)) throw error
        const half = some.length >> 1
        // The last pushed is done first, so vectors are appended in order.
        if (half > 0) todo.push({ inputs: some.slice(half), cuts: 0 }, { inputs: some.slice(0, half), cuts: 0 })
        else todo.push({ inputs: [shorter(some[0]!, cuts, error)], cuts: cuts + 1 })
      }
    }
    return whole
  }

  async #once(inputs: readonly Input[], inputType: InputType, signal: AbortSignal): Promise<Part> {
    const reply = await this.#endpoint.embed(inputs, { inputType, signal })
    if (reply.vectors.length !== inputs.length) {
      const details = { model: this.id, given: reply.vectors.length, expected: inputs.length, retryable: false }
      const message = `${this.id} gave ${reply.vectors.length} vectors for ${inputs.length} inputs.`
      throw new TesseraError('PROVIDER_RESPONSE', message, details)
    }
    const vectors = reply.vectors.map((value) => {
      const vector = checkedVector(value, this.#dimensions, this.id)
      this.#dimensions ??= vector.length
      return vector
    })
    const inputTokens = reply.inputTokens ?? inputs.reduce((sum, input) => sum + sizeOf(input), 0)
    return { vectors, truncated: [...(reply.truncated ?? [])], inputTokens }
  }
}

/** Tokens, estimated. */
function sizeOf(input: Input): number {
  return typeof input === 'string' ? estimateTokens(input) : IMAGE_TOKENS
}

function isTooLarge(error: unknown): error is TesseraError {
  return TesseraError.isInstance(error) && error.details['reason'] === 'too-large'
}

function shorter(input: Input, cuts: number, error: TesseraError): string {
  if (typeof input !== 'string' || cuts >= MOST_CUTS || input.length < 4) throw error
  return cutAt(input, Math.floor(input.length * SHORTER))
}
