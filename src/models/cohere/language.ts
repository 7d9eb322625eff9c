import type { GenerateRequest, Json } from '../../core/index.js'
import { asCount, asString, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { LanguageEndpoint, ModelSettings } from '../provider.js'
import { joinedText } from '../wire.js'

/** `POST /chat`, whole and streamed. */
export function cohereLanguage({ provider, modelName, http }: ModelSettings): LanguageEndpoint {
  return {
    id: modelId(provider, modelName),
    async generate(request, { signal }) {
      const reply = await http.postJson('/chat', chatBody(modelName, request, false), signal)
      const text = joinedText(dig(reply, 'message', 'content'))
      if (text === undefined) throw http.malformed('message.content with text', reply)
      return { text, finishReason: finishReasonOf(dig(reply, 'finish_reason')), ...tokensOf(dig(reply, 'usage')) }
    },
    async *stream(request, { signal }) {
      for await (const event of http.postEvents('/chat', chatBody(modelName, request, true), signal)) {
        const type = dig(event, 'type')
        if (type === 'error' || dig(event, 'error')) throw http.failed(dig(event, 'error') ?? event)
        const text = type === 'content-delta' ? asString(dig(event, 'delta', 'message', 'content', 'text')) : undefined
        if (text) yield { type: 'text-delta', text }
        if (type !== 'message-end') continue
        const { inputTokens, outputTokens } = tokensOf(dig(event, 'delta', 'usage'))
        const usage = inputTokens === undefined ? undefined : { inputTokens, outputTokens }
        yield { type: 'finish', finishReason: finishReasonOf(dig(event, 'delta', 'finish_reason')), usage }
        return
      }
      throw http.interrupted()
    },
  }
}

function chatBody(modelName: string, request: GenerateRequest, stream: boolean): { [key: string]: Json } {
  const { system, messages, temperature, maxOutputTokens, json } = request
  const conversation: Json[] = messages.map(({ role, content }) => ({ role, content }))
  if (system !== undefined) conversation.unshift({ role: 'system', content: system })
  const body: { [key: string]: Json } = {
    model: modelName,
    messages: conversation,
    temperature: temperature ?? 0,
    stream,
  }
  if (maxOutputTokens !== undefined) body['max_tokens'] = maxOutputTokens
  if (json) body['response_format'] = { type: 'json_object' }
  return body
}

function tokensOf(usage: unknown): { inputTokens: number | undefined; outputTokens: number | undefined } {
  const counts = dig(usage, 'billed_units') ?? dig(usage, 'tokens')
  return { inputTokens: asCount(dig(counts, 'input_tokens')), outputTokens: asCount(dig(counts, 'output_tokens')) }
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop'],
  ['MAX_TOKENS', 'length'],
])

function finishReasonOf(reason: unknown): string {
  const word = asString(reason) ?? 'unknown'
  return FINISH_REASONS.get(word) ?? word.toLowerCase()
}
