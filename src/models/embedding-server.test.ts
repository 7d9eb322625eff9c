import { describe, expect, it } from 'vitest'
import { failure, KEY } from '../../test/support/failure.js'
import { fastClock } from '../../test/support/fast-clock.js'
import { embeddings, modelServer, vectorOf } from '../../test/support/model-server.js'
import { createEmbedder, type ModelEnvironment } from './index.js'
import { systemClock } from './resilience/clock.js'

const ENV = { OPENAI_API_KEY: KEY }
const FAST: ModelEnvironment = { env: ENV, clock: fastClock }
const DOCUMENT = { inputType: 'document' } as const

function embedderAt(url: string, more: Record<string, number | string> = {}, world = FAST) {
  return createEmbedder({ provider: 'openai', modelName: 'custom-embed', baseUrl: url, ...more }, world)
}

const texts = (count: number) => Array.from({ length: count }, (_, i) => `text number ${i}`)

describe('an embedding server that misbehaves', () => {
  it('answers out of order, and every vector still belongs to its text', async () => {
    await using server = await modelServer((request) => {
      const answer = embeddings(request)
      ;(answer.json as { data: unknown[] }).data.reverse()
      return { ...answer, delayMs: request.body.input[0] === 'text number 0' ? 60 : 0 }
    })
    const inputs = texts(25)
    const embedder = await embedderAt(server.url, { maxBatchSize: 4 })
    const { vectors, usage } = await embedder.embed(inputs, DOCUMENT)
    expect(server.requests).toHaveLength(7)
    expect(usage?.inputTokens).toBe(250)
    for (const [i, text] of inputs.entries()) {
      for (const [d, value] of vectorOf(text).entries()) expect((vectors[i] as Float32Array)[d]).toBeCloseTo(value, 5)
    }
  })

  it('keeps the number of requests at once within the bound', async () => {
    await using server = await modelServer((request) => ({ ...embeddings(request), delayMs: 15 }))
    const embedder = await embedderAt(server.url, { maxBatchSize: 1, maxConcurrency: 3 })
    await Promise.all([embedder.embed(texts(10), DOCUMENT), embedder.embed(texts(10), DOCUMENT)])
    expect(server.requests).toHaveLength(20)
    expect(server.mostActive).toBe(3)
  })

  it('refuses the key once: 401 is not retried, and the rest of the work stops', async () => {
    await using server = await modelServer(() => ({
      status: 401,
      delayMs: 10,
      json: { error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } },
    }))
    const embedder = await embedderAt(server.url, { maxBatchSize: 1, maxConcurrency: 2 })
    const error = await failure(embedder.embed(texts(50), DOCUMENT))
    expect(error.code).toBe('PROVIDER_AUTH')
    expect(error.message).toContain('[redacted]')
    expect(server.requests.length).toBeLessThanOrEqual(4)
  })

  it('fails with 500 twice and then works', async () => {
    await using server = await modelServer((request, count) =>
      count <= 2 ? { status: 500, json: { error: 'boom' } } : embeddings(request),
    )
    const { vectors } = await (await embedderAt(server.url)).embed(['a'], DOCUMENT)
    expect(vectors).toHaveLength(1)
    expect(server.requests).toHaveLength(3)
  })

  it('fails with 500 for good: as many requests as were allowed, then the failure', async () => {
    await using server = await modelServer(() => ({ status: 503, text: '<html>\u001b[31mdown</html>' }))
    const error = await failure((await embedderAt(server.url, { maxRetries: 2 })).embed(['a'], DOCUMENT))
    expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', details: { status: 503, attempts: 3 } })
    expect(error.message).not.toContain('\u001b')
    expect(server.requests).toHaveLength(3)
  })

  it('refuses a request: 400 is not retried', async () => {
    await using server = await modelServer(() => ({ status: 400, json: { error: { message: 'no such model' } } }))
    const error = await failure((await embedderAt(server.url)).embed(['a'], DOCUMENT))
    expect(error).toMatchObject({ code: 'PROVIDER_ERROR', details: { status: 400 } })
    expect(server.requests).toHaveLength(1)
  })

  it('storms with 429: gives up after the retries when nothing gets through', async () => {
    await using server = await modelServer(() => ({ status: 429, json: { error: { message: 'slow down' } } }))
    const error = await failure((await embedderAt(server.url, { maxRetries: 3 })).embed(['a'], DOCUMENT))
    expect(error.code).toBe('PROVIDER_RATE_LIMIT')
    expect(server.requests).toHaveLength(4)
  })

  it('has no quota left: that is not waited for', async () => {
    const json = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }
    await using server = await modelServer(() => ({ status: 429, json }))
    const error = await failure((await embedderAt(server.url)).embed(['a'], DOCUMENT))
    expect(error).toMatchObject({ code: 'PROVIDER_RATE_LIMIT', details: { reason: 'quota' } })
    expect(server.requests).toHaveLength(1)
  })

  it('asks for a wait: seconds, dates and milliseconds are honoured, an hour is not', async () => {
    const waits: number[] = []
    const clock = { ...systemClock, sleep: async (milliseconds: number) => void waits.push(milliseconds) }
    let now = 0
    const world = { env: ENV, clock: { ...clock, now: () => (now += 10_000) } }
    const inTwenty = new Date(Date.now() + 20_000).toUTCString()
    const headers = [{ 'retry-after': '7' }, { 'retry-after': inTwenty }, { 'retry-after-ms': '1500' }]
    await using server = await modelServer((request, count) =>
      count <= 3 ? { status: 503, headers: headers[count - 1]!, json: {} } : embeddings(request),
    )
    await (await embedderAt(server.url, {}, world)).embed(['a'], DOCUMENT)
    expect(waits[0]).toBe(7000)
    expect(waits[1]).toBeGreaterThan(17_000)
    expect(waits[1]).toBeLessThanOrEqual(20_000)
    expect(waits[2]).toBe(1500)

    await using hour = await modelServer(() => ({ status: 429, headers: { 'retry-after': '3600' }, json: {} }))
    const error = await failure((await embedderAt(hour.url)).embed(['a'], DOCUMENT))
    expect(error.details['retryAfterMs']).toBe(3_600_000)
    expect(hour.requests).toHaveLength(1)
  })

  it('drips: the time limit holds for the whole answer, and for the headers', async () => {
    await using body = await modelServer(() => ({
      raw: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
    }))
    await using silent = await modelServer(() => ({ raw: () => undefined }))
    for (const server of [body, silent]) {
      const began = performance.now()
      const embedder = await embedderAt(server.url, { timeoutMs: 100, maxRetries: 1 })
      const error = await failure(embedder.embed(['a'], DOCUMENT))
      expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT', details: { timeoutMs: 100 } })
      expect(server.requests).toHaveLength(2)
      expect(performance.now() - began).toBeLessThan(2000)
    }
  })

  it('hangs up: the request is sent again', async () => {
    await using server = await modelServer((request, count) =>
      count === 1 ? { raw: (response) => response.destroy() } : embeddings(request),
    )
    await (await embedderAt(server.url)).embed(['a'], DOCUMENT)
    expect(server.requests).toHaveLength(2)
  })

  it('is not there: says where it was looked for', async () => {
    const error = await failure((await embedderAt('http://127.0.0.1:9', { maxRetries: 0 })).embed(['a'], DOCUMENT))
    expect(error.code).toBe('PROVIDER_UNAVAILABLE')
    expect(error.message).toContain('http://127.0.0.1:9')
  })

  it('cuts its answer in the middle: the request is sent again', async () => {
    await using server = await modelServer((request, count) =>
      count === 1 ? { text: '{"data":[{"index":0,"embedd' } : embeddings(request),
    )
    await (await embedderAt(server.url)).embed(['a'], DOCUMENT)
    expect(server.requests).toHaveLength(2)
  })

  it('refuses long inputs: they are cut, counted, and do not take their neighbours down', async () => {
    await using server = await modelServer((request) => {
      const tooLong = (request.body.input as string[]).some((text) => text.length > 1000)
      const message = "This model's maximum context length is 1000 tokens"
      return tooLong ? { status: 400, json: { error: { message } } } : embeddings(request)
    })
    const inputs = [...texts(5), 'long '.repeat(1000), ...texts(2)]
    const { vectors, truncated } = await (await embedderAt(server.url)).embed(inputs, DOCUMENT)
    expect(truncated).toEqual([5])
    expect(vectors).toHaveLength(8)
    expect((vectors[7] as Float32Array)[0]).toBeCloseTo(vectorOf('text number 1')[0]!, 5)
    const kept = Math.max(
      ...server.requests.flatMap(({ body }) => body.input.map((text: string) => text.length)).filter((l) => l <= 1000),
    )
    expect(kept).toBeGreaterThan(700)
  })

  it('cuts long inputs without a word: they are counted all the same', async () => {
    await using server = await modelServer((request) => embeddings(request, 384))
    const spec = { provider: 'ollama', modelName: 'all-minilm:latest', baseUrl: server.url }
    const inputs = ['short', 'long '.repeat(1000), 'short too']
    expect((await (await createEmbedder(spec, FAST)).embed(inputs, DOCUMENT)).truncated).toEqual([1])
    const told = await embedderAt(server.url, { maxInputTokens: 1 })
    expect((await told.embed(inputs, DOCUMENT)).truncated).toEqual([0, 1, 2])
  })

  it('takes fewer inputs a request than it was given', async () => {
    await using server = await modelServer((request) => {
      const { length } = request.body.input
      return length > 8 ? { status: 413, json: { error: `batch size ${length} > maximum 8` } } : embeddings(request)
    })
    const inputs = texts(64)
    const { vectors, truncated } = await (await embedderAt(server.url)).embed(inputs, DOCUMENT)
    expect(truncated).toEqual([])
    expect((vectors[63] as Float32Array)[0]).toBeCloseTo(vectorOf(inputs[63]!)[0]!, 5)
    expect(server.requests).toHaveLength(15)
  })

  it('is stopped by the caller: before, while waiting, and between retries', async () => {
    const controller = new AbortController()
    await using server = await modelServer(() => ({ raw: () => controller.abort() }))
    const embedder = await embedderAt(server.url, { maxBatchSize: 1, maxConcurrency: 1 })
    const before = AbortSignal.abort(new Error('enough'))
    expect((await failure(embedder.embed(['a'], { ...DOCUMENT, signal: before }))).code).toBe('ABORTED')
    expect(server.requests).toHaveLength(0)
    const { signal } = controller
    expect((await failure(embedder.embed(texts(20), { ...DOCUMENT, signal }))).code).toBe('ABORTED')
    expect(server.requests).toHaveLength(1)
    await using down = await modelServer(() => ({ status: 500, json: {} }))
    const patient = await embedderAt(down.url, {}, { env: ENV })
    const began = performance.now()
    const error = await failure(patient.embed(['a'], { ...DOCUMENT, signal: AbortSignal.timeout(60) }))
    expect(error.code).toBe('ABORTED')
    expect(performance.now() - began).toBeLessThan(1500)
  })

  it('goes down and comes back: calls fail at once meanwhile, rejected calls do not keep it down', async () => {
    let time = 0
    let down = true
    const clock = { now: () => time, sleep: async () => undefined, random: () => 0 }
    await using server = await modelServer((request) => (down ? { status: 500, json: {} } : embeddings(request)))
    const embedder = await embedderAt(server.url, { maxRetries: 0 }, { env: ENV, clock })
    const once = () => embedder.embed(['a'], DOCUMENT)
    for (let i = 0; i < 5; i++) await failure(once())
    expect(server.requests).toHaveLength(5)
    for (let i = 0; i < 100; i++) expect((await failure(once())).message).toContain('left alone')
    expect(server.requests).toHaveLength(5)
    time += 30_001
    await failure(once())
    expect(server.requests).toHaveLength(6)
    await failure(once())
    expect(server.requests).toHaveLength(6)
    down = false
    time += 30_001
    const probes = await Promise.allSettled([once(), once(), once()])
    expect(probes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    await Promise.all([once(), once(), once()])
    expect(server.requests).toHaveLength(10)
  })
})

describe('a server that limits its rate', () => {
  it('gets 5,000 chunks at the pace it sets', async () => {
    // Ten requests in a window of 100 ms; 5,000 chunks in requests of 50 are 100 requests: ten windows.
    let window = 0
    let used = 0
    await using server = await modelServer((request) => {
      const current = Math.floor(request.at / 100)
      if (current !== window) used = 0
      window = current
      if (used++ < 10) return embeddings(request)
      return { status: 429, headers: { 'retry-after-ms': String(100 - (request.at % 100)) }, json: { error: 'limit' } }
    })
    const embedder = await embedderAt(server.url, { maxBatchSize: 50 }, { env: ENV })
    const began = performance.now()
    const { vectors } = await embedder.embed(texts(5000), DOCUMENT)
    const took = performance.now() - began
    expect(vectors).toHaveLength(5000)
    expect(took).toBeGreaterThan(800)
    expect(took).toBeLessThan(4000)
    // Refusals stay few: the width of the stream is learned.
    expect(server.requests.length).toBeLessThan(200)
  })

  it('without a word on when to come back', async () => {
    await using server = await modelServer((request, count) =>
      count % 3 === 0 ? { status: 429, json: {} } : embeddings(request),
    )
    const { vectors } = await (await embedderAt(server.url, { maxBatchSize: 10, maxRetries: 1 })).embed(
      texts(1000),
      DOCUMENT,
    )
    expect(vectors).toHaveLength(1000)
  })
})
