import { describe, expect, it } from 'vitest'
import { failure, KEY } from '../../test/support/failure.js'
import { fastClock } from '../../test/support/fast-clock.js'
import { modelServer } from '../../test/support/model-server.js'
import { createLanguageModel, createReranker } from './index.js'

const FAST = { env: { OPENAI_API_KEY: KEY }, clock: fastClock }

describe('a language server that misbehaves', () => {
  const languageAt = (url: string, more = {}) =>
    createLanguageModel({ provider: 'openai', modelName: 'gpt-4o-mini', baseUrl: url, ...more }, FAST)
  const request = { messages: [{ role: 'user' as const, content: 'Hello' }] }
  const delta = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] })
  const end = JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })

  async function read(stream: AsyncIterable<{ type: string; text?: string }>): Promise<string[]> {
    const parts: string[] = []
    for await (const event of stream) parts.push(event.type === 'text-delta' ? event.text! : event.type)
    return parts
  }

  it('streams text, usage and the end', async () => {
    const usage = JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })
    await using server = await modelServer(() => ({ events: [delta('Hel'), delta('lo'), end, usage, '[DONE]'] }))
    const events = []
    for await (const event of (await languageAt(server.url)).stream(request)) events.push(event)
    expect(events).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
      { type: 'finish', finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2 } },
    ])
    expect(server.requests[0]!.body).toMatchObject({ stream: true, temperature: 0 })
  })

  it('cuts a stream: the text so far, then an error and no finish', async () => {
    for (const cut of [true, false]) {
      await using server = await modelServer(() => ({ events: [delta('Hel')], cut }))
      const parts: string[] = []
      const error = await failure(
        (async () => {
          for await (const event of (await languageAt(server.url)).stream(request)) parts.push(event.type)
        })(),
      )
      expect(['PROVIDER_RESPONSE', 'PROVIDER_UNAVAILABLE']).toContain(error.code)
      expect(parts).toEqual(cut ? parts : ['text-delta'])
      expect(parts).not.toContain('finish')
    }
  })

  it('fails before the first word: the stream is opened again', async () => {
    await using server = await modelServer((_, count) =>
      count === 1 ? { status: 500, json: {} } : { events: [delta('Hi'), end, '[DONE]'] },
    )
    expect(await read((await languageAt(server.url)).stream(request))).toEqual(['Hi', 'finish'])
    expect(server.requests).toHaveLength(2)
  })

  it('falls silent within a stream: the pause is limited, a slow reader is not punished', async () => {
    await using silent = await modelServer(() => ({
      raw: (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${delta('Hel')}\n\n`)
      },
    }))
    const error = await failure(read((await languageAt(silent.url, { timeoutMs: 80 })).stream(request)))
    expect(error.code).toBe('PROVIDER_TIMEOUT')
    await using server = await modelServer(() => ({ events: [delta('a'), delta('b'), end, '[DONE]'] }))
    const parts: string[] = []
    for await (const event of (await languageAt(server.url, { timeoutMs: 80 })).stream(request)) {
      await new Promise((resolve) => setTimeout(resolve, 120))
      parts.push(event.type)
    }
    expect(parts).toEqual(['text-delta', 'text-delta', 'finish'])
  })

  it('is left in the middle of a stream: the connection ends', async () => {
    let closed = false
    await using server = await modelServer(() => ({
      raw: (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const timer = setInterval(() => response.write(`data: ${delta('x')}\n\n`), 5)
        response.on('close', () => {
          clearInterval(timer)
          closed = true
        })
      },
    }))
    for await (const _ of (await languageAt(server.url)).stream(request)) break
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(closed).toBe(true)
  })

  it('is asked for no more at once than maxConcurrency, streams counted to their end', async () => {
    let open = 0
    let most = 0
    await using server = await modelServer(() => ({
      raw: (response) => {
        most = Math.max(most, ++open)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${delta('a')}\n\n`)
        const timer = setTimeout(() => response.end(`data: ${delta('b')}\n\ndata: ${end}\n\n`), 30)
        response.on('close', () => {
          clearTimeout(timer)
          open--
        })
      },
    }))
    const model = await languageAt(server.url, { maxConcurrency: 1 })
    expect(await Promise.all([1, 2].map(() => read(model.stream(request))))).toEqual([
      ['a', 'b', 'finish'],
      ['a', 'b', 'finish'],
    ])
    expect(most).toBe(1)
    for await (const _ of model.stream(request)) break
    const stopped = new AbortController()
    const aborted = read(model.stream(request, { signal: stopped.signal }))
    setTimeout(() => stopped.abort(), 10)
    expect((await failure(aborted)).code).toBe('ABORTED')
    expect(await read(model.stream(request))).toEqual(['a', 'b', 'finish'])
  })

  it('reports a failure inside a stream, with the key in it', async () => {
    const bad = JSON.stringify({ error: { message: `upstream refused Bearer ${KEY}`, code: 400 } })
    await using server = await modelServer(() => ({ events: [delta('Hel'), bad] }))
    const error = await failure(read((await languageAt(server.url)).stream(request)))
    expect(error).toMatchObject({ code: 'PROVIDER_ERROR' })
    expect(error.message).toContain('[redacted]')
  })

  it('answers without content, or with something else', async () => {
    for (const json of [{ choices: [] }, {}, [], { choices: [{ message: { content: null } }] }]) {
      await using server = await modelServer(() => ({ json }))
      expect((await failure((await languageAt(server.url)).generate(request))).code).toBe('PROVIDER_RESPONSE')
    }
  })
})

describe('a reranking server that misbehaves', () => {
  const documents = ['a', 'b', 'c'].map((text) => ({ id: text, text }))
  const rerankerAt = (url: string) =>
    createReranker({ provider: 'jina', baseUrl: url, apiKey: KEY, maxBatchSize: 2 }, FAST)

  it('ignores topN: the cut is ours, and positions survive batches', async () => {
    await using server = await modelServer((request) => ({
      json: {
        results: request.body.documents.map((text: string, index: number) => ({
          index,
          relevance_score: text === 'c' ? 0.9 : 0.1,
        })),
      },
    }))
    const ranking = await (await rerankerAt(server.url)).rerank({ query: 'q', documents, topN: 2 })
    expect(ranking).toEqual([
      { index: 2, score: 0.9 },
      { index: 0, score: 0.1 },
    ])
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    ['a position outside', [{ index: 7, relevance_score: 1 }]],
    [
      'a position twice',
      [
        { index: 0, relevance_score: 1 },
        { index: 0, relevance_score: 1 },
      ],
    ],
    ['no score', [{ index: 0 }]],
    ['a score of text', [{ index: 0, relevance_score: '1' }]],
  ])('gives %s', async (_, results) => {
    await using server = await modelServer(() => ({ json: { results } }))
    const error = await failure((await rerankerAt(server.url)).rerank({ query: 'q', documents }))
    expect(error.code).toBe('PROVIDER_RESPONSE')
  })
})
