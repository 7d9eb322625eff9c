import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai.js'

const ROOT = join(import.meta.dirname, '..', '..')
const SAMPLES = join(process.env['TESSERA_SHARED'] ?? join(ROOT, '..', 'shared'), 'samples')
const run = promisify(execFile)

let folder: string
let server: FakeOpenAI
let packed: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-package-'))
  const [report] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT))
  packed = report.files.map(({ path }: { path: string }) => path)
  writeFileSync(join(folder, 'package.json'), '{"name":"user","private":true,"type":"module"}')
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', `./${report.filename}`], folder)
  mkdirSync(join(folder, 'docs'))
  writeFileSync(
    join(folder, 'docs', 'api.md'),
    '# API\n\n## Streaming\n\nConfigure streaming with the `stream` option of `generate`.\n',
  )
  writeFileSync(join(folder, 'docs', 'guides.md'), '# Guides\n\n## Install\n\nRun npm install to begin.\n')
  writeFileSync(join(folder, 'docs', 'faq.md'), '# FAQ\n\n## Price\n\nIt costs nothing.\n')
  server = await startFakeOpenAI()
}, 240_000)

afterAll(async () => {
  await server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

describe('the packed package', () => {
  it('holds what it needs and nothing else', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts', 'dist/cli/main.js']),
    )
    expect(packed.filter((path) => /\.test\.|fixtures|^src\/|^test\/|^bench\//.test(path))).toEqual([])
  })

  it('ingests and answers from the command line in an empty folder', async () => {
    const ingested = JSON.parse((await tessera('ingest', 'docs', '--json')).stdout)
    expect(ingested).toMatchObject({
      documentsProcessed: 3,
      documents: [{ status: 'added' }, { status: 'added' }, { status: 'added' }],
    })
    const { stdout } = await tessera('ask', 'How do I configure streaming?')
    expect(stdout).toMatch(/`stream` option of `generate`\. \[1\]/)
    expect(stdout).toMatch(/\[1\] docs\/api\.md:5 {2}API > Streaming/)
  })
})

const SAMPLE_OUTPUT: Record<string, RegExp> = {
  '01-chunkers.mjs': /Available: \[\s*'character',/,
  '02-metadata.mjs': /aliases: \[ 'md', 'markdown-header' \]/,
  '03-hybrid.mjs': /^$/,
  '05-convenience.mjs': /totalDocuments: 0/,
}

describe.skipIf(!existsSync(SAMPLES))(
  'programs of users, word for word (skipped where ../shared/samples is absent)',
  () => {
    it.each(Object.entries(SAMPLE_OUTPUT))('%s', async (name, expected) => {
      cpSync(join(SAMPLES, name), join(folder, name))
      const { stdout, stderr } = await sample(name)
      expect(stderr).toBe('')
      expect(stdout.trim()).toMatch(expected)
    })

    it('04-pipeline.mjs, but for the strategy and the metadata that are not there yet', async () => {
      const text = readFileSync(join(SAMPLES, '04-pipeline.mjs'), 'utf8')
      const present = text
        .replaceAll("'semantic-markdown'", "'recursive'")
        .replace('extractMetadata: true', 'extractMetadata: false')
      expect(present).toMatch(/'recursive'.*enableReranking: true.*extractMetadata: false.*rerank: true/s)
      writeFileSync(join(folder, '04-pipeline.mjs'), present)
      const { stdout, stderr } = await sample('04-pipeline.mjs')
      expect(stderr).toBe('')
      const [ingested, answer, ...counts] = stdout.trim().split('\n')
      expect(ingested).toBe('Processed 3 docs, created 3 chunks')
      expect(answer).toMatch(/^Configure streaming with the `stream` option of `generate`\. \[1\]$/)
      expect(counts.join('\n')).toMatch(/^Retrieved 3 chunks in \d+ms\nMethod: hybrid, Reranked: true$/)
    })
  },
)

describe('examples', () => {
  const examples = readdirSync(join(ROOT, 'examples')).filter((name) => /^\d\d-.*\.mjs$/.test(name))

  it.each(examples)('%s runs', async (name) => {
    cpSync(join(ROOT, 'examples', name), join(folder, name))
    const { stdout } = await sample(name)
    expect(stdout).not.toBe('')
  })
})

function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function tessera(...args: string[]) {
  return run(process.execPath, [join(folder, 'node_modules', 'tessera-rag', 'dist', 'cli', 'main.js'), ...args], {
    cwd: folder,
  })
}

function sample(name: string) {
  const env = { ...process.env, OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-made-up' }
  return run(process.execPath, [name], { cwd: folder, env })
}
