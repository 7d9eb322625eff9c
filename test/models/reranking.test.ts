import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, modelServer, type SeenRequest } from '../support/model-server.js'
import { runCli } from '../support/run-cli.js'

let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-reranking-'))
  writeFileSync(join(folder, 'a.md'), '# Prices\n\nThe price of tiles, the price of mortar: ask for the price.\n')
  writeFileSync(join(folder, 'b.md'), '# Tiles\n\nThe price of a tile is eight francs, whatever its colour may be.\n')
  await runCli(folder, ['ingest', 'a.md', 'b.md'])
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Prefers documents with francs, in the format of a language model or of a reranker. */
function judge({ path, body }: SeenRequest): Answer {
  const score = (text: string) => (text.includes('francs') ? 9 : 1)
  if (path.endsWith('/rerank')) {
    const documents: string[] = body.documents
    return { json: { results: documents.map((text, index) => ({ index, relevance_score: score(text) })) } }
  }
  const documents: string[] = body.messages.at(-1).content.split('<document>').slice(1)
  const scores = Object.fromEntries(documents.map((text, index) => [index + 1, score(text)]))
  return { json: { choices: [{ message: { content: JSON.stringify(scores) }, finish_reason: 'stop' }] } }
}

async function found(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCli(folder, ['search', 'price', '--json', ...args], env)
  const { hits, error } = JSON.parse(stdout)
  const files = hits?.map(({ uri }: { uri: string }) => uri.split('/').at(-1))
  return { code, stderr, files, hits, error }
}

describe('tessera search and ask', () => {
  it('rerank by the model of the flag; by one of the environment or the file when --rerank asks for it', async () => {
    await using server = await modelServer(judge)
    const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-made-up' }
    expect((await found([], env)).files).toEqual(['a.md', 'b.md'])
    const { hits, files } = await found(['--reranking-model', 'openai:gpt', '--explain'], env)
    expect(files).toEqual(['b.md', 'a.md'])
    expect(hits[0]).toMatchObject({ score: 9, scores: { rerank: 9 }, explanation: { rerank: { before: { rank: 2 } } } })
    const named = { ...env, TESSERA_RERANKING_MODEL: 'openai:gpt' }
    expect((await found([], named)).files).toEqual(['a.md', 'b.md'])
    expect((await found(['--rerank'], named)).files).toEqual(['b.md', 'a.md'])
    expect((await found(['--rerank'], { ...env, TESSERA_GENERATION_MODEL: 'openai:gpt' })).files[0]).toBe('b.md')
    const config = { rerankingModel: { provider: 'ollama', modelName: 'llama', baseUrl: server.url } }
    writeFileSync(join(folder, 'tessera.config.json'), JSON.stringify(config))
    expect((await found(['--rerank'])).files).toEqual(['b.md', 'a.md'])
    expect(server.requests.map(({ body }) => body.model)).toEqual(['gpt', 'gpt', 'gpt', 'llama'])
    const asked = await runCli(folder, ['ask', 'price?', '--rerank', '--json'])
    expect(JSON.parse(asked.stdout)).toMatchObject({ reranked: true, warnings: [] })
  })

  it('take a model made for reranking by its name', async () => {
    await using server = await modelServer(judge)
    const env = { COHERE_BASE_URL: server.url, COHERE_API_KEY: 'made-up' }
    expect((await found(['--reranking-model', 'cohere:rerank-v3.5'], env)).files).toEqual(['b.md', 'a.md'])
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/rerank'])
  })

  it('refuse what cannot rerank, and a file that sends keys elsewhere', async () => {
    const nothing = await found(['--rerank'])
    expect(nothing).toMatchObject({ code: 2, error: { code: 'INVALID_OPTION' } })
    expect(nothing.stderr).toMatch(/--rerank.*--reranking-model/)
    const embedding = await found(['--reranking-model', 'openai:text-embedding-3-small'])
    expect(embedding).toMatchObject({ code: 1, error: { code: 'MODEL_NOT_GENERATIVE' } })
    expect(embedding.stderr).toMatch(/must be generative/)
    const config = { rerankingModel: { provider: 'openai', modelName: 'x', baseUrl: 'https://foreign.example/v1' } }
    writeFileSync(join(folder, 'tessera.config.json'), JSON.stringify(config))
    expect((await found(['--rerank'])).stderr).toMatch(/foreign\.example.*TESSERA_RERANKING_BASE_URL/)
  })

  it('say so when reranking fails: an answer with a note, a search with an error', async () => {
    await using server = await modelServer(() => ({ status: 400, json: { error: { message: 'No such model.' } } }))
    const args = ['--reranking-model', 'ollama:x', '--reranking-base-url', server.url]
    const asked = await runCli(folder, ['ask', 'price of a tile', ...args])
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('[1] a.md:3') })
    expect(asked.stderr).toMatch(/Reranking failed.*No such model/)
    expect(await found(args)).toMatchObject({ code: 1, error: { code: 'PROVIDER_ERROR' } })
  })
})

describe('tessera doctor', () => {
  it('has a document judged, and says what is wrong when that fails', async () => {
    await using server = await modelServer(judge)
    const args = ['doctor', '--json', '--reranking-base-url', server.url, '--reranking-model']
    const fine = await runCli(folder, [...args, 'ollama:llama'])
    expect(fine.code).toBe(0)
    expect(JSON.parse(fine.stdout)).toMatchObject({
      reranking: { id: 'llm:ollama:llama', reachable: true, answers: true, latencyMs: expect.any(Number) },
      problems: [],
    })
    const wrong = await runCli(folder, [...args, 'ollama:nomic-embed-text'])
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      reranking: { answers: false },
      problems: [
        { problem: expect.stringMatching(/must be generative/), remedy: expect.stringMatching(/language model/) },
      ],
    })
    expect((await runCli(folder, ['doctor'])).stdout).toMatch(/reranking +none named: --rerank/)
  })
})
