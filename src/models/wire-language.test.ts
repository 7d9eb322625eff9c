import { describe, expect, it } from 'vitest'
import { type Answer, modelServer, type SeenRequest } from '../../test/support/model-server.js'
import type { GenerateEvent, Json } from '../core/index.js'
import { createLanguageModel } from './index.js'

const KEY = 'key-of-a-provider-123456'
const WORLD = { env: {} }
const REQUEST = {
  system: 'Be brief.',
  messages: [
    { role: 'user' as const, content: 'One?' },
    { role: 'assistant' as const, content: 'Yes.' },
    { role: 'user' as const, content: 'Two?' },
  ],
  maxOutputTokens: 50,
  json: true,
}
interface WireCase {
  provider: string
  modelName: string
  answer: Answer
  path: string
  header: [name: string, value: string]
  body: Record<string, Json>
}

const bearer: [string, string] = ['authorization', `Bearer ${KEY}`]
const LANGUAGES: (WireCase & { events: string[] })[] = [
  {
    provider: 'openai',
    modelName: 'gpt-4o-mini',
    answer: {
      json: {
        choices: [{ message: { content: 'Two.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 9, completion_tokens: 2 },
      },
    },
    events: [
      '{"choices":[{"delta":{"role":"assistant","content":""}}]}',
      '{"choices":[{"delta":{"content":"Tw"}}]}',
      '{"choices":[{"delta":{"content":"o."}}]}',
      '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
      '{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}}',
      '[DONE]',
    ],
    path: '/v1/chat/completions',
    header: bearer,
    body: {
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: 'Answer with a JSON object.' },
        { role: 'system', content: 'Be brief.' },
        ...REQUEST.messages,
      ],
      temperature: 0,
      max_tokens: 50,
      response_format: { type: 'json_object' },
    },
  },
  {
    provider: 'anthropic',
    modelName: 'claude-haiku-4-5',
    answer: {
      json: {
        content: [{ type: 'text', text: 'Two.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 9, output_tokens: 2 },
      },
    },
    events: [
      '{"type":"message_start","message":{"usage":{"input_tokens":9,"output_tokens":1}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
      '{"type":"ping"}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Tw"}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"o."}}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}',
      '{"type":"message_stop"}',
    ],
    path: '/v1/messages',
    header: ['x-api-key', KEY],
    body: { model: 'claude-haiku-4-5', messages: REQUEST.messages, temperature: 0, max_tokens: 50 },
  },
  {
    provider: 'google',
    modelName: 'gemini-2.5-flash',
    answer: {
      json: {
        candidates: [{ content: { parts: [{ text: 'Hm', thought: true }, { text: 'Two.' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2 },
      },
    },
    events: [
      '{"candidates":[{"content":{"parts":[{"text":"Tw"}]}}],"usageMetadata":{"promptTokenCount":9}}',
      '{"candidates":[{"content":{"parts":[{"text":"o."}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":2}}',
    ],
    path: '/v1/models/gemini-2.5-flash:generateContent',
    header: ['x-goog-api-key', KEY],
    body: {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'One?' }] },
        { role: 'model', parts: [{ text: 'Yes.' }] },
        { role: 'user', parts: [{ text: 'Two?' }] },
      ],
      generationConfig: { temperature: 0, maxOutputTokens: 50, responseMimeType: 'application/json' },
    },
  },
  {
    provider: 'cohere',
    modelName: 'command-a-03-2025',
    answer: {
      json: {
        message: { content: [{ type: 'text', text: 'Two.' }] },
        finish_reason: 'COMPLETE',
        usage: { tokens: { input_tokens: 9, output_tokens: 2 } },
      },
    },
    events: [
      '{"type":"message-start","delta":{"message":{"role":"assistant"}}}',
      '{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Tw"}}}}',
      '{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"o."}}}}',
      '{"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"tokens":{"input_tokens":9,"output_tokens":2}}}}',
    ],
    path: '/v1/chat',
    header: bearer,
    body: {
      model: 'command-a-03-2025',
      messages: [{ role: 'system', content: 'Be brief.' }, ...REQUEST.messages],
      temperature: 0,
      max_tokens: 50,
      response_format: { type: 'json_object' },
    },
  },
]

describe.each(LANGUAGES)(
  'the language model of $provider',
  ({ provider, modelName, answer, events, path, header, body }) => {
    const modelAt = (url: string) =>
      createLanguageModel({ provider, modelName, baseUrl: url, apiKey: KEY, maxRetries: 0 }, WORLD)

    it('is asked and read in its own shape', async () => {
      await using server = await modelServer(() => answer)
      const reply = await (await modelAt(server.url)).generate(REQUEST)
      expect(reply).toEqual({ text: 'Two.', finishReason: 'stop', usage: { inputTokens: 9, outputTokens: 2 } })
      expect(server.requests[0]).toMatchObject({ path, body, headers: { [header[0]]: header[1] } })
    })

    it('streams the same answer', async () => {
      await using server = await modelServer(() => ({ events }))
      const seen: GenerateEvent[] = []
      for await (const event of (await modelAt(server.url)).stream(REQUEST)) seen.push(event)
      expect(seen).toEqual([
        { type: 'text-delta', text: 'Tw' },
        { type: 'text-delta', text: 'o.' },
        { type: 'finish', finishReason: 'stop', usage: { inputTokens: 9, outputTokens: 2 } },
      ])
    })

    it('does not pass half a stream off as a whole one', async () => {
      const half = events.slice(0, events.findIndex((event) => event.includes('Tw')) + 1)
      await using server = await modelServer(() => ({ events: half }))
      const model = await modelAt(server.url)
      const read = async () => {
        for await (const event of model.stream(REQUEST)) expect(event.type).toBe('text-delta')
      }
      await expect(read()).rejects.toMatchObject({ code: 'PROVIDER_RESPONSE' })
    })
  },
)

describe('parts of a request that a model takes otherwise', () => {
  async function bodyOf(
    provider: string,
    modelName: string,
    answer: Answer,
    request: object,
  ): Promise<SeenRequest['body']> {
    await using server = await modelServer(() => answer)
    const model = await createLanguageModel({ provider, modelName, baseUrl: server.url }, WORLD)
    await model.generate({ messages: [{ role: 'user', content: 'Hi' }], ...request })
    return server.requests[0]!.body
  }
  const answer = { json: { choices: [{ message: { content: 'Hi' } }] } }

  it('reasoning models get no temperature and their own limit; one that was given is refused before it is sent', async () => {
    const body = await bodyOf('openai', 'o4-mini', answer, { maxOutputTokens: 7 })
    expect(body).not.toHaveProperty('temperature')
    expect(body).toMatchObject({ max_completion_tokens: 7 })
    for (const name of ['gpt-5-mini', 'o3', 'openai/gpt-5.1']) {
      await expect(bodyOf('openai', name, answer, { temperature: 0.5 })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
      })
    }
    expect(await bodyOf('openai', 'gpt-5-chat-latest', answer, {})).toMatchObject({ temperature: 0 })
  })

  it('models without a JSON mode are told to write JSON', async () => {
    const reply = { json: { content: [{ type: 'text', text: '{}' }] } }
    expect((await bodyOf('anthropic', 'claude-x', reply, { json: true })).system).toContain('JSON')
    expect(await bodyOf('anthropic', 'claude-x', reply, {})).not.toHaveProperty('system')
  })

  it('a blocked question is an answer without text and says why', async () => {
    await using server = await modelServer(() => ({ json: { promptFeedback: { blockReason: 'SAFETY' } } }))
    const model = await createLanguageModel({ provider: 'google', baseUrl: server.url }, WORLD)
    const reply = await model.generate({ messages: [{ role: 'user', content: 'Hi' }] })
    expect(reply).toEqual({ text: '', finishReason: 'content-filter' })
  })

  it.each([
    { messages: [] },
    { messages: [{ role: 'system', content: 'x' }] },
    { messages: [{ role: 'user', content: 'x' }], temperature: -1 },
    { messages: [{ role: 'user', content: 'x' }], maxOutputTokens: 0 },
    { messages: [{ role: 'user', content: 'x' }], topK: 5 },
  ])('refuses %j', async (request) => {
    const model = await createLanguageModel({ provider: 'ollama', modelName: 'llama3' }, WORLD)
    await expect(model.generate(request as never)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:INVALID|UNKNOWN)_OPTION$/),
    })
  })
})
