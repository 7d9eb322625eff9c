import type { GenerateRequest, Json } from '../../core/index.js'
import { asCount, asString, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { LanguageEndpoint, ModelSettings } from '../provider.js'
import { joinedText } from '../wire.js'

/** The service wants a limit in every request. */
const DEFAULT_MAX_TOKENS = 4096
const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else: no explanation, no code fence.'

/** `POST /messages`, whole and streamed. */
export function anthropicLanguage({ provider, modelName, http }: ModelSettings): LanguageEndpoint {
  return {
    id: modelId(provider, modelName),
    async generate(request, { signal }) {
      const reply = await http.postJson('/messages', messagesBody(modelName, request), signal)
      const text = joinedText(dig(reply, 'content'))
      if (text === undefined) throw http.malformed('content with text', reply)
      return {
        text,
        finishReason: finishReasonOf(dig(reply, 'stop_reason')),
        inputTokens: asCount(dig(reply, 'usage', 'input_tokens')),
        outputTokens: asCount(dig(reply, 'usage', 'output_tokens')),
      }
    },
    async *stream(request, { signal }) {
      const body = { ...messagesBody(modelName, request), stream: true }
      let finishReason = 'unknown'
      let inputTokens: number | undefined
      let outputTokens: number | undefined
      for await (const event of http.postEvents('/messages', body, signal)) {
        const type = dig(event, 'type')
        if (type === 'error') throw http.failed(dig(event, 'error'))
        if (type === 'content_block_delta') {
          const text = asString(dig(event, 'delta', 'text'))
          if (text) yield { type: 'text-delta', text }
        }
        if (type === 'message_start') inputTokens = asCount(dig(event, 'message', 'usage', 'input_tokens'))
        if (type === 'message_delta') {
          finishReason = finishReasonOf(dig(event, 'delta', 'stop_reason'))
          outputTokens = asCount(dig(event, 'usage', 'output_tokens'))
        }
        if (type !== 'message_stop') continue
        const usage = inputTokens === undefined ? undefined : { inputTokens, outputTokens }
        yield { type: 'finish', finishReason, usage }
        return
      }
      throw http.interrupted()
    },
  }
}

function messagesBody(modelName: string, request: GenerateRequest): { [key: string]: Json } {
  const { system, messages, temperature, maxOutputTokens, json } = request
  const instructions = [system, json ? JSON_INSTRUCTION : undefined].filter((text) => text !== undefined)
  const body: { [key: string]: Json } = {
    model: modelName,
    max_tokens: maxOutputTokens ?? DEFAULT_MAX_TOKENS,
    temperature: temperature ?? 0,
    messages: messages.map(({ role, content }) => ({ role, content })),
  }
  if (instructions.length > 0) body['system'] = instructions.join('\n\n')
  return body
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['refusal', 'content-filter'],
])

function finishReasonOf(reason: unknown): string {
  const word = asString(reason) ?? 'unknown'
  return FINISH_REASONS.get(word) ?? word
}
