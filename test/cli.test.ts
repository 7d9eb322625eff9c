import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-cli-'))
  mkdirSync(join(folder, 'docs'))
  write('docs/guide.md', '# Guide\n\n## Install\n\nRun the installer and wait.\n')
  write('docs/faq.md', '# FAQ\n\nThe price is eight francs a month.\n')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content)
}

interface Ran {
  code: number
  stdout: string
  stderr: string
}

function tessera(args: string[], options: { stdin?: string; env?: Record<string, string> } = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...options.env }
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
    child.stdin!.end(options.stdin ?? '')
  })
}

describe('the commands', () => {
  it('ingest, ask, search, list, stats and remove work together, for people', async () => {
    const ingested = await tessera(['ingest', 'docs'])
    expect(ingested).toMatchObject({ code: 0, stderr: '' })
    expect(ingested.stdout).toMatch(/^2 added; 2 chunks in [\d.]+ s\n$/)
    expect((await tessera(['ingest', 'docs'])).stdout).toMatch(/^2 unchanged; 0 chunks/)
    const asked = await tessera(['ask', 'What', 'is', 'the', 'price?'])
    expect(asked).toMatchObject({ code: 0, stderr: '' })
    expect(asked.stdout).toBe('The price is eight francs a month. [1]\n\n[1] docs/faq.md:3  FAQ\n')
    expect((await tessera(['search', 'installer', '-k', '1'])).stdout).toMatch(
      /^1\. docs\/guide\.md:\d+-5 {2}Guide > Install/,
    )
    expect((await tessera(['list'])).stdout).toBe('     1  docs/faq.md\n     1  docs/guide.md\n')
    expect((await tessera(['stats'])).stdout).toMatch(/documents {2}2\nchunks {5}2\n[\s\S]*BM25 k1 0\.9, b 0\.4/)
    expect(await tessera(['remove', 'docs/faq.md'])).toMatchObject({ code: 0, stdout: 'removed docs/faq.md\n' })
    expect(await tessera(['remove', 'docs/faq.md'])).toMatchObject({
      code: 1,
      stderr: 'not in the index: docs/faq.md\n',
    })
    expect(statSync(join(folder, '.tessera', 'tessera.db')).mode & 0o777).toBe(0o600)
  })

  it('give one JSON document each', async () => {
    const json = async (...args: string[]) => JSON.parse((await tessera([...args, '--json'])).stdout)
    expect(await json('ingest', 'docs')).toMatchObject({
      documentsProcessed: 2,
      chunksCreated: 2,
      documents: [
        { uri: expect.stringMatching(/^file:\/\/\/.*faq\.md$/), status: 'added', chunks: 1, error: null, warnings: [] },
        {},
      ],
      durationMs: expect.any(Number),
    })
    const search = await json('search', 'price')
    expect(Object.keys(search)).toEqual(['query', 'method', 'hits', 'timings'])
    expect(Object.keys(search.hits[0]).sort()).toEqual(
      ['context', 'documentId', 'flags', 'id', 'metadata', 'place', 'ranks', 'score', 'scores', 'text', 'uri'].sort(),
    )
    const answer = await json('ask', 'price of a month')
    expect(answer).toMatchObject({
      abstained: false,
      generator: 'extractive',
      citations: [{ n: 1, quote: expect.any(String) }],
    })
    expect(Object.keys(answer.citations[0])).toEqual(['n', 'uri', 'documentId', 'place', 'quote'])
    const chunked = await json('chunk', 'docs/guide.md')
    expect(chunked).toMatchObject({
      strategy: 'markdown',
      chunks: [{ span: {}, lines: [1, 5] }],
      dropped: [],
      warnings: [],
    })
    expect((await json('strategies')).strategies[0]).toMatchObject({
      name: 'character',
      aliases: ['char', 'fixed', 'fixed-size'],
    })
    expect((await json('list')).documents).toHaveLength(2)
    expect(await json('stats')).toMatchObject({ totalDocuments: 2, textSearch: { k1: 0.9 } })
  })

  it('read stdin as -', async () => {
    expect((await tessera(['ingest', '-'], { stdin: 'A tile knows where it belongs.' })).stdout).toMatch(/^1 added/)
    expect((await tessera(['ask', 'what does a tile know'])).stdout).toContain('where it belongs. [1]')
    expect(JSON.parse((await tessera(['chunk', '-', '--json'], { stdin: '# A\n\nText' })).stdout).chunks).toHaveLength(
      1,
    )
  })

  it('find the database upwards, by flag, by variable and by configuration file', async () => {
    await tessera(['ingest', 'docs'])
    mkdirSync(join(folder, 'deep'))
    write('tessera.config.json', '{ "db": "other.db", "index": "mine" }')
    expect((await tessera(['ingest', 'docs/faq.md'])).code).toBe(0)
    expect(existsSync(join(folder, 'other.db'))).toBe(true)
    expect(JSON.parse((await tessera(['stats', '--json'])).stdout)).toMatchObject({
      indexName: 'mine',
      totalDocuments: 1,
    })
    const flagged = await tessera(['stats', '--json', '--db', '.tessera/tessera.db'], {
      env: { TESSERA_INDEX: 'default' },
    })
    expect(JSON.parse(flagged.stdout)).toMatchObject({ indexName: 'default', totalDocuments: 2 })
    write('tessera.config.json', '{ "bd": "other.db" }')
    expect(await tessera(['stats'])).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "db"?') })
  })

  it('have help with an example', async () => {
    const { stdout } = await tessera(['--help'])
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1]!)
    expect(names).toEqual(
      expect.arrayContaining(['ingest', 'ask', 'search', 'list', 'remove', 'stats', 'chunk', 'strategies']),
    )
    for (const name of names) expect((await tessera([name, '--help'])).stdout).toMatch(/Example:\n {2}tessera /)
  })
})

describe('bad input', () => {
  const cases: [string, string[], number, RegExp][] = [
    ['a missing path', ['ingest', 'nope.md'], 1, /SOURCE_NOT_FOUND.*nope\.md/],
    ['a glob without a match', ['ingest', 'docs/*.xyz'], 1, /SOURCE_NOT_FOUND/],
    ['an unknown option', ['ingest', 'docs', '--colour'], 2, /unknown option/],
    ['an unknown command', ['inges'], 2, /Did you mean ingest/],
    ['an unknown strategy', ['ingest', 'docs', '-s', 'markdwon'], 2, /UNKNOWN_STRATEGY.*Did you mean "markdown"/],
    [
      'an overlap that is too large',
      ['ingest', 'docs', '--max-size', '50', '--overlap', '50'],
      2,
      /INVALID_OPTION.*overlap/,
    ],
    ['a size that is no number', ['ingest', 'docs', '--max-size', 'big'], 2, /INVALID_OPTION.*max-size/],
    ['a filter that is no JSON', ['search', 'x', '--filter', '{'], 2, /INVALID_FILTER/],
    ['a search without a database', ['search', 'x'], 1, /Ingest something first/],
    ['a URL', ['ingest', 'https://example.com/x'], 1, /FEATURE_NOT_AVAILABLE/],
  ]

  it.each(cases)('%s is a clear error', async (_, args, code, message) => {
    const ran = await tessera(args)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toMatch(message)
    expect(ran.code).toBe(code)
    const json = await tessera([...args, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) },
    })
  })

  it('of one document does not cost the others', async () => {
    write('docs/broken.md', Buffer.from([0x23, 0x20, 0xff, 0xfe, 0xe9, 0x0a, 0x41]))
    write('docs/empty.md', '')
    write('docs/picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    write('binary.md', Buffer.from([0, 1, 2, 3, 0, 0]))
    const { code, stdout } = await tessera(['ingest', 'docs', 'binary.md', '--json'])
    const byName = Object.fromEntries(
      JSON.parse(stdout).documents.map((document: { uri: string; status: string }) => [
        document.uri.split('/').at(-1),
        document,
      ]),
    )
    expect(code).toBe(1)
    expect(byName['faq.md'].status).toBe('added')
    expect(byName['broken.md']).toMatchObject({ status: 'added', warnings: [expect.stringMatching(/1252/)] })
    expect(byName['empty.md']).toMatchObject({
      status: 'added',
      chunks: 0,
      warnings: [expect.stringMatching(/empty\.md/)],
    })
    expect(byName['picture.png'].status).toBe('skipped')
    expect(byName['binary.md']).toMatchObject({ status: 'failed', error: { code: 'BINARY_FILE' } })
  })

  it.skipIf(process.getuid?.() === 0)(
    'an unreadable folder is reported (skipped for root, who reads everything)',
    async () => {
      mkdirSync(join(folder, 'docs', 'closed'))
      chmodSync(join(folder, 'docs', 'closed'), 0)
      const { code, stderr } = await tessera(['ingest', 'docs'])
      chmodSync(join(folder, 'docs', 'closed'), 0o700)
      expect(code).toBe(1)
      expect(stderr).toMatch(/closed.*SOURCE_UNREADABLE|SOURCE_UNREADABLE.*closed|closed/)
    },
  )

  it('strips what could drive a terminal', async () => {
    write('docs/evil.md', '# Evil\n\nThe \u001b[31mred \u001b]0;title\u0007 secret is \u202ereversed.\n')
    await tessera(['ingest', 'docs'])
    const { stdout } = await tessera(['ask', 'what is the red secret'])
    expect(stdout).toContain('secret is reversed')
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
  })
})
