import { describe, expect, it } from 'vitest'
import { type Answer, modelServer, type SeenRequest } from '../../test/support/model-server.js'
import type { GenerateEvent, Json } from '../core/index.js'
import { createEmbedder, createLanguageModel, createReranker } from './index.js'

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
const PICTURE = { image: new Uint8Array([1, 2, 3]), mediaType: 'image/png' }

interface WireCase {
  provider: string
  modelName: string
  answer: Answer
  path: string
  header: [name: string, value: string]
  body: Record<string, Json>
}

const bearer: [string, string] = ['authorization', `Bearer ${KEY}`]
const twoRows = {
  json: { data: [1, 0].map((index) => ({ index, embedding: [index, 1] })), usage: { total_tokens: 6 } },
}

const EMBEDDINGS: (WireCase & { inputTokens: number; options?: Record<string, Json> })[] = [
  {
    provider: 'openai',
    modelName: 'text-embedding-3-small',
    options: { dimensions: 2 },
    answer: twoRows,
    path: '/v1/embeddings',
    header: bearer,
    body: { model: 'text-embedding-3-small', input: ['a', 'b'], dimensions: 2, encoding_format: 'float' },
    inputTokens: 6,
  },
  {
    provider: 'google',
    modelName: 'gemini-embedding-001',
    options: { dimensions: 2 },
    answer: { json: { embeddings: [{ values: [0, 1] }, { values: [1, 1] }] } },
    path: '/v1/models/gemini-embedding-001:batchEmbedContents',
    header: ['x-goog-api-key', KEY],
    body: {
      requests: ['a', 'b'].map((text) => ({
        model: 'models/gemini-embedding-001',
        content: { parts: [{ text }] },
        taskType: 'RETRIEVAL_QUERY',
        outputDimensionality: 2,
      })),
    },
    inputTokens: 2,
  },
  {
    provider: 'cohere',
    modelName: 'embed-v4.0',
    options: { dimensions: 2 },
    answer: {
      json: {
        embeddings: {
          float: [
            [0, 1],
            [1, 1],
          ],
        },
        meta: { billed_units: { input_tokens: 6 } },
      },
    },
    path: '/v1/embed',
    header: bearer,
    body: {
      model: 'embed-v4.0',
      input_type: 'search_query',
      embedding_types: ['float'],
      truncate: 'NONE',
      output_dimension: 2,
      texts: ['a', 'b'],
    },
    inputTokens: 6,
  },
  {
    provider: 'voyage',
    modelName: 'voyage-3.5',
    options: { dimensions: 2 },
    answer: twoRows,
    path: '/v1/embeddings',
    header: bearer,
    body: { model: 'voyage-3.5', input: ['a', 'b'], input_type: 'query', truncation: false, output_dimension: 2 },
    inputTokens: 6,
  },
  {
    provider: 'jina',
    modelName: 'jina-embeddings-v3',
    options: { dimensions: 2 },
    answer: twoRows,
    path: '/v1/embeddings',
    header: bearer,
    body: { model: 'jina-embeddings-v3', input: ['a', 'b'], truncate: false, task: 'retrieval.query', dimensions: 2 },
    inputTokens: 6,
  },
  {
    provider: 'tei',
    modelName: 'my-embedding-model',
    answer: {
      json: [
        [0, 1],
        [1, 1],
      ],
    },
    path: '/v1/embed',
    header: bearer,
    body: { inputs: ['a', 'b'], normalize: true, truncate: false },
    inputTokens: 2,
  },
]

describe.each(EMBEDDINGS)(
  'embeddings of $provider',
  ({ provider, modelName, options, answer, path, header, body, inputTokens }) => {
    it('are asked for and read in its own shape', async () => {
      await using server = await modelServer(() => answer)
      const spec = { provider, modelName, baseUrl: server.url, apiKey: KEY, ...options }
      const embedder = await createEmbedder(spec, WORLD)
      const { vectors, usage } = await embedder.embed(['a', 'b'], { inputType: 'query' })
      expect(vectors.map((vector) => Array.from(vector as Float32Array, (value) => value.toFixed(3)))).toEqual([
        ['0.000', '1.000'],
        ['0.707', '0.707'],
      ])
      expect(usage).toEqual({ inputTokens })
      expect(server.requests[0]).toMatchObject({ path, body, headers: { [header[0]]: header[1] } })
      expect(embedder.id.startsWith(`${provider}:${modelName}`)).toBe(true)
    })
  },
)

describe('pictures', () => {
  it('go to the models that see them, beside text', async () => {
    await using jina = await modelServer(() => twoRows)
    const clip = await createEmbedder(
      { provider: 'jina', modelName: 'jina-clip-v2', baseUrl: jina.url, dimensions: 2 },
      WORLD,
    )
    await clip.embed(['a', PICTURE], { inputType: 'document' })
    expect(jina.requests[0]!.body.input).toEqual(['a', { image: 'AQID' }])
    await using cohere = await modelServer(() => ({
      json: {
        embeddings: {
          float: [
            [0, 1],
            [1, 1],
          ],
        },
      },
    }))
    const embed = await createEmbedder({ provider: 'cohere', baseUrl: cohere.url, dimensions: 2 }, WORLD)
    await embed.embed(['a', PICTURE], { inputType: 'document' })
    expect(cohere.requests[0]!.body.inputs[1].content[0].image_url.url).toBe('data:image/png;base64,AQID')
  })

  it('are refused by the others before anything is sent', async () => {
    await using server = await modelServer(() => twoRows)
    const embedder = await createEmbedder({ provider: 'openai', baseUrl: server.url }, WORLD)
    const work = embedder.embed([PICTURE], { inputType: 'document' })
    await expect(work).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
    expect(server.requests).toHaveLength(0)
  })
})

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

  it('reasoning models get no default temperature and their own limit, but a temperature that was given', async () => {
    const body = await bodyOf('openai', 'o4-mini', answer, { maxOutputTokens: 7 })
    expect(body).not.toHaveProperty('temperature')
    expect(body).toMatchObject({ max_completion_tokens: 7 })
    expect(await bodyOf('openai', 'gpt-5-mini', answer, { temperature: 0.5 })).toMatchObject({ temperature: 0.5 })
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

describe.each([
  [
    'cohere',
    '/v1/rerank',
    {
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.2 },
      ],
    },
  ],
  [
    'jina',
    '/v1/rerank',
    {
      results: [
        { index: 0, relevance_score: 0.2 },
        { index: 1, relevance_score: 0.9 },
      ],
    },
  ],
  [
    'voyage',
    '/v1/rerank',
    {
      data: [
        { index: 0, relevance_score: 0.2 },
        { index: 1, relevance_score: 0.9 },
      ],
    },
  ],
  [
    'tei',
    '/v1/rerank',
    [
      { index: 0, score: 0.2 },
      { index: 1, score: 0.9 },
    ],
  ],
])('reranking of %s', (provider, path, json) => {
  it('is asked for and read in its own shape, ordered and cut', async () => {
    await using server = await modelServer(() => ({ json }))
    const reranker = await createReranker({ provider, baseUrl: server.url, apiKey: KEY }, WORLD)
    const documents = ['x', 'y'].map((text) => ({ id: text, text }))
    expect(await reranker.rerank({ query: 'q', documents })).toEqual([
      { index: 1, score: 0.9 },
      { index: 0, score: 0.2 },
    ])
    expect(await reranker.rerank({ query: 'q', documents, topN: 1 })).toEqual([{ index: 1, score: 0.9 }])
    const { body, path: asked } = server.requests[0]!
    expect(asked).toBe(path)
    expect([body.query, body.documents ?? body.texts]).toEqual(['q', ['x', 'y']])
    expect(await reranker.rerank({ query: 'q', documents: [] })).toEqual([])
    await expect(reranker.rerank({ query: 'q', documents, topN: 0 })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await expect(reranker.rerank({ query: ' ', documents })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    expect(server.requests).toHaveLength(2)
  })
})
