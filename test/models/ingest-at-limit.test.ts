import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, embeddings, type ModelServer, modelServer, type SeenRequest } from '../support/model-server.js'
import { CLI_MAIN, cleanEnvironment, runCli } from '../support/run-cli.js'

const DOCUMENTS = 250
const CHUNKS_PER_DOCUMENT = 20
const CHUNKS = DOCUMENTS * CHUNKS_PER_DOCUMENT
/** Inputs that may be under way at once: what a crash may cost. */
const MOST_UNDER_WAY = 8 * 128

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-limit-'))
  const texts: string[] = []
  for (let document = 0; document < DOCUMENTS; document++) {
    const paragraphs = Array.from(
      { length: CHUNKS_PER_DOCUMENT },
      (_, n) => `Paragraph ${n} of document ${document} says what only it says, in ${n * document} words.`,
    )
    texts.push(paragraphs.join('\n\n'))
    writeFileSync(join(folder, `document-${document}.txt`), texts.at(-1)!)
  }
  mkdirSync(join(folder, 'large'))
  writeFileSync(join(folder, 'large', 'all.txt'), texts.join('\n\n'))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Lets so many requests a second through, one at a time within each slot, and refuses the others as services do. */
function limited(perSecond: number): (request: SeenRequest) => Answer {
  let tokens = perSecond / 5
  const most = tokens
  let last = 0
  return (request) => {
    tokens = Math.min(most, tokens + ((request.at - last) / 1000) * perSecond)
    last = request.at
    if (tokens < 1) {
      const wait = Math.ceil(((1 - tokens) / perSecond) * 1000)
      return { status: 429, headers: { 'retry-after-ms': String(wait) }, json: { error: { message: 'Slow down.' } } }
    }
    tokens--
    return { ...embeddings(request), delayMs: 60 }
  }
}

function ingestArguments(database: string, source = '*.txt'): string[] {
  return [
    'ingest',
    source,
    '--db',
    database,
    '--max-size',
    '100',
    '--overlap',
    '0',
    '--embedding-model',
    'openai:x',
    '--json',
  ]
}

const environment = (server: ModelServer) => ({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test' })

/** How often each input was embedded, refused requests left out. */
function countInputs(requests: readonly SeenRequest[], refused: ReadonlySet<SeenRequest>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const request of requests) {
    if (refused.has(request)) continue
    for (const input of request.body.input) counts.set(input, (counts.get(input) ?? 0) + 1)
  }
  return counts
}

describe(`${CHUNKS} chunks at a server with a rate limit`, () => {
  it('are embedded at about the limit, each once, and not again when nothing has changed', async () => {
    const perSecond = 10
    const refused = new Set<SeenRequest>()
    const admit = limited(perSecond)
    await using server = await modelServer((request) => {
      const answer = admit(request)
      if (answer.status === 429) refused.add(request)
      return answer
    })
    const database = join(folder, 'limit.db')
    const { code, stdout, stderr } = await runCli(folder, ingestArguments(database), environment(server))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ documentsProcessed: DOCUMENTS, chunksCreated: CHUNKS })
    const counts = countInputs(server.requests, refused)
    expect(counts.size).toBe(CHUNKS)
    expect(Math.max(...counts.values())).toBe(1)
    const accepted = server.requests.length - refused.size
    // Many small documents share requests.
    expect(accepted).toBeLessThan((CHUNKS / 128) * 1.5)
    const elapsed = (server.requests.at(-1)!.at - server.requests[0]!.at) / 1000
    expect(elapsed).toBeLessThan((accepted / perSecond) * 1.5 + 2)
    const again = await runCli(folder, ingestArguments(database), environment(server))
    expect(JSON.parse(again.stdout)).toMatchObject({ documentsProcessed: DOCUMENTS, chunksCreated: 0 })
    expect(server.requests.length - refused.size).toBe(accepted)
  })

  it.each([
    ['many documents', '*.txt', DOCUMENTS],
    ['one large document', 'large', 1],
  ])('of %s go on after kill -9 without embedding again what had arrived', async (_, source, documents) => {
    const refused = new Set<SeenRequest>()
    const admit = limited(20)
    let onRequest = () => {}
    await using server = await modelServer((request, count) => {
      const answer = admit(request)
      if (answer.status === 429) refused.add(request)
      if (count === 25) onRequest()
      return answer
    })
    const database = join(folder, `killed-${documents}.db`)
    const child = spawn(process.execPath, [CLI_MAIN, ...ingestArguments(database, source)], {
      cwd: folder,
      env: cleanEnvironment(environment(server)),
      stdio: 'ignore',
    })
    onRequest = () => child.kill('SIGKILL')
    const signal = await new Promise((resolve) => child.on('close', (_, killedBy) => resolve(killedBy)))
    expect(signal).toBe('SIGKILL')
    const before = countInputs(server.requests, refused).size
    expect(before).toBeGreaterThan(MOST_UNDER_WAY)
    expect(before).toBeLessThan(CHUNKS)
    const resumed = await runCli(folder, ingestArguments(database, source), environment(server))
    expect(resumed.code).toBe(0)
    expect(JSON.parse(resumed.stdout)).toMatchObject({ documentsProcessed: documents })
    const stats = JSON.parse((await runCli(folder, ['stats', '--db', database, '--json'])).stdout)
    expect(stats).toMatchObject({ totalDocuments: documents, totalChunks: CHUNKS, totalVectors: CHUNKS })
    const counts = [...countInputs(server.requests, refused).values()]
    expect(counts.length).toBe(CHUNKS)
    const twice = counts.filter((count) => count > 1).length
    expect(twice).toBeLessThanOrEqual(MOST_UNDER_WAY)
    expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  })
})
