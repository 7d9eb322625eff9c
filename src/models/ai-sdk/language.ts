import type { GenerateEvent, GenerateRequest } from '../../core/index.js'
import { asCount, asString, dig } from '../http/index.js'
import { modelId } from '../ids.js'
import type { LanguageEndpoint } from '../provider.js'
import { joinedText } from '../wire.js'
import type { AiSdkModel } from './detect.js'
import { calling, failureOf } from './failure.js'

/** The part of an AI SDK language model (v2, v3, v4) that is used. */
interface LanguageModelObject extends AiSdkModel {
  doGenerate(options: CallOptions): PromiseLike<unknown>
  doStream(options: CallOptions): PromiseLike<{ stream: ReadableStream<unknown> }>
}

interface CallOptions {
  prompt: unknown[]
  temperature?: number
  maxOutputTokens?: number
  responseFormat?: { type: 'json' }
  abortSignal: AbortSignal
}

/** A language model object of the AI SDK. */
export function aiSdkLanguage(given: AiSdkModel): LanguageEndpoint {
  const model = given as LanguageModelObject
  return {
    id: modelId(model.provider, model.modelId),
    async generate(request, { signal }) {
      const reply = await calling(model, () => model.doGenerate(callOptions(request, signal)))
      return {
        text: joinedText(dig(reply, 'content')) ?? '',
        finishReason: finishReasonOf(dig(reply, 'finishReason')),
        ...tokensOf(dig(reply, 'usage')),
      }
    },
    async *stream(request, { signal }) {
      const { stream } = await calling(model, () => model.doStream(callOptions(request, signal)))
      const reader = stream.getReader()
      try {
        for (;;) {
          const { done, value } = await calling(model, () => reader.read())
          if (done) throw failureOf(model.provider, new Error('the stream ended before the answer did'))
          const event = readPart(value, model.provider)
          if (event) yield event
          if (event?.type === 'finish') return
        }
      } finally {
        reader.cancel().catch(() => undefined)
      }
    },
  }
}

function callOptions(request: GenerateRequest, abortSignal: AbortSignal): CallOptions {
  const { system, messages, temperature, maxOutputTokens, json } = request
  const prompt: unknown[] = messages.map(({ role, content }) => ({ role, content: [{ type: 'text', text: content }] }))
  if (system !== undefined) prompt.unshift({ role: 'system', content: system })
  const options: CallOptions = { prompt, temperature: temperature ?? 0, abortSignal }
  if (maxOutputTokens !== undefined) options.maxOutputTokens = maxOutputTokens
  if (json) options.responseFormat = { type: 'json' }
  return options
}

function readPart(part: unknown, provider: string): GenerateEvent | undefined {
  const type = dig(part, 'type')
  if (type === 'error') throw failureOf(provider, dig(part, 'error'))
  if (type === 'text-delta') {
    const text = asString(dig(part, 'delta'))
    return text ? { type: 'text-delta', text } : undefined
  }
  if (type !== 'finish') return undefined
  const { inputTokens, outputTokens } = tokensOf(dig(part, 'usage'))
  const usage = inputTokens === undefined ? undefined : { inputTokens, outputTokens }
  return { type: 'finish', finishReason: finishReasonOf(dig(part, 'finishReason')), usage }
}

/** A number up to specification v2, an object of numbers from v3. */
function tokensOf(usage: unknown): { inputTokens: number | undefined; outputTokens: number | undefined } {
  const count = (name: string) => asCount(dig(usage, name)) ?? asCount(dig(usage, name, 'total'))
  return { inputTokens: count('inputTokens'), outputTokens: count('outputTokens') }
}

/** A word up to specification v2, an object that holds it from v3. */
function finishReasonOf(reason: unknown): string {
  return asString(reason) ?? asString(dig(reason, 'unified')) ?? 'unknown'
}
