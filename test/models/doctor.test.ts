import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, embeddings, modelServer, type SeenRequest } from '../support/model-server.js'
import { CLI_MAIN, cleanEnvironment, runCli } from '../support/run-cli.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-doctor-'))
  writeFileSync(join(folder, 'a.md'), '# Prices\n\nA month costs eight francs.\n')
})

afterEach(() => rmSync(folder, { recursive: true }))

function answers(request: SeenRequest): Answer {
  if (request.path.endsWith('/embeddings')) return embeddings(request)
  return { json: { choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }] } }
}

async function doctor(args: string[] = [], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCli(folder, ['doctor', '--json', ...args], env)
  return { code, stderr, report: JSON.parse(stdout) }
}

describe('tessera doctor', () => {
  it('finds nothing wrong where nothing is configured, touches nothing and makes no file', async () => {
    const { code, stderr, report } = await doctor()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(report).toMatchObject({
      node: { version: process.versions.node },
      platform: `${process.platform} ${process.arch}`,
      sqlite: { driver: expect.stringMatching(/node:sqlite|libsql/), version: expect.stringMatching(/^3\./) },
      config: null,
      database: { found: false, readable: false, indexes: [] },
      embedding: null,
      generation: null,
      reranking: null,
      environment: { keys: [], addresses: [] },
      strategies: expect.arrayContaining(['markdown', 'recursive']),
      packages: [{ name: 'libsql', install: 'npm install libsql' }, { name: '@huggingface/transformers' }],
      problems: [],
    })
    expect(existsSync(join(folder, '.tessera'))).toBe(false)
    expect((await runCli(folder, ['doctor'])).stdout).toMatch(/No problems\.\n$/)
  })

  it('says what answers, how fast, and whether it fits the index; keys by name only', async () => {
    await using server = await modelServer(answers)
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-made-up-0123456789', COHERE_API_KEY: '  ' }
    await runCli(folder, ['ingest', 'a.md', '--embedding-model', 'openai:one'], env)
    const asked = server.requests.length
    const models = ['--embedding-model', 'openai:one', '--generation-model', 'openai:gpt']
    const { code, report } = await doctor(models, env)
    expect(code).toBe(0)
    expect(server.requests.length - asked).toBe(2)
    expect(report).toMatchObject({
      database: {
        readable: true,
        schema: expect.any(Number),
        indexes: [{ name: 'default', documents: 1, chunks: 1, vectors: 1, dimensions: 4, embedders: ['openai:one'] }],
      },
      embedding: { id: 'openai:one', reachable: true, answers: true, dimensions: 4, matchesIndex: true },
      generation: { id: 'openai:gpt', reachable: true, answers: true, latencyMs: expect.any(Number) },
      environment: { keys: ['OPENAI_API_KEY'], addresses: ['OPENAI_BASE_URL'] },
    })
    const { stdout } = await runCli(folder, ['doctor', ...models], env)
    expect(stdout).toMatch(/openai:one answers in \d+ ms, 4 dimensions, as in the index/)
    expect(stdout).not.toContain('sk-made-up')
  })

  it('lists what does not work with a remedy each, and fails', async () => {
    await using server = await modelServer(() => ({ status: 401, json: { error: { message: 'Bad key.' } } }))
    const env = { OPENAI_API_KEY: 'sk-made-up-0123456789', OPENAI_BASE_URL: server.url }
    const cases: [args: string[], env: Record<string, string>, problem: RegExp, remedy: RegExp, reachable: unknown][] =
      [
        [['--embedding-model', 'openai'], {}, /set OPENAI_API_KEY/, /environment/, null],
        [['--embedding-model', 'openai:x'], env, /Bad key/, /Check the API key/, true],
        [
          ['--embedding-model', 'ollama:x', '--embedding-base-url', 'http://127.0.0.1:9'],
          {},
          /ECONNREFUSED|bad port/,
          /Start the server/,
          false,
        ],
        [['--embedding-model', 'opnai:x'], {}, /Did you mean "openai"/, /UNKNOWN_PROVIDER/, null],
        [['--embedding-model', 'transformers:./nothing'], {}, /no model at/, /path of the model/, null],
      ]
    for (const [args, environment, problem, remedy, reachable] of cases) {
      const { code, report } = await doctor(args, environment)
      expect(code, args.join(' ')).toBe(1)
      expect(report.problems, args.join(' ')).toEqual([
        { problem: expect.stringMatching(problem), remedy: expect.stringMatching(remedy) },
      ])
      expect(report.embedding).toMatchObject({ answers: false, reachable, latencyMs: null })
    }
  })

  it('sees that another model made the index', async () => {
    await runCli(folder, ['ingest', 'a.md', '--embedding-model', 'hash'])
    await using server = await modelServer(answers)
    const { code, report } = await doctor(['--embedding-model', 'ollama:x', '--embedding-base-url', server.url])
    expect(code).toBe(1)
    expect(report.embedding).toMatchObject({ answers: true, matchesIndex: false })
    expect(report.problems).toEqual([
      { problem: expect.stringMatching(/holds vectors of hash:/), remedy: expect.stringMatching(/ingest .* again/) },
    ])
  })

  it('looks at the rest when the configuration or the database is broken', async () => {
    writeFileSync(join(folder, 'tessera.config.json'), '{ "db": ')
    writeFileSync(join(folder, 'not.db'), 'This is no database, whatever it is called.')
    const { code, report } = await doctor(['--db', 'not.db'])
    expect(code).toBe(1)
    expect(report).toMatchObject({
      config: { path: expect.stringMatching(/tessera\.config\.json$/), sets: [] },
      database: { found: true, readable: false },
    })
    expect(report.problems.map(({ problem }: { problem: string }) => problem)).toEqual([
      expect.stringMatching(/not valid JSON/),
      expect.stringMatching(/not\.db/),
    ])
  })

  it('sends no key to a foreign server that the configuration of a folder names', async () => {
    await using server = await modelServer(answers)
    const { port } = new URL(server.url)
    const baseUrl = `http://foreign.example:${port}/v1`
    writeFileSync(
      join(folder, 'tessera.config.json'),
      JSON.stringify({ embeddingModel: { provider: 'openai', modelName: 'x', baseUrl } }),
    )
    const env = { OPENAI_API_KEY: 'sk-made-up-0123456789' }
    const ran = await runCli(folder, ['ingest', 'a.md'], env)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toMatch(/INVALID_OPTION.*foreign\.example.*OPENAI_BASE_URL.*--embedding-base-url/)
    expect((await doctor([], env)).report.problems).toHaveLength(1)
    const trusted = await runCli(folder, ['ingest', 'a.md', '--embedding-base-url', server.url], env)
    expect(trusted.code).toBe(0)
    expect(server.requests).toHaveLength(1)
  })

  it('gives up on a server that never answers when it is interrupted', async () => {
    let heard!: () => void
    const asked = new Promise<void>((resolve) => {
      heard = resolve
    })
    await using server = await modelServer(() => {
      heard()
      return { raw: () => {} }
    })
    const args = [CLI_MAIN, 'doctor', '--embedding-model', 'ollama:x', '--embedding-base-url', server.url]
    const child = spawn(process.execPath, args, { cwd: folder, env: cleanEnvironment(), stdio: 'ignore' })
    await asked
    child.kill('SIGINT')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130)
  })
})

describe('an index that was embedded', () => {
  it('is searched by words without its model, and says which one is missing', async () => {
    await runCli(folder, ['ingest', 'a.md', '--embedding-model', 'hash'])
    for (const command of ['search', 'ask']) {
      const { code, stdout, stderr } = await runCli(folder, [command, 'eight francs'])
      expect(code).toBe(0)
      expect(stdout).toContain('eight francs')
      expect(stderr).toMatch(/was embedded with hash:.*--embedding-model/)
      expect((await runCli(folder, [command, 'eight francs', '--method', 'text'])).stderr).toBe('')
      expect((await runCli(folder, [command, 'eight francs', '--quiet'])).stderr).toBe('')
    }
    const stats = JSON.parse((await runCli(folder, ['stats', '--json'])).stdout)
    expect(stats).toMatchObject({
      embedder: expect.stringMatching(/^hash:/),
      embeddingDimension: 2048,
      totalVectors: 1,
    })
  })

  it('refuses another model, with the way out and what it takes', async () => {
    await runCli(folder, ['ingest', 'a.md', '--embedding-model', 'hash'])
    const env = { OPENAI_API_KEY: 'sk-made-up-0123456789', OPENAI_BASE_URL: 'http://127.0.0.1:9' }
    for (const args of [
      ['search', 'x'],
      ['ask', 'x'],
      ['ingest', 'a.md'],
    ]) {
      const ran = await runCli(folder, [...args, '--embedding-model', 'openai:text-embedding-3-small'], env)
      expect(ran.code).toBe(1)
      expect(ran.stderr).toMatch(/EMBEDDER_MISMATCH.*--index.*1 chunks, about \d+ tokens/)
    }
  })

  it('says so when documents come in without vectors', async () => {
    await runCli(folder, ['ingest', 'a.md', '--embedding-model', 'hash'])
    writeFileSync(join(folder, 'b.md'), '# New\n\nSomething new.\n')
    const { code, stderr } = await runCli(folder, ['ingest', 'b.md'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/1 document got no vectors .* hash:/)
    await runCli(folder, ['ingest', 'b.md', '--index', 'words'])
    const { stderr: words } = await runCli(folder, ['search', 'new', '--index', 'words', '--embedding-model', 'hash'])
    expect(words).toMatch(/has no vectors/)
  })
})
