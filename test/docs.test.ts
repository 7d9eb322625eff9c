import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { exampleFolder } from './docs/example-folder.js'
import { anchors, type CodeBlock, codeBlocks, DOCUMENTS, links, ROOT, read } from './docs/markdown.js'
import { startFakeOpenAI } from './package/fake-openai.js'
import { cleanEnvironment, runCli } from './support/run-cli.js'

const run = promisify(execFile)
const blocks = DOCUMENTS.flatMap((path) => codeBlocks(read(path)).map((block) => ({ path, ...block })))

describe('links', () => {
  it.each(DOCUMENTS)('of %s lead to files and headings that are there', (path) => {
    const broken = links(read(path)).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !anchors(read(target)).includes(anchor)
    })
    expect(broken).toEqual([])
  })
})

describe('examples', () => {
  const programs = blocks.filter(({ language }) => language === 'js')

  it.each(programs)('in JavaScript run: $path line $line', async ({ code }) => {
    using folder = exampleFolder()
    const server = await startFakeOpenAI()
    try {
      writeFileSync(join(folder.path, 'example.js'), code)
      const env = cleanEnvironment({ OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-made-up' })
      const { stdout, stderr } = await run(process.execPath, ['example.js'], { cwd: folder.path, env })
      expect(stderr).toBe('')
      if (code.includes('console.log')) expect(stdout).not.toBe('')
    } finally {
      await server.close()
    }
  })

  // Those of docs/models.md need servers of others.
  const transcripts = blocks.filter(({ language, path }) => language === 'console' && path !== 'docs/models.md')

  it.each(transcripts)('of the command line print what they show: $path line $line', async ({ code }) => {
    using folder = exampleFolder()
    let printed = ''
    for (const command of code.split('\n').filter((line) => line.startsWith('$ '))) {
      const { stdout } = await runCli(folder.path, argumentsOf(command))
      printed += `${command}\n${stdout}`
    }
    expect(withoutTimes(printed)).toBe(withoutTimes(code))
  })

  it('of a strategy in CONTRIBUTING.md is accepted by the compiler and cuts', async () => {
    using folder = exampleFolder()
    const { stdout } = await runTypeScript(folder.path, SUBTITLES_PROGRAM(codeBlocks(read('CONTRIBUTING.md'))))
    expect(JSON.parse(stdout)).toEqual([
      ['1\n00:01 --> 00:02\nOne tile.', '2\n00:03 --> 00:04\nAnother tile.'],
      ['One long', 'line of'],
    ])
  })
})

/** The parts of the example as one program that uses it. */
const SUBTITLES_PROGRAM = (parts: CodeBlock[]) => `
import type { Block, ChunkerMetadata, Strategy } from 'tessera-rag/core'
import { chunkerRegistry, createChunker, proseBlocks } from 'tessera-rag/chunking'
${parts.flatMap(({ language, code }) => (language === 'ts' ? [code] : [])).join('\n')}
chunkerRegistry.register('subtitles', async () => subtitlesStrategy, metadata)
const text = '1\\n00:01 --> 00:02\\nOne tile.\\n\\n2\\n00:03 --> 00:04\\nAnother tile.\\n'
const whole = await (await createChunker('subtitles', { maxSize: 40 })).chunk(text)
const split = await (await createChunker('srt', { maxSize: 8 })).chunk('One long line of')
console.log(JSON.stringify([whole.map((chunk) => chunk.text), split.map((chunk) => chunk.text)]))
`

/** Compiles a program strictly and runs it. */
async function runTypeScript(folder: string, program: string): Promise<{ stdout: string }> {
  writeFileSync(join(folder, 'example.ts'), program)
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck']
  const shape = ['--target', 'es2023', '--module', 'nodenext', '--types', '']
  const compiled = run(process.execPath, [compiler, ...strict, ...shape, 'example.ts'], { cwd: folder })
  await compiled.catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''))
  return run(process.execPath, ['example.js'], { cwd: folder })
}

/** Of `$ npx tessera ask "What is it?"`. */
function argumentsOf(command: string): string[] {
  const [, line = ''] = /^\$ (?:npx )?tessera (.*)$/.exec(command) ?? []
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

function withoutTimes(text: string): string {
  return text.replace(/\d+\.\d s\b/g, '0.0 s').trimEnd()
}
