import {
  type CallOptions,
  invalidOption,
  type Reranker,
  type RerankRequest,
  requireInteger,
  TesseraError,
} from '../../core/index.js'
import type { BatchLimits, RerankEndpoint, RerankScore } from '../provider.js'
import { estimateTokens } from '../tokens.js'
import { allOrNothing, planBatches } from './batches.js'
import type { Caller } from './caller.js'

/** A {@link Reranker} over one endpoint: requests of a size the server takes, checked scores, and the cut to `topN`. */
export class ResilientReranker implements Reranker {
  readonly id: string
  readonly #endpoint: RerankEndpoint
  readonly #caller: Caller
  readonly #limits: BatchLimits

  constructor(endpoint: RerankEndpoint, caller: Caller, limits: BatchLimits) {
    this.id = endpoint.id
    this.#endpoint = endpoint
    this.#caller = caller
    this.#limits = limits
  }

  /**
   * Orders documents by their worth for the query, the earlier one first where scores are equal. A document without a
   * score (some servers leave the worst ones out) is not in the result.
   */
  async rerank(request: RerankRequest, call: CallOptions = {}): Promise<{ index: number; score: number }[]> {
    const { query, documents, topN = documents.length } = request
    if (typeof query !== 'string' || query.trim() === '') throw invalidOption('query', query, 'text that is not empty')
    if (request.topN !== undefined) requireInteger('topN', topN, 1)
    const texts = documents.map(({ text }) => text.toWellFormed())
    // The model reads the query anew with every document.
    const querySize = estimateTokens(query)
    const sizes = texts.map((text) => querySize + estimateTokens(text))
    const batches = planBatches(sizes, this.#limits)
    const parts = await allOrNothing(batches, call.signal, async ({ start, end }, signal) => {
      const some = texts.slice(start, end)
      const scores = await this.#caller.run(
        async (stop) =>
          this.#checked(await this.#endpoint.rerank(query.toWellFormed(), some, { signal: stop }), some.length),
        signal,
      )
      return scores.map(({ index, score }) => ({ index: index + start, score }))
    })
    return parts
      .flat()
      .sort((a, b) => b.score - a.score || a.index - b.index)
      .slice(0, topN)
  }

  #checked(scores: readonly RerankScore[], count: number): { index: number; score: number }[] {
    const seen = new Set<unknown>()
    return scores.map(({ index, score }) => {
      const known = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count
      if (!known || seen.has(index)) throw this.#malformed(`a position from 0 to ${count - 1}, once`, index)
      if (typeof score !== 'number' || !Number.isFinite(score)) throw this.#malformed('a finite score', score)
      seen.add(index)
      return { index, score }
    })
  }

  #malformed(expected: string, given: unknown): TesseraError {
    const message = `${this.id} gave an unusable ranking: expected ${expected}; it was ${String(given)}.`
    return new TesseraError('PROVIDER_RESPONSE', message, { model: this.id, expected, retryable: false })
  }
}
