import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Declaration, exportsOf } from './api/declarations.js'
import './support/run-cli.js'

const ROOT = join(import.meta.dirname, '..')
const SNAPSHOTS = join(import.meta.dirname, 'api')
const UPDATE = 'UPDATE_API=1 npx vitest run test/api.test.ts'

const { name: PACKAGE, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  name: string
  exports: Record<string, string | { types: string }>
}
/** Subpaths with their declaration files. */
const entries = Object.entries(exports).flatMap(([subpath, target]): { subpath: string; file: string }[] =>
  typeof target === 'string' ? [] : [{ subpath, file: join(ROOT, target.types) }],
)

describe('the public API', () => {
  it.each(entries)('of $subpath changes on purpose only', ({ subpath, file }) => {
    const snapshot = join(SNAPSHOTS, `${fileName(subpath)}.txt`)
    const now = describeEntry(subpath, file)
    if (process.env['UPDATE_API']) writeFileSync(snapshot, now)
    const before = existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : ''
    expect(now, `The public API is not what ${relative(ROOT, snapshot)} says. If it should be: ${UPDATE}`).toBe(before)
  })

  it('has a snapshot for each subpath and none beside them', () => {
    const snapshots = readdirSync(SNAPSHOTS).filter((name) => name.endsWith('.txt'))
    expect(snapshots.sort()).toEqual(entries.map(({ subpath }) => `${fileName(subpath)}.txt`).sort())
  })

  it('says of every exported name what it is', () => {
    const all = entries.flatMap(({ file }) => [...exportsOf(file).values()])
    const silent = all.filter(({ documented }) => !documented).map(({ name, file }) => `${sourceOf(file)}: ${name}`)
    expect([...new Set(silent)].sort()).toEqual([])
  })
})

/** Every name of an entry with its declaration; names that live in another entry's folder only with where that is. */
function describeEntry(subpath: string, file: string): string {
  const parts = [...exportsOf(file)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, declaration]) => {
      const home = homeOf(name, declaration)
      if (home === undefined || home === subpath) return readable(declaration.text)
      const kind = kindOf(declaration)
      const as = declaration.typeOnly && kind !== 'interface' && kind !== 'type' ? ', as a type' : ''
      return `${kind} ${name} (${PACKAGE}${home.slice(1)}${as})`
    })
  return `${PACKAGE}${subpath.slice(1)}\n\n${parts.join('\n\n')}\n`
}

/** The alternatives of a long type in lines of their own, so that a difference shows which of them it is. */
function readable(text: string): string {
  return text.replace(/^type .{120,}$/gm, (line) => line.replaceAll(' | ', '\n    | '))
}

/** The subpath whose folder declares a name, if it exports it under that name. */
function homeOf(name: string, declaration: Declaration): string | undefined {
  const subpath = `./${relative(join(ROOT, 'dist'), declaration.file).split(sep)[0]}`
  const entry = entries.find((candidate) => candidate.subpath === subpath)
  return entry && exportsOf(entry.file).get(name)?.file === declaration.file ? subpath : undefined
}

function kindOf({ text }: Declaration): string {
  return /^(?:abstract )?(\w+)/.exec(text)![1]!
}

function fileName(subpath: string): string {
  return subpath === '.' ? 'index' : subpath.slice(2)
}

function sourceOf(file: string): string {
  return relative(ROOT, file)
    .replace(/^dist/, 'src')
    .replace(/\.d\.ts$/, '.ts')
}
