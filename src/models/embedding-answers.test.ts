import { describe, expect, it } from 'vitest'
import { failure, KEY } from '../../test/support/failure.js'
import { fastClock } from '../../test/support/fast-clock.js'
import { embeddings, modelServer, type SeenRequest } from '../../test/support/model-server.js'
import { createEmbedder, type ModelEnvironment } from './index.js'

const ENV = { OPENAI_API_KEY: KEY }
const FAST: ModelEnvironment = { env: ENV, clock: fastClock }
const DOCUMENT = { inputType: 'document' } as const

function embedderAt(url: string, more: Record<string, number | string> = {}, world = FAST) {
  return createEmbedder({ provider: 'openai', modelName: 'custom-embed', baseUrl: url, ...more }, world)
}

/** Embeddings as `[index, vector]`. */
const rows = (...list: [number, unknown][]) => ({
  json: { data: list.map(([index, embedding]) => ({ index, embedding })) },
})

describe('an embedding server that answers wrongly', () => {
  const WRONG: [name: string, answer: (request: SeenRequest) => object, code: string][] = [
    [
      'a web page',
      () => ({ text: '<html>login</html>', headers: { 'content-type': 'text/html' } }),
      'PROVIDER_RESPONSE',
    ],
    ['another object', () => ({ json: { ok: true } }), 'PROVIDER_RESPONSE'],
    ['null', () => ({ json: null }), 'PROVIDER_RESPONSE'],
    ['too few vectors', () => ({ json: { data: [{ index: 0, embedding: [1] }] } }), 'PROVIDER_RESPONSE'],
    ['one position twice', () => rows([0, [1]], [0, [1]]), 'PROVIDER_RESPONSE'],
    ['a position outside', () => rows([0, [1]], [2, [1]]), 'PROVIDER_RESPONSE'],
    ['text for a vector', () => rows([0, 'AACAPw=='], [1, 'AACAPw==']), 'PROVIDER_RESPONSE'],
    ['null in a vector', () => rows([0, [1, null]], [1, [1, 0]]), 'INVALID_VECTOR'],
    ['zeros alone', () => rows([0, [0, 0]], [1, [1, 0]]), 'INVALID_VECTOR'],
    ['NaN in a vector', () => ({ text: '{"data":[{"index":0,"embedding":[1,NaN]}]}' }), 'PROVIDER_RESPONSE'],
    ['an empty vector', () => rows([0, []], [1, [1]]), 'DIMENSION_MISMATCH'],
    ['vectors of two lengths', () => rows([0, [1, 2]], [1, [1, 2, 3]]), 'DIMENSION_MISMATCH'],
  ]
  it.each(WRONG)('gives %s: refused at once, with a typed error', async (_, answer, code) => {
    await using server = await modelServer(answer)
    const error = await failure((await embedderAt(server.url)).embed(['a', 'b'], DOCUMENT))
    expect(error.code).toBe(code)
    expect(server.requests).toHaveLength(1)
  })

  it('gives other dimensions than were asked for, or than it gave before', async () => {
    await using server = await modelServer((request, count) => embeddings(request, count === 1 ? 4 : 5))
    const asked = await embedderAt(server.url, { dimensions: 8 })
    expect((await failure(asked.embed(['a'], DOCUMENT))).details).toMatchObject({ given: 4, expected: 8 })
    await using changing = await modelServer((request, count) => embeddings(request, count === 1 ? 4 : 5))
    const embedder = await embedderAt(changing.url)
    expect(embedder.dimensions).toBeUndefined()
    await embedder.embed(['a'], DOCUMENT)
    expect(embedder.dimensions).toBe(4)
    expect((await failure(embedder.embed(['b'], DOCUMENT))).code).toBe('DIMENSION_MISMATCH')
  })

  it('sends more than anybody needs: stops reading', async () => {
    let sent = 0
    await using server = await modelServer(() => ({
      raw: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const piece = Buffer.alloc(1 << 20, 0x20)
        const more = () => {
          while (sent < 200 && response.write(piece)) sent++
          if (sent < 200) response.once('drain', more)
          else response.end('{}')
        }
        more()
      },
    }))
    const error = await failure((await embedderAt(server.url)).embed(['a'], DOCUMENT))
    expect(error.code).toBe('PROVIDER_RESPONSE')
    expect(error.message).toContain('larger than')
    expect(sent).toBeLessThan(120)
    expect(server.requests).toHaveLength(1)
  })

  it('redirects: the key does not go along', async () => {
    await using thief = await modelServer((request) => embeddings(request))
    const headers = { location: `${thief.url}/embeddings` }
    await using server = await modelServer(() => ({ status: 307, headers, json: {} }))
    const error = await failure((await embedderAt(server.url)).embed(['a'], DOCUMENT))
    expect(error.details['status']).toBe(307)
    expect(thief.requests).toHaveLength(0)
  })
})
