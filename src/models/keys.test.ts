import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { failure, KEY } from '../../test/support/failure.js'
import { fastClock } from '../../test/support/fast-clock.js'
import { modelServer } from '../../test/support/model-server.js'
import { createEmbedder, createLanguageModel, createReranker } from './index.js'

const ENV = { OPENAI_API_KEY: KEY }
const FAST = { env: ENV, clock: fastClock }
const DOCUMENT = { inputType: 'document' } as const

describe('keys', () => {
  it('are in no object, whatever is printed of it', async () => {
    const spec = { provider: 'openai', apiKey: KEY, baseUrl: 'http://127.0.0.1:9/v1' }
    const models = [
      await createEmbedder({ ...spec, modelName: 'x-embed' }, FAST),
      await createLanguageModel({ ...spec, modelName: 'x' }, FAST),
      await createReranker({ ...spec, provider: 'cohere' }, FAST),
    ]
    for (const model of models) {
      expect(inspect(model, { depth: 20, showHidden: true })).not.toContain(KEY)
      expect(JSON.stringify(model)).not.toContain(KEY)
    }
  })

  it('that cannot stand in a header are refused at once, and not shown by the error', async () => {
    const invalid = { code: 'INVALID_OPTION' }
    for (const apiKey of [`${KEY}\nabc`, `${KEY}\u4e2d`, `\u201c${KEY}\u201d`, `${KEY}\0`]) {
      expect(await failure(createEmbedder({ provider: 'openai', apiKey }, { env: {} }))).toMatchObject(invalid)
      const env = { OPENAI_API_KEY: apiKey }
      expect(await failure(createEmbedder({ provider: 'openai' }, { env }))).toMatchObject(invalid)
      const headers = { 'x-extra': apiKey }
      expect(await failure(createEmbedder({ provider: 'openai', headers }, FAST))).toMatchObject(invalid)
    }
    for (const more of [
      { headers: { 'bad header': 'x' } },
      { headers: { '': 'x' } },
      { headers: { [`Bearer ${KEY}`]: 'x' } },
      { keyHeader: 'api key' },
    ]) {
      expect(await failure(createEmbedder({ provider: 'openai', ...more }, FAST))).toMatchObject(invalid)
    }
  })

  it('that are empty or white space count as not given', async () => {
    for (const apiKey of ['', ' \n']) {
      const error = await failure(createEmbedder({ provider: 'openai', apiKey }, { env: {} }))
      expect(error.code).toBe('MISSING_API_KEY')
      await createEmbedder({ provider: 'openai', apiKey }, FAST)
    }
  })

  it('in an address that is none are not shown, wherever the password ends', async () => {
    for (const baseUrl of ['ftp://me:pw?@1@host/x', 'me:pw?@1@host', 'http://me:pw?@1@host:x']) {
      const error = await failure(createEmbedder({ provider: 'openai', baseUrl }, FAST))
      expect(error.code).toBe('INVALID_OPTION')
      expect(JSON.stringify(error)).not.toMatch(/me:|pw|@1/)
    }
  })

  it('that are none, and what else is sent, are left in what a model says', async () => {
    const said = '2023-06-01, 2024-10-21, lm-studio and documentation are no secrets.'
    await using server = await modelServer(() => ({
      json: { content: [{ text: said }], choices: [{ message: { content: said } }] },
    }))
    const request = { messages: [{ role: 'user' as const, content: 'Which?' }] }
    for (const [provider, apiKey] of [
      ['anthropic', KEY],
      ['openai', 'lm-studio'],
      ['openai', 'secrets.'],
    ] as const) {
      const headers = { 'x-team': 'documentation' }
      const baseUrl = `${server.url}?api-version=2024-10-21`
      const model = await createLanguageModel({ provider, modelName: 'x', apiKey, baseUrl, headers }, FAST)
      expect((await model.generate(request)).text).toBe(said)
    }
  })

  it('given as headers or in the address are not shown either', async () => {
    await using server = await modelServer((request) => ({
      status: 400,
      json: { error: JSON.stringify(request.headers) + request.path },
    }))
    const spec = {
      provider: 'openai',
      modelName: 'x-embed',
      baseUrl: `${server.url}?code=${KEY}`,
      headers: { 'x-extra': KEY },
    }
    const error = await failure((await createEmbedder(spec, { env: {} })).embed(['a'], DOCUMENT))
    expect(error.message).toContain('[redacted]')
    expect(server.requests[0]!.path).toBe(`/v1/embeddings?code=${KEY}`)
    await failure(createEmbedder({ provider: 'openai', baseUrl: `ftp://host/?key=${KEY}` }, { env: ENV }))
    await failure(createEmbedder({ provider: 'openai', baseUrl: `http://user:${KEY}@host/` }, { env: ENV }))
  })

  it('that a server echoes in its answer are in no answer of ours', async () => {
    const echo = {
      choices: [{ message: { content: `You sent Bearer ${KEY}.` }, delta: { content: KEY }, finish_reason: 'stop' }],
    }
    await using server = await modelServer((request) =>
      request.body.stream ? { events: [JSON.stringify(echo), '[DONE]'] } : { json: echo },
    )
    const model = await createLanguageModel({ provider: 'openai', modelName: 'x', baseUrl: server.url }, FAST)
    const request = { messages: [{ role: 'user' as const, content: 'Which key?' }] }
    expect((await model.generate(request)).text).toBe('You sent Bearer [redacted].')
    for await (const event of model.stream(request)) expect(JSON.stringify(event)).not.toContain(KEY)
  })
})
