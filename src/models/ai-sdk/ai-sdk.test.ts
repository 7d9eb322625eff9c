import { describe, expect, it } from 'vitest'
import { fastClock } from '../../../test/support/fast-clock.js'
import { createEmbedder, createLanguageModel, createReranker } from '../index.js'

const FAST = { clock: fastClock }
const HELLO = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello' }], json: true }
const identity = { provider: 'acme.embedding', modelId: 'one' }

/** The usage and finish reason of a specification version. */
const VERSIONS = {
  v2: { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 }, finishReason: 'stop' },
  v3: { usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } }, finishReason: { unified: 'stop' } },
  v4: { usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } }, finishReason: { unified: 'stop' } },
}

function streamOf(parts: unknown[]): ReadableStream<unknown> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

function languageModel(specificationVersion: string, end: object, calls: unknown[] = []) {
  return {
    specificationVersion,
    ...identity,
    async doGenerate(options: unknown) {
      calls.push(options)
      return {
        content: [
          { type: 'reasoning', id: 'r' },
          { type: 'text', text: 'Hi.' },
        ],
        ...end,
      }
    },
    async doStream() {
      const parts = [{ type: 'stream-start' }, { type: 'text-delta', id: '1', delta: 'Hi' }, { type: 'finish', ...end }]
      return { stream: streamOf(parts) }
    },
  }
}

describe('models of the AI SDK', () => {
  it('embed in the batches they allow, with our checks around them', async () => {
    const seen: number[] = []
    const model = {
      specificationVersion: 'v3',
      ...identity,
      maxEmbeddingsPerCall: Promise.resolve(2),
      supportsParallelCalls: false,
      async doEmbed({ values }: { values: string[] }) {
        seen.push(values.length)
        return { embeddings: values.map((text) => [text.length, 0]), usage: { tokens: values.length } }
      },
    }
    const embedder = await createEmbedder(model as never)
    expect(embedder.id).toBe('acme.embedding:one')
    const { vectors, usage } = await embedder.embed(['a', 'bb', 'ccc'], { inputType: 'document' })
    expect(seen).toEqual([2, 1])
    expect(vectors).toEqual([1, 2, 3].map(() => new Float32Array([1, 0])))
    expect(usage).toEqual({ inputTokens: 3 })
  })

  it.each(Object.entries(VERSIONS))('write text in specification %s', async (version, end) => {
    const calls: unknown[] = []
    const model = await createLanguageModel(languageModel(version, end, calls) as never)
    const usage = { inputTokens: 3, outputTokens: 2 }
    expect(await model.generate(HELLO)).toEqual({ text: 'Hi.', finishReason: 'stop', usage })
    expect(calls[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      ],
      temperature: 0,
      responseFormat: { type: 'json' },
    })
    const events = []
    for await (const event of model.stream(HELLO)) events.push(event)
    expect(events).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'finish', finishReason: 'stop', usage },
    ])
  })

  it('rerank, cut to topN by us', async () => {
    const ranking = [0, 1, 2].map((index) => ({ index, relevanceScore: index / 10 }))
    const model = { specificationVersion: 'v3', ...identity, doRerank: async () => ({ ranking }) }
    const documents = ['a', 'b', 'c'].map((text) => ({ id: text, text }))
    const result = await (await createReranker(model as never)).rerank({ query: 'q', documents, topN: 2 })
    expect(result.map(({ index }) => index)).toEqual([2, 1])
  })

  it('fail with our codes, are retried where that helps, and their requests are not kept', async () => {
    const thrown = (statusCode: number) =>
      Object.assign(new Error('API call failed'), {
        statusCode,
        url: 'https://acme.example/v1?key=sk-secret-in-url',
        responseBody: '{"error":{"message":"no"}}',
        requestBodyValues: { secret: 'sk-secret-in-body' },
      })
    for (const [status, code, calls] of [
      [401, 'PROVIDER_AUTH', 1],
      [429, 'PROVIDER_RATE_LIMIT', 6],
      [500, 'PROVIDER_UNAVAILABLE', 6],
    ] as const) {
      let count = 0
      const doGenerate = async () => {
        count++
        throw thrown(status)
      }
      const model = await createLanguageModel({ ...languageModel('v3', VERSIONS.v3), doGenerate } as never, FAST)
      const error = await model.generate(HELLO).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code, details: { status } })
      expect(`${JSON.stringify(error)}${String((error as Error).cause)}`).not.toContain('sk-secret')
      expect(count).toBe(calls)
    }
  })

  it('show no key of a failure, in its body or in its address', async () => {
    const doGenerate = async () => {
      throw Object.assign(new Error('no'), {
        statusCode: 401,
        url: 'https://u:Pass-wordy@acme.example/v1?token=by-query',
        responseBody: '{"error":{"message":"Wrong: sk-test-0123456789 by-query Pass-wordy"}}',
      })
    }
    const model = await createLanguageModel({ ...languageModel('v3', VERSIONS.v3), doGenerate } as never, FAST)
    const error = await model.generate(HELLO).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'PROVIDER_AUTH', details: { url: expect.stringContaining('acme.example/v1') } })
    expect(`${JSON.stringify(error)}${String(error)}`).not.toMatch(/wordy|0123456789|by-query/)
  })

  it('that end a stream early are an error, and one inside the stream too', async () => {
    for (const last of [[], [{ type: 'error', error: new Error('broken') }]]) {
      const doStream = async () => ({ stream: streamOf([{ type: 'text-delta', id: '1', delta: 'H' }, ...last]) })
      const model = await createLanguageModel({ ...languageModel('v3', VERSIONS.v3), doStream } as never, FAST)
      const read = async () => {
        for await (const event of model.stream(HELLO)) expect(event.type).toBe('text-delta')
      }
      await expect(read()).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    }
  })

  it('that do not listen to their signal are left when time is up', async () => {
    const doGenerate = () => new Promise(() => undefined)
    const model = await createLanguageModel({ ...languageModel('v3', VERSIONS.v3), doGenerate } as never)
    const work = model.generate(HELLO, { signal: AbortSignal.timeout(30) })
    await expect(work).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('of another kind are refused', async () => {
    const embedding = { specificationVersion: 'v3', ...identity, doEmbed: async () => ({}) }
    await expect(createLanguageModel(embedding as never)).rejects.toMatchObject({ code: 'MODEL_NOT_GENERATIVE' })
    const language = languageModel('v3', VERSIONS.v3)
    await expect(createEmbedder(language as never)).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
  })
})
