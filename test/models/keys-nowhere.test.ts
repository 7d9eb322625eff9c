import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RAGPipeline } from '../../src/index.js'
import { KEY } from '../support/failure.js'
import { type Answer, embeddings, modelServer, type SeenRequest } from '../support/model-server.js'
import { runCli } from '../support/run-cli.js'

/** A key as it may turn up: as it is, in base64, and percent-encoded. */
const FORMS = [KEY, Buffer.from(KEY).toString('base64').replace(/=+$/, ''), encodeURIComponent(KEY)]

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'))
  writeFileSync(join(folder, 'a.md'), '# Prices\n\nA month costs eight francs.\n')
})

afterEach(() => rmSync(folder, { recursive: true }))

/** A server that says everything it was told back, wherever there is room for it. */
function echo(request: SeenRequest): Answer {
  const said = `${JSON.stringify(request.headers)} ${KEY} ${FORMS[1]}`
  const headers = { 'x-echo': KEY }
  if (request.body.model === 'broken') {
    return { status: 500, headers: { ...headers, 'retry-after-ms': '1' }, json: { error: { message: said } } }
  }
  if (request.body.model === 'refused') return { status: 401, headers, json: { error: { message: said, code: said } } }
  if (request.body.model === 'garbled') return { headers, text: said }
  if (request.path.endsWith('/embeddings')) {
    return { headers, json: { ...(embeddings(request).json as object), model: said, object: said } }
  }
  const message = { role: 'assistant', content: `The price is eight francs [1]. You sent ${said}` }
  return { headers, json: { id: said, choices: [{ message, finish_reason: said }], usage: { prompt_tokens: 1 } } }
}

function expectNoKey(what: string, text: string): void {
  for (const form of FORMS) expect(text.includes(form), `${what} holds the key`).toBe(false)
}

function filesOf(database: string): string {
  const files = ['', '-wal', '-shm', '-journal'].map((suffix) => database + suffix).filter((file) => existsSync(file))
  return files.map((file) => readFileSync(file, 'latin1')).join()
}

describe('a key', () => {
  it('is in no output of the command line and in no byte of the database', async () => {
    await using server = await modelServer(echo)
    const database = join(folder, 'a.db')
    const environment = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url, TESSERA_DB: database, TESSERA_DEBUG: '1' }
    const commands: [code: number, args: string[]][] = [
      [0, ['ingest', 'a.md', '--embedding-model', 'openai:fine']],
      [0, ['ask', 'price?', '--embedding-model', 'openai:fine', '--generation-model', 'openai:gpt']],
      [0, ['search', 'price', '--embedding-model', 'openai:fine', '--explain']],
      [0, ['doctor', '--embedding-model', 'openai:fine', '--generation-model', 'openai:gpt']],
      [0, ['stats']],
      [1, ['doctor', '--embedding-model', 'openai:refused', '--generation-model', 'openai:broken']],
      [1, ['doctor', '--embedding-model', 'openai:garbled', '--embedding-base-url', `${server.url}?key=${KEY}`]],
      [1, ['ask', 'price?', '--generation-model', 'openai:refused']],
      [1, ['ask', 'price?', '--generation-model', 'openai:garbled']],
      [0, ['ask', 'price?', '--reranking-model', 'openai:refused']],
      [1, ['search', 'price', '--reranking-model', 'openai:gpt']],
      [1, ['ingest', 'a.md', '--index', 'other', '--embedding-model', 'openai:refused']],
      [1, ['ingest', 'a.md', '--index', 'other', '--embedding-model', 'openai:broken']],
    ]
    for (const [code, args] of commands) {
      for (const json of [[], ['--json']]) {
        const ran = await runCli(folder, [...args, ...json], environment)
        expectNoKey(`${args.join(' ')}: stdout`, ran.stdout)
        expectNoKey(`${args.join(' ')}: stderr`, ran.stderr)
        expect(ran.code, `${args.join(' ')}: ${ran.stderr}${ran.stdout}`).toBe(code)
      }
    }
    expectNoKey('the database', filesOf(database))
    // The server was really told.
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true)
  }, 120_000)

  it('is in no event, error, response or statistic of a pipeline', async () => {
    await using server = await modelServer(echo)
    const database = join(folder, 'b.db')
    const seen: unknown[] = []
    const named = (modelName: string) => ({
      provider: 'openai',
      modelName,
      apiKey: KEY,
      baseUrl: server.url,
      maxRetries: 1,
    })
    for (const [embedding, generation] of [
      ['fine', 'gpt'],
      ['fine', 'refused'],
      ['fine', 'broken'],
      ['fine', 'garbled'],
      ['refused', 'gpt'],
      ['broken', 'gpt'],
      ['garbled', 'gpt'],
    ] as const) {
      await using pipeline = new RAGPipeline({
        db: database,
        indexName: embedding,
        embeddingModel: named(embedding),
        generationModel: named(generation),
      })
      pipeline.on('*', (event) => seen.push({ ...event }))
      const note = (work: Promise<unknown>) =>
        work.then(
          (value) => seen.push(value),
          (error: Error) => seen.push(error, error.stack, error.cause),
        )
      await note(pipeline.ingest(join(folder, 'a.md')))
      await note(pipeline.query('price?'))
      await note(pipeline.getStats())
      seen.push(pipeline)
    }
    expect(seen.length).toBeGreaterThan(50)
    for (const value of seen) {
      expectNoKey('what inspect shows', inspect(value, { depth: 20, showHidden: true }))
      expectNoKey('what JSON shows', JSON.stringify(value) ?? '')
    }
    expectNoKey('the database', filesOf(database))
  })
})
