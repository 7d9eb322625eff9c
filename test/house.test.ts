import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..', 'src')

/** Folders from the ground up; a folder may import from those before it, never from one on its own floor. */
const FLOORS: readonly (readonly string[])[] = [
  ['core'],
  ['text'],
  ['chunking', 'models', 'indexes'],
  ['stores'],
  ['retrieval'],
  ['loading'],
  ['pipeline'],
  ['cli'],
]
/** These run in a browser: nothing of Node is imported. */
const PORTABLE = ['core', 'text', 'chunking', 'indexes', 'retrieval']

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name.includes('/'))
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })))

describe('the house', () => {
  it('has no folder that is not on a floor', () => {
    expect(new Set(files.map(folderOf))).toEqual(new Set(FLOORS.flat()))
  })

  it('imports one way, never between neighbours', () => {
    const wrong = imports.filter(({ file, target }) => {
      if (!target.startsWith('.')) return false
      const to = folderOf(relative(SOURCE, join(SOURCE, dirname(file), target)))
      return to !== folderOf(file) && floorOf(to) >= floorOf(folderOf(file))
    })
    expect(wrong).toEqual([])
  })

  it.each(PORTABLE)('%s imports nothing of Node', (folder) => {
    const wrong = imports.filter(({ file, target }) => folderOf(file) === folder && target.startsWith('node:'))
    expect(wrong).toEqual([])
  })

  it('branches on the name of no variant in shared code', () => {
    const names = /(?:===|!==|case)\s*'(?:markdown|html|latex|recursive|character|openai|anthropic|sqlite)'/
    const shared = files.filter(
      (file) =>
        /^(?:core|text|indexes|retrieval|pipeline)\//.test(file) || /^chunking\/[^/]+$|^chunking\/packer\//.test(file),
    )
    expect(shared.filter((file) => names.test(readFileSync(join(SOURCE, file), 'utf8')))).toEqual([])
  })

  it('keeps files short enough to be one idea', () => {
    const long = files.map((file) => [file, readFileSync(join(SOURCE, file), 'utf8').split('\n').length] as const)
    expect(long.filter(([, lines]) => lines > 400)).toEqual([])
  })
})

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!)
}

function folderOf(file: string): string {
  return file.replaceAll('\\', '/').split('/')[0]!
}

function floorOf(folder: string): number {
  return FLOORS.findIndex((floor) => floor.includes(folder))
}
