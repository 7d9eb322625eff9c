import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../../test/support/run-cli.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-chunk-'))
  const evil = 'evil \u001b[31mred \u001b]0;title\u0007\u202ereversed'
  const table = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(8)}`
  writeFileSync(join(folder, 'a.md'), `# Tiles\n\nOne tile.\n\n${table}\n${evil}\n`)
  writeFileSync(join(folder, 'empty.md'), '')
  writeFileSync(join(folder, 'latin.md'), Buffer.from('# Caf\u00e9', 'latin1'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const chunk = (...args: string[]) => runCli(folder, ['chunk', ...args])

describe('tessera chunk', () => {
  it('takes options before and after the file, each with one value', async () => {
    const { stdout, code } = await chunk(
      ...['-o', 'splitCodeBlocks=true', 'a.md', '-o', 'headerLevels=[2]', '-s', 'markdown', '--json'],
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ strategy: 'markdown' })
    expect(await chunk('a.md', '-o', 'headerLevels')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--option must be a name and a value'),
    })
  })

  it('takes a size by either of its names, but not by both', async () => {
    const count = async (...args: string[]) => JSON.parse((await chunk('a.md', '--json', ...args)).stdout).chunks.length
    expect(await count('-o', 'maxSize=60')).toBe(await count('--max-size', '60'))
    expect(await count('-o', 'maxSize=60')).toBeGreaterThan(await count())
    expect(await chunk('a.md', '-o', 'maxSize=60', '--max-size', '60')).toMatchObject({ code: 2 })
  })

  it.each([[], ['--show'], ['--compare', 'markdown']])(
    'tells what was guessed of a file and of stdin (%s)',
    async (...how) => {
      for (const [file, warning] of [
        ['latin.md', 'windows-1252'],
        ['-', '"stdin" holds no text'],
      ] as const) {
        expect((await chunk(file, ...how)).stderr).toContain(warning)
        expect(JSON.parse((await chunk(file, ...how, '--json')).stdout).warnings).toEqual([
          expect.stringContaining(warning),
        ])
      }
    },
  )
})

describe('tessera chunk --show', () => {
  it('draws the document with line numbers, chunk numbers and what was added', async () => {
    const { code, stdout, stderr } = await chunk('a.md', '--show', '--max-size', '60')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ +0 {2}18 characters {2}Tiles\n 1 {3}0 │ # Tiles\n/)
    expect(stdout).toMatch(/\n +\+ \d │ \| a \| b \|\n/)
    expect(stderr).toMatch(/\+ added to make a part whole\n\d chunks? by markdown\n$/)
  })

  it('lets nothing of the document drive the terminal, in colour either', async () => {
    expect((await chunk('a.md', '--show')).stdout).not.toMatch(/[\u001b\u0007\u202e]/)
    const coloured = await runCli(folder, ['chunk', 'a.md', '--show'], { FORCE_COLOR: '1' })
    expect(coloured.stdout).toContain('\u001b[46m')
    expect(coloured.stdout).not.toMatch(/\u001b(?!\[[\d;]+m)|\u001b\[31m|\u0007|\u202e/)
  })

  it('gives rows in JSON', async () => {
    const { rows, chunks } = JSON.parse((await chunk('a.md', '--show', '--json', '--overlap', '10')).stdout)
    expect(chunks).toHaveLength(1)
    expect(rows[0]).toEqual({
      kind: 'chunk',
      line: 1,
      continued: false,
      span: { start: 0, end: 7 },
      chunks: [0, 0],
      pieces: [{ text: '# Tiles', shown: true }],
    })
  })

  it('of an empty file shows nothing', async () => {
    expect(await chunk('empty.md', '--show')).toMatchObject({ code: 0, stdout: '' })
  })
})

describe('tessera chunk --compare', () => {
  it('shows strategies side by side', async () => {
    const { code, stdout } = await chunk('a.md', '--compare', 'auto, md,character', '--max-size', '40')
    expect(code).toBe(0)
    const [head, ...rows] = stdout.trimEnd().split('\n')
    expect(head!.split(/ {2,}/)).toEqual(
      expect.arrayContaining(['strategy', 'chunks', 'mean', 'p50', 'p90', 'max', 'over', 'lost', 'cpu ms', 'broken']),
    )
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^auto: markdown .* 0$/)
    expect(rows[2]).toMatch(/^character .* \d+ rows?$/)
  })

  it('gives numbers in JSON', async () => {
    const { stdout } = await chunk('a.md', '--compare', 'recursive', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      mediaType: 'text/markdown',
      strategies: [{ strategy: 'recursive', overLimit: 0, lostCharacters: 0, size: { mean: expect.any(Number) } }],
    })
  })

  it.each([
    ['--show', 'INVALID_OPTION', ['--compare', 'markdown', '--show']],
    ['a strategy', 'INVALID_OPTION', ['--compare', 'markdown', '--strategy', 'html']],
    ['a gap', 'INVALID_OPTION', ['--compare', 'markdown,,html']],
    ['one strategy twice', 'INVALID_OPTION', ['--compare', 'markdown,md']],
    ['an unknown strategy', 'UNKNOWN_STRATEGY', ['--compare', 'markdown,htmk']],
    ['an option one of them does not have', 'UNKNOWN_OPTION', ['--compare', 'html,latex', '-o', 'stripTags=false']],
  ])('refuses %s', async (_, errorCode, args) => {
    const { code, stdout } = await chunk('a.md', ...args, '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: errorCode } })
  })
})
