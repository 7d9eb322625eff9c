import type { GenerateRequest, Json } from '../../core/index.js'
import { asCount, asString, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { LanguageEndpoint, LanguageReply, ModelSettings } from '../provider.js'
import { joinedText } from '../wire.js'

/** `POST /models/NAME:generateContent`, and `:streamGenerateContent` for streams. */
export function googleLanguage({ provider, modelName, http }: ModelSettings): LanguageEndpoint {
  const name = modelName.replace(/^models\//, '')
  const path = `/models/${encodeURIComponent(name)}`
  return {
    id: modelId(provider, name),
    async generate(request, { signal }) {
      const reply = await http.postJson(`${path}:generateContent`, contentBody(request), signal)
      const part = readPart(reply)
      if (part.finishReason === undefined) throw http.malformed('candidates with a finishReason', reply)
      return { ...part, finishReason: part.finishReason }
    },
    async *stream(request, { signal }) {
      let last: ReturnType<typeof readPart> | undefined
      const events = http.postEvents(`${path}:streamGenerateContent?alt=sse`, contentBody(request), signal)
      for await (const event of events) {
        if (dig(event, 'error')) throw http.failed(dig(event, 'error'))
        const part = readPart(event)
        if (part.text !== '') yield { type: 'text-delta', text: part.text }
        last = { ...part, finishReason: part.finishReason ?? last?.finishReason }
      }
      // There is no closing event: the last one carries the reason.
      if (last?.finishReason === undefined) throw http.interrupted()
      const { inputTokens, outputTokens, finishReason } = last
      yield {
        type: 'finish',
        finishReason,
        usage: inputTokens === undefined ? undefined : { inputTokens, outputTokens },
      }
    },
  }
}

function contentBody(request: GenerateRequest): { [key: string]: Json } {
  const { system, messages, temperature, maxOutputTokens, json } = request
  const generationConfig: { [key: string]: Json } = { temperature: temperature ?? 0 }
  if (maxOutputTokens !== undefined) generationConfig['maxOutputTokens'] = maxOutputTokens
  if (json) generationConfig['responseMimeType'] = 'application/json'
  const body: { [key: string]: Json } = {
    contents: messages.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
    generationConfig,
  }
  if (system !== undefined) body['systemInstruction'] = { parts: [{ text: system }] }
  return body
}

/** A question that is blocked has no candidate, and a reason elsewhere. */
function readPart(reply: unknown): Omit<LanguageReply, 'finishReason'> & { finishReason: string | undefined } {
  const blocked = dig(reply, 'promptFeedback', 'blockReason') !== undefined
  const thoughts = asCount(dig(reply, 'usageMetadata', 'thoughtsTokenCount')) ?? 0
  const written = asCount(dig(reply, 'usageMetadata', 'candidatesTokenCount'))
  return {
    text: joinedText(dig(reply, 'candidates', 0, 'content', 'parts')) ?? '',
    finishReason: blocked ? 'content-filter' : finishReasonOf(dig(reply, 'candidates', 0, 'finishReason')),
    inputTokens: asCount(dig(reply, 'usageMetadata', 'promptTokenCount')),
    outputTokens: written === undefined ? undefined : written + thoughts,
  }
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['BLOCKLIST', 'content-filter'],
])

function finishReasonOf(reason: unknown): string | undefined {
  const word = asString(reason)
  return word === undefined ? undefined : (FINISH_REASONS.get(word) ?? word.toLowerCase())
}
