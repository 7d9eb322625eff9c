import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chunkerRegistry } from '../src/chunking/index.js'
import { COMMON_OPTIONS } from '../src/chunking/sizes.js'
import { ExitCode } from '../src/cli/exit-codes.js'
import { exampleFolder } from './docs/example-folder.js'
import { ROOT, read, section, tableRows } from './docs/markdown.js'
import { differences, parseShape } from './docs/shape.js'
import { runCli } from './support/run-cli.js'

describe('docs/errors.md', () => {
  const source = read('src/core/errors.ts')
  const codes = [...source.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map((match) => match[1]!)

  it('lists every code once and no other', () => {
    const listed = tableRows(read('docs/errors.md')).map(([code]) => code)
    expect(codes.length).toBeGreaterThan(20)
    expect(listed.sort()).toEqual(codes.sort())
  })

  it('has no code that nothing throws', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|errors\.ts$|faults\.ts$|remedy\.ts$|run\.ts$/.test(name))
      .map((name) => read(join('src', name)))
    const thrown = (code: string) => sources.some((text) => new RegExp(`(?<!=== )'${code}'`).test(text))
    expect(codes.filter((code) => !thrown(code))).toEqual([])
  })

  it('says which codes end a command with exit code 2', () => {
    const [, list = ''] = /MISUSE = new Set\(\[([^\]]*)\]/.exec(read('src/cli/run.ts')) ?? []
    const misuse = [...list.matchAll(/'([A-Z_]+)'/g)].map((match) => match[1])
    const listed = tableRows(section(read('docs/errors.md'), '## The call is wrong')).map(([code]) => code)
    expect(listed.sort()).toEqual(misuse.sort())
  })
})

describe('docs/chunking.md', () => {
  const text = read('docs/chunking.md')

  it('lists the options of all strategies', () => {
    const listed = tableRows(section(text, '## Options of all strategies')).map(([option]) => option)
    expect(listed).toEqual([...COMMON_OPTIONS])
  })

  it.each(chunkerRegistry.list())('has the options, defaults and aliases of $name', ({ name, metadata }) => {
    const part = section(text, `## \`${name}\``)
    const listed = Object.fromEntries(tableRows(part).map(([option, standard]) => [option, standard]))
    const defaults = metadata.supportedOptions.map((option) => {
      const standard = metadata.defaultConfig[option]
      return [option, standard === undefined ? 'none' : JSON.stringify(standard)]
    })
    expect(listed).toEqual(Object.fromEntries(defaults))
    expect(part.replace(/\s+/g, ' ')).toContain(`Also ${metadata.aliases.map((alias) => `\`${alias}\``).join(', ')}.`)
  })

  it('has a part for every strategy and for no other', () => {
    const parts = [...text.matchAll(/^## `([\w-]+)`$/gm)].map((match) => match[1])
    expect(parts).toEqual(['auto', ...chunkerRegistry.list().map(({ name }) => name)])
  })

  it('lists every flag', () => {
    const [, union = ''] = /export type ChunkFlag = ([^\n]*)/.exec(read('src/core/document.ts')) ?? []
    const flags = [...union.matchAll(/'([a-z-]+)'/g)].map((match) => match[1])
    const listed = tableRows(section(text, '## Flags')).map(([flag]) => flag)
    expect(listed.sort()).toEqual(flags.sort())
  })
})

describe('docs/cli.md', () => {
  const text = read('docs/cli.md')
  const shared = tableRows(section(text, '## Flags of several commands'))

  it('has every command with its arguments and flags, as its help has them', async () => {
    using folder = exampleFolder()
    const help = async (...args: string[]) => (await runCli(folder.path, [...args, '--help'])).stdout
    const commands = [...(await help()).matchAll(/^ {2}(\w+) \[options\]( [<[]\S+)?/gm)]
    expect(commands.length).toBeGreaterThan(5)
    const parts = [...text.matchAll(/^### `tessera (\w+)( [<[]\S+)?`$/gm)]
    expect(parts.map(([, name, argument]) => [name, argument])).toEqual(
      commands.map(([, name, argument]) => [name, argument]),
    )
    for (const [heading, name] of parts) {
      const own = tableRows(section(text, heading)).map(([flag]) => flag!)
      const common = shared.filter(([, of]) => of === 'all' || of!.split(', ').includes(name!)).map(([flag]) => flag!)
      const inHelp = [...(await help(name!)).matchAll(/^ {2}(?:-\w, )?(--[\w-]+(?: <[^>]+>)?)/gm)]
      expect([...own, ...common].sort(), name).toEqual(inHelp.map((match) => match[1]).sort())
    }
  })

  it('has every exit code', () => {
    const listed = tableRows(section(text, '## Exit codes')).map(([code]) => Number(code))
    expect(listed).toEqual(Object.values(ExitCode))
  })

  it('has every key of the configuration file, with its variable', async () => {
    using folder = exampleFolder()
    writeFileSync(join(folder.path, 'tessera.config.json'), '{ "nothing": 1 }')
    const { stdout } = await runCli(folder.path, ['list', '--json'])
    const rows = tableRows(section(text, '## Settings'))
    expect(JSON.parse(stdout).error.details.known).toEqual(rows.map(([key]) => key))
    const variables = [...read('src/cli/settings.ts').matchAll(/TESSERA_[A-Z_]+/g)].map(([name]) => name)
    const named = [...section(text, '## Settings').matchAll(/TESSERA_[A-Z_]+/g)].map(([name]) => name)
    expect(new Set(named)).toEqual(new Set([...variables, 'TESSERA_DEBUG']))
  })

  it('has the JSON of every command, key by key', async () => {
    using folder = exampleFolder()
    const documented = documentedShapes(section(text, '## JSON'))
    expect([...documented.keys()].sort()).toEqual(Object.keys(CALLS).sort())
    for (const [name, args] of Object.entries(CALLS)) {
      const { stdout } = await runCli(folder.path, [...args, '--json'])
      expect(differences(JSON.parse(stdout), documented.get(name)), name).toEqual([])
    }
  })
})

/** A call of each form that a command's JSON takes, in an order that gives each something to show. */
const CALLS: Record<string, string[]> = {
  ingest: ['ingest', 'docs', '--embedding-model', 'hash'],
  ask: ['ask', 'How do I configure streaming?'],
  search: ['search', 'streaming', '--explain'],
  list: ['list'],
  stats: ['stats'],
  chunk: ['chunk', 'docs/api.md'],
  'chunk --show': ['chunk', 'docs/api.md', '--show', '--max-size', '50'],
  'chunk --compare': ['chunk', 'docs/api.md', '--compare', 'auto,recursive'],
  strategies: ['strategies'],
  doctor: ['doctor'],
  remove: ['remove', 'docs/api.md'],
}

/** Names in the first column, shapes in the second, which go on in the lines below. */
function documentedShapes(text: string): Map<string, ReturnType<typeof parseShape>> {
  const [, table = ''] = /```text\n([\s\S]*?)```/.exec(text) ?? []
  const entries = table.split(/\n(?=\S)/).map((entry): [string, ReturnType<typeof parseShape>] => {
    const at = entry.indexOf('{')
    return [entry.slice(0, at).trim(), parseShape(entry.slice(at))]
  })
  return new Map(entries)
}
