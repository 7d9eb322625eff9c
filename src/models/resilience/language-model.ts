import {
  type CallOptions,
  type GenerateEvent,
  type GenerateRequest,
  invalidOption,
  type LanguageModel,
  refuseUnknownOptions,
  requireInteger,
  requireNumber,
  type Usage,
} from '../../core/index.js'
import { type Price, priced } from '../prices.js'
import type { LanguageEndpoint } from '../provider.js'
import type { Caller } from './caller.js'

/** A {@link LanguageModel} over one endpoint: checked requests, retries, timeouts, cost. */
export class ResilientLanguageModel implements LanguageModel {
  readonly id: string
  readonly #endpoint: LanguageEndpoint
  readonly #caller: Caller
  readonly #price: Price | undefined

  constructor(endpoint: LanguageEndpoint, caller: Caller, price: Price | undefined) {
    this.id = endpoint.id
    this.#endpoint = endpoint
    this.#caller = caller
    this.#price = price
  }

  async generate(
    request: GenerateRequest,
    call: CallOptions = {},
  ): Promise<{ text: string; usage?: Usage; finishReason: string }> {
    const checked = checkedRequest(request)
    const reply = await this.#caller.run((signal) => this.#endpoint.generate(checked, { signal }), call.signal)
    const { text, finishReason, inputTokens, outputTokens } = reply
    if (inputTokens === undefined) return { text, finishReason }
    return { text, finishReason, usage: priced(inputTokens, outputTokens, this.#price) }
  }

  async *stream(request: GenerateRequest, call: CallOptions = {}): AsyncGenerator<GenerateEvent> {
    const checked = checkedRequest(request)
    for await (const event of this.#caller.stream(
      (signal) => this.#endpoint.stream(checked, { signal }),
      call.signal,
    )) {
      if (event.type !== 'finish' || !event.usage) yield event
      else yield { ...event, usage: priced(event.usage.inputTokens, event.usage.outputTokens, this.#price) }
    }
  }
}

function checkedRequest(request: GenerateRequest): GenerateRequest {
  refuseUnknownOptions(request, ['system', 'messages', 'temperature', 'maxOutputTokens', 'json'], 'A request')
  const { system, messages, temperature, maxOutputTokens } = request
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalidOption('messages', messages, 'at least one message')
  for (const [index, message] of messages.entries()) {
    const known = message?.role === 'user' || message?.role === 'assistant'
    if (known && typeof message.content === 'string') continue
    throw invalidOption(`messages[${index}]`, message?.role, "{ role: 'user' or 'assistant', content: string }")
  }
  if (temperature !== undefined) requireNumber('temperature', temperature, 0, 2)
  if (maxOutputTokens !== undefined) requireInteger('maxOutputTokens', maxOutputTokens, 1)
  return {
    ...request,
    system: system?.toWellFormed(),
    messages: messages.map(({ role, content }) => ({ role, content: content.toWellFormed() })),
  }
}
