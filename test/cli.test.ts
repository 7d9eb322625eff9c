import { execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOBODY } from './support/ordinary-user.js'

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

interface Run {
  stdin?: string | Uint8Array
  env?: Record<string, string>
  /** Where root runs the tests; any other user is bound by permissions already. */
  asNobody?: boolean
}

function tessera(args: string[], options: Run = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const user = options.asNobody && process.getuid?.() === 0 ? { uid: NOBODY } : {}
    const how = { cwd: folder, env: { ...process.env, ...options.env }, ...user }
    const child = execFile(process.execPath, [MAIN, ...args], how, (error, stdout, stderr) => {
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

  it('know text on stdin by itself, or by the name it is given', async () => {
    const ingest = async (stdin: string | Uint8Array, ...args: string[]) => {
      const ran = await tessera(['ingest', '-', '--json', ...args], { stdin })
      return { code: ran.code, ...JSON.parse(ran.stdout).documents[0] }
    }
    expect(await ingest('First text.')).toMatchObject({ status: 'added', uri: null })
    expect(await ingest('Second text.')).toMatchObject({ status: 'added', uri: null })
    expect(await ingest('First text.')).toMatchObject({ status: 'unchanged' })
    expect(await ingest('# Notes\n\nOld.', '--uri', 'notes.md')).toMatchObject({ status: 'added', uri: 'notes.md' })
    expect(await ingest('# Notes\n\nNew.', '--uri', 'notes.md')).toMatchObject({ status: 'updated' })
    expect(await ingest(' \n', '--uri', 'notes.md')).toMatchObject({
      code: 0,
      status: 'skipped',
      warnings: ['"notes.md" holds no text.'],
    })
    expect(await ingest(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x62, 0x61, 0x72]))).toMatchObject({
      warnings: [expect.stringContaining('1252')],
    })
    const { documents } = JSON.parse((await tessera(['list', '--json'])).stdout)
    expect(documents).toHaveLength(4)
    expect(documents[0]).toMatchObject({ uri: 'notes.md', title: 'Notes', mediaType: 'text/markdown' })
    expect(await tessera(['ingest', 'docs', '--uri', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--uri'),
    })
  })

  it('list and remove documents without uri by their ids', async () => {
    await tessera(['ingest', '-'], { stdin: 'A tile.' })
    const [, id] = (await tessera(['list'])).stdout.trim().split(/\s+/)
    expect((await tessera(['search', 'tile'])).stdout).toContain(`1. ${id}:1`)
    expect(await tessera(['remove', id!])).toMatchObject({ code: 0, stdout: `removed ${id}\n` })
  })

  it('read a question from stdin as -', async () => {
    await tessera(['ingest', 'docs'])
    const stdin = '\ufeffWhat is the price?\n'
    expect((await tessera(['ask', '-'], { stdin })).stdout).toContain('eight francs')
    expect(JSON.parse((await tessera(['search', '-', '--json'], { stdin })).stdout).query).toBe('What is the price?')
  })

  it('take metadata before, between and after the sources', async () => {
    const args = ['ingest', '--metadata', 'a=b', 'docs/faq.md', '--metadata', 'n=1', 'docs/guide.md']
    expect((await tessera(args)).stdout).toMatch(/^2 added/)
    const { documents } = JSON.parse((await tessera(['list', '--json'])).stdout)
    for (const { metadata } of documents) expect(metadata).toEqual({ a: 'b', n: 1 })
  })

  it('show a name in one line, and a uri that is no path as it is', async () => {
    write('docs/two\nlines.md', 'Text.')
    await tessera(['ingest', 'docs/two\nlines.md'])
    for (const uri of ['file:///a%2Fb', 'file://server/x.md', 'file:///%zz']) {
      await tessera(['ingest', '-', '--uri', uri], { stdin: `Text of ${uri}.` })
    }
    const lines = (await tessera(['list'])).stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.trim().split(/\s+/)[1])).toEqual(
      expect.arrayContaining(['docs/two\\nlines.md', 'file:///a%2Fb', 'file://server/x.md', 'file:///%zz']),
    )
    expect(await tessera(['search', 'text'])).toMatchObject({ code: 0, stderr: '' })
    expect(await tessera(['ask', 'text'])).toMatchObject({ code: 0, stderr: '' })
    expect(await tessera(['ingest', 'docs/*.md', '--prune'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('tell by its uri what was removed', async () => {
    await tessera(['ingest', 'docs'])
    const { removed, missing } = JSON.parse((await tessera(['remove', 'docs/faq.md', 'nope', '--json'])).stdout)
    expect(removed).toEqual([expect.stringMatching(/^file:\/\/\/.*\/docs\/faq\.md$/)])
    expect(missing).toEqual(['nope'])
  })

  it('read a database that may only be read', async () => {
    await tessera(['ingest', 'docs'])
    for (const [path, mode] of [
      ['', 0o755],
      ['.tessera', 0o555],
      ['.tessera/tessera.db', 0o444],
    ] as const) {
      chmodSync(join(folder, path), mode)
    }
    const reading = [['list'], ['stats'], ['search', 'price'], ['ask', 'What is the price?'], ['doctor']]
    for (const args of reading) expect(await tessera(args, { asNobody: true })).toMatchObject({ code: 0, stderr: '' })
    for (const args of [
      ['remove', 'docs/faq.md'],
      ['ingest', '-'],
    ]) {
      const ran = await tessera(args, { asNobody: true, stdin: 'New text.' })
      expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(/DATABASE_UNWRITABLE.*permission denied/) })
    }
    chmodSync(join(folder, '.tessera'), 0o755)
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
    expect(await tessera(['help', 'chunk'])).toEqual(await tessera(['chunk', '--help']))
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
    ['a filter in a file that is missing', ['search', 'x', '--filter', '@missing'], 2, /INVALID_FILTER.*missing/],
    ['a database without a name', ['list', '--db', ''], 2, /INVALID_OPTION.*--db/],
    ['a number of hits that is none', ['search', 'x', '--top-k', 'abc'], 2, /INVALID_OPTION.*--top-k.*"abc"/],
    ['too many hits', ['ask', 'x', '-k', '2000'], 2, /INVALID_OPTION.*--top-k.*1000.*2000/],
    ['a question without words', ['ask', ' '], 2, /INVALID_OPTION.*question.*words/],
    ['a query that is expected on stdin and does not come', ['search', '-'], 2, /INVALID_OPTION.*query.*words/],
    ['metadata without a value', ['ingest', 'docs', '--metadata', 'x'], 2, /INVALID_OPTION.*--metadata.*"x"/],
    ['pruning by stdin', ['ingest', '-', '--prune'], 2, /INVALID_OPTION.*--prune/],
    [
      'a model for a search by words alone',
      ['search', 'x', '--method', 'text', '--embedding-model', 'ollama:a'],
      2,
      /INVALID_OPTION.*--embedding-model.*--method text/,
    ],
    ['a missing argument', ['chunk'], 2, /missing required argument 'file'\n--help tells/],
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

  it('is kept quiet about by flags that are written together too', async () => {
    write('docs/empty.md', '')
    expect((await tessera(['ingest', 'docs', '-qs', 'markdown'])).stderr).toBe('')
    expect((await tessera(['ingest', 'docs', '-s', 'html'])).stderr).toContain('holds no text')
  })

  it('of an index without documents is told', async () => {
    await tessera(['ingest', '-'])
    for (const command of ['ask', 'search'])
      expect((await tessera([command, 'price'])).stderr).toContain('holds no documents. Ingest something first')
  })

  it('of an index that is not there is told', async () => {
    await tessera(['ingest', 'docs'])
    for (const args of [['list'], ['stats'], ['search', 'price'], ['ask', 'price'], ['remove', 'docs/faq.md']]) {
      const ran = await tessera([...args, '--index', 'defalt'])
      expect(ran).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/INDEX_NOT_FOUND.*Did you mean "default"/),
      })
    }
  })

  it('in a variable is told by the name of the variable', async () => {
    await tessera(['ingest', 'docs'])
    const cases = { TESSERA_TOP_K: 'abc', TESSERA_DB: '', TESSERA_INDEX: ' ' }
    for (const [variable, value] of Object.entries(cases)) {
      const ran = await tessera(['search', 'price'], { env: { [variable]: value } })
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(variable) })
    }
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

  it('of an unreadable folder is reported', async () => {
    mkdirSync(join(folder, 'docs', 'closed'), { mode: 0 })
    mkdirSync(join(folder, 'open'))
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'open'), 0o777)
    const { code, stderr } = await tessera(['ingest', 'docs', '--db', 'open/x.db'], { asNobody: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(/failed {2}docs\/closed: .*permission denied/)
  })

  it('strips what could drive a terminal', async () => {
    write('docs/evil.md', '# Evil\n\nThe \u001b[31mred \u001b]0;title\u0007 secret is \u202ereversed.\n')
    await tessera(['ingest', 'docs'])
    const { stdout } = await tessera(['ask', 'what is secret'])
    expect(stdout).toContain('secret is reversed')
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
  })
})

describe('an interruption', () => {
  /** Runs the command line with a stdin that stays open, and sends a signal as soon as it may. */
  function interrupted(args: string[], signal: NodeJS.Signals, mayBeSent: () => boolean): Promise<Interrupted> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder })
      const ran = { stdout: '', stderr: '', millis: 0 }
      child.stdout.on('data', (data) => (ran.stdout += data))
      child.stderr.on('data', (data) => (ran.stderr += data))
      child.stdin.on('error', () => {})
      child.stdin.write('Some text')
      let sent = 0
      const asking = setInterval(() => {
        if (!mayBeSent()) return
        clearInterval(asking)
        sent = performance.now()
        child.kill(signal)
      }, 10)
      child.on('close', (code) => {
        clearInterval(asking)
        resolve({ ...ran, code, millis: performance.now() - sent })
      })
    })
  }

  /** Nothing tells when stdin is waited for; a process that was not so far yet has no exit code. */
  async function interruptedAtStdin(args: string[], signal: NodeJS.Signals): Promise<Interrupted> {
    for (let wait = 700; ; wait *= 3) {
      const from = performance.now() + wait
      const ran = await interrupted(args, signal, () => performance.now() > from)
      if (ran.code !== null || wait > 10_000) return ran
    }
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends what waits for stdin, with code %i', async (signal, code) => {
    for (const args of [
      ['ingest', '-'],
      ['chunk', '-'],
      ['ask', '-'],
    ]) {
      const ran = await interruptedAtStdin([...args, '--json'], signal)
      expect(ran).toMatchObject({ code, stderr: expect.stringContaining('ABORTED') })
      expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: 'ABORTED' } })
      expect(ran.millis).toBeLessThan(5000)
    }
  })

  it('of an ingest tells how much is kept', async () => {
    mkdirSync(join(folder, 'many'))
    for (let n = 0; n < 3000; n++) write(`many/${n}.md`, `# Document ${n}\n\nText of document ${n}.\n`)
    const isWriting = () => existsSync(join(folder, '.tessera', 'tessera.db-wal'))
    const { code, stdout, stderr } = await interrupted(['ingest', 'many', '--json'], 'SIGINT', isWriting)
    expect(code).toBe(130)
    const { details } = JSON.parse(stdout).error
    expect(stderr).toContain(`(${details.stored}) is kept`)
    expect(JSON.parse((await tessera(['list', '--json'])).stdout).documents).toHaveLength(details.stored)
  })
})

interface Interrupted {
  /** Null for a process that the signal ended itself. */
  code: number | null
  stdout: string
  stderr: string
  /** From the signal to the end. */
  millis: number
}
