import { type GenerateRequest, invalidOption, type Json } from '../../core/index.js'
import { asCount, asString, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { LanguageEndpoint, ModelSettings } from '../provider.js'

/** Models that think before they write take no temperature and call the limit of the answer otherwise. */
const REASONING = /(?:^|\/)(?:o\d|gpt-5(?!-chat))/

/** `POST /chat/completions`, whole and streamed. */
export function openaiLanguage({ provider, modelName, http }: ModelSettings): LanguageEndpoint {
  return {
    id: modelId(provider, modelName),
    async generate(request, { signal }) {
      const reply = await http.postJson('/chat/completions', chatBody(modelName, request), signal)
      const choice = dig(reply, 'choices', 0)
      const text = asString(dig(choice, 'message', 'content')) ?? asString(dig(choice, 'message', 'refusal'))
      if (text === undefined) throw http.malformed('choices[0].message.content', reply)
      return {
        text,
        finishReason: finishReasonOf(dig(choice, 'finish_reason')),
        inputTokens: asCount(dig(reply, 'usage', 'prompt_tokens')),
        outputTokens: asCount(dig(reply, 'usage', 'completion_tokens')),
      }
    },
    async *stream(request, { signal }) {
      const body = { ...chatBody(modelName, request), stream: true, stream_options: { include_usage: true } }
      let finishReason: string | undefined
      let usage: { inputTokens: number; outputTokens: number | undefined } | undefined
      for await (const event of http.postEvents('/chat/completions', body, signal)) {
        if (event === '[DONE]') {
          finishReason ??= 'stop'
          break
        }
        if (dig(event, 'error')) throw http.failed(dig(event, 'error'))
        const text = asString(dig(event, 'choices', 0, 'delta', 'content'))
        if (text) yield { type: 'text-delta', text }
        const reason = dig(event, 'choices', 0, 'finish_reason')
        if (reason) finishReason = finishReasonOf(reason)
        const inputTokens = asCount(dig(event, 'usage', 'prompt_tokens'))
        if (inputTokens === undefined) continue
        usage = { inputTokens, outputTokens: asCount(dig(event, 'usage', 'completion_tokens')) }
      }
      if (finishReason === undefined) throw http.interrupted()
      yield { type: 'finish', finishReason, usage }
    },
  }
}

function chatBody(modelName: string, request: GenerateRequest): { [key: string]: Json } {
  const { system, messages, temperature, maxOutputTokens, json } = request
  const reasoning = REASONING.test(modelName)
  const body: { [key: string]: Json } = { model: modelName, messages: [] }
  const conversation: Json[] = messages.map(({ role, content }) => ({ role, content }))
  if (system !== undefined) conversation.unshift({ role: 'system', content: system })
  if (json) {
    body['response_format'] = { type: 'json_object' }
    // The service refuses the format unless the conversation speaks of it.
    const spoken = /json/i.test(`${system ?? ''} ${messages.map(({ content }) => content).join(' ')}`)
    if (!spoken) conversation.unshift({ role: 'system', content: 'Answer with a JSON object.' })
  }
  body['messages'] = conversation
  if (!reasoning) body['temperature'] = temperature ?? 0
  else if (temperature !== undefined) {
    throw invalidOption('temperature', temperature, `left out, since ${modelName} takes none`)
  }
  if (maxOutputTokens !== undefined) body[reasoning ? 'max_completion_tokens' : 'max_tokens'] = maxOutputTokens
  return body
}

function finishReasonOf(reason: unknown): string {
  return reason === 'content_filter' ? 'content-filter' : (asString(reason) ?? 'unknown')
}
