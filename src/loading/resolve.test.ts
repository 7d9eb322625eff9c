import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveSources } from './resolve.js'
import type { IngestSource, PlannedSource } from './sources.js'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-resolve-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `text of ${path}`)
  }
}

function writeLines(path: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), lines.join('\n'))
}

const resolveIn = (sources: IngestSource | IngestSource[]) => resolveSources(sources, { cwd: root })
const codeOf = (code: string) => expect.objectContaining({ code })

/** Paths of the files in a plan, relative to the root. */
async function files(...sources: IngestSource[]): Promise<string[]> {
  return (await resolveIn(sources)).flatMap((entry) =>
    entry.kind === 'file' ? [entry.path.slice(root.length + 1)] : [],
  )
}

function skips(plan: PlannedSource[]): [path: string, reason: string][] {
  return plan.flatMap((entry) =>
    entry.kind === 'skipped'
      ? [[entry.uri!.slice(pathToFileURL(root).href.length + 1), entry.reason] as [string, string]]
      : [],
  )
}

describe('named sources', () => {
  it('gives a file its absolute file URL, size and time', async () => {
    write('ä b#1%.md')
    utimesSync(join(root, 'ä b#1%.md'), 1, 1)
    expect(await resolveIn('ä b#1%.md')).toEqual([
      {
        kind: 'file',
        uri: `${pathToFileURL(root).href}/%C3%A4%20b%231%25.md`,
        path: join(root, 'ä b#1%.md'),
        realPath: join(root, 'ä b#1%.md'),
        origin: 'named',
        size: Buffer.byteLength('text of ä b#1%.md'),
        modifiedMs: 1000,
      },
    ])
  })

  it('takes file URLs, as objects and as strings', async () => {
    write('a b.md')
    const url = pathToFileURL(join(root, 'a b.md'))
    expect(await files(url)).toEqual(['a b.md'])
    expect(await files(url.href)).toEqual(['a b.md'])
  })

  it('names all that are missing in one error', async () => {
    write('here.md')
    await expect(resolveIn(['no.md', 'here.md', 'neither/x'])).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      details: { missing: ['no.md', 'neither/x'] },
    })
    await expect(resolveIn('here.md/inside')).rejects.toThrowError(codeOf('SOURCE_NOT_FOUND'))
  })

  it.each([
    ['the empty path', ''],
    ['blanks', '  '],
    ['a NUL in a path', 'a\0b'],
    ['a number', 5],
    ['null', null],
    ['an object without text', {}],
    ['a file URL that names no path', 'file:///a%2Fb'],
  ])('refuses %s', async (_what, source) => {
    await expect(resolveIn(source as IngestSource)).rejects.toThrowError(codeOf('INVALID_OPTION'))
  })

  it('says of other URLs that they cannot be read, without their secrets', async () => {
    const error = await resolveIn('https://user:pass@example.com/a?key=secret').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
    expect(JSON.stringify(error)).not.toMatch(/pass|secret/)
    await expect(resolveIn(new URL('ftp://example.com/a'))).rejects.toThrowError(codeOf('FEATURE_NOT_AVAILABLE'))
  })

  it('refuses a device', async () => {
    await expect(resolveIn('/dev/null')).rejects.toThrowError(codeOf('SOURCE_UNREADABLE'))
  })

  it('reads a named file although it is hidden and ignored', async () => {
    write('.secret.md', 'node_modules/x/readme.md')
    writeLines('.gitignore', '*.md')
    expect(await files('.secret.md', 'node_modules/x/readme.md')).toEqual(['.secret.md', 'node_modules/x/readme.md'])
  })

  it('takes texts, and keeps the order given', async () => {
    write('a.md')
    const plan = await resolveIn([{ text: 'one', uri: 'mine' }, 'a.md', { text: 'two' }])
    expect(plan.map(({ kind, uri }) => [kind, uri?.split('/').at(-1)])).toEqual([
      ['text', 'mine'],
      ['file', 'a.md'],
      ['text', undefined],
    ])
  })

  it('gives an empty plan for no sources', async () => {
    expect(await resolveIn([])).toEqual([])
  })
})

describe('folders', () => {
  it('are walked in the order of paths', async () => {
    write('d/b.md', 'd/a/z.md', 'd/a.md', 'd/a-b.md', 'other.md')
    expect(await files('d')).toEqual(['d/a-b.md', 'd/a.md', 'd/a/z.md', 'd/b.md'])
    expect((await resolveIn('d')).every(({ origin }) => origin === 'found')).toBe(true)
  })

  it('leave out hidden files, .git and node_modules, unless they are named', async () => {
    write('a.md', '.env', '.git/config', '.hidden/x.md', 'node_modules/p/readme.md', 'sub/node_modules/p/readme.md')
    expect(await files('.')).toEqual(['a.md'])
    expect(await files('.hidden', 'node_modules')).toEqual(['.hidden/x.md', 'node_modules/p/readme.md'])
  })

  it('say so when there is nothing to read', async () => {
    mkdirSync(join(root, 'empty'))
    expect(skips(await resolveIn('empty'))).toEqual([['empty', 'empty-folder']])
  })

  it('go as deep as the file system does', async () => {
    const deep = `${'d/'.repeat(300)}x.md`
    write(deep)
    expect(await files('.')).toEqual([deep])
  })
})

// Who may read everything cannot see this.
describe.skipIf(process.getuid?.() === 0)('a folder or ignore file that may not be read', () => {
  it('fails by itself', async () => {
    write('a.md', 'locked/b.md', 'kept/.gitignore', 'kept/secret.md')
    chmodSync(join(root, 'locked'), 0)
    chmodSync(join(root, 'kept/.gitignore'), 0)
    const plan = await resolveIn('.')
    chmodSync(join(root, 'locked'), 0o700)
    expect(plan.map(({ kind }) => kind)).toEqual(['file', 'failed', 'failed'])
  })
})

describe('ignore files', () => {
  it('hold for their own folder and what lies below', async () => {
    write('a.log', 'a.md', 'sub/b.log', 'sub/only.md', 'sub/deep/only.md', 'only.md', 'build/x.md', 'sub/build/x.md')
    writeLines('.gitignore', '*.log', '/build/')
    writeLines('sub/.gitignore', 'only.md')
    expect(await files('.')).toEqual(['a.md', 'only.md', 'sub/build/x.md'])
  })

  it('can be taken back by a later line, a deeper file or a later kind of file', async () => {
    write('a.log', 'keep.log', 'sub/b.log', 'docs/x.md', 'gen/y.md')
    writeLines('.gitignore', '*.log', '!keep.log', 'docs/', 'gen/')
    writeLines('sub/.gitignore', '!b.log')
    writeLines('.tesseraignore', '!docs/', 'x.txt')
    expect(await files('.')).toEqual(['docs/x.md', 'keep.log', 'sub/b.log'])
  })

  it('hold in folders whose names look like patterns', async () => {
    write('[a]/x.log', '[a]/y.md', 'a/x.log', 's p!#/*/x.log', 's p!#/q/x.log')
    writeLines('[a]/.gitignore', '*.log')
    writeLines('s p!#/*/.ignore', 'x.log')
    expect(await files('.')).toEqual(['[a]/y.md', 'a/x.log', 's p!#/q/x.log'])
  })

  it('of the folders around count down from the working folder, but not against a folder that is named', async () => {
    write('dist/a.md', 'dist/b.log', 'src/c.log', 'src/d.md')
    writeLines('.gitignore', 'dist/', '*.log')
    expect(await files('src')).toEqual(['src/d.md'])
    expect(await files('dist')).toEqual(['dist/a.md'])
    expect(await files('dist/*')).toEqual(['dist/a.md'])
  })

  it('of a repository count from its top, wherever in it the working folder is', async () => {
    write('repo/a/docs/x.md', 'repo/a/docs/x.log', 'repo/a/docs/x.tmp', 'repo/a/docs/x.bak', 'repo/.git/HEAD')
    writeLines('.gitignore', '*.md')
    writeLines('repo/.gitignore', '*.log')
    writeLines('repo/a/.gitignore', '*.tmp')
    for (const cwd of ['repo', 'repo/a', 'repo/a/docs', 'repo/.git']) {
      const plan = await resolveSources(join(root, 'repo/a/docs'), { cwd: join(root, cwd) })
      expect(plan.map(({ uri }) => uri!.split('/').at(-1))).toEqual(['x.bak', 'x.md'])
    }
  })

  it('of a worktree count from the file that leads to its repository', async () => {
    write('tree/.git', 'tree/docs/x.md', 'tree/docs/x.log')
    writeLines('tree/.gitignore', '*.log')
    const plan = await resolveSources('.', { cwd: join(root, 'tree/docs') })
    expect(plan.map(({ uri }) => uri!.split('/').at(-1))).toEqual(['x.md'])
  })

  it('of the working folder count for a repository inside it too', async () => {
    write('repo/.git/HEAD', 'repo/x.md', 'repo/x.log')
    writeLines('.gitignore', '*.log')
    expect(await files('repo')).toEqual(['repo/x.md'])
    expect(await files('.')).toEqual(['repo/x.md'])
  })

  it('outside the folders that may be read are not looked for', async () => {
    write('.git/HEAD', 'docs/in/x.md')
    writeLines('.gitignore', '*.md')
    const plan = await resolveSources('.', { cwd: join(root, 'docs/in'), roots: [join(root, 'docs')] })
    expect(plan.map(({ kind }) => kind)).toEqual(['file'])
  })

  it('may begin with a byte order mark and have Windows line ends', async () => {
    write('a.log', 'b.tmp', 'c.md')
    writeFileSync(join(root, '.gitignore'), '\ufeff*.log\r\n*.tmp\r\n')
    expect(await files('.')).toEqual(['c.md'])
  })

  it('tell upper from lower case', async () => {
    write('A.log', 'b.LOG')
    writeLines('.gitignore', '*.log')
    expect(await files('.')).toEqual(['b.LOG'])
  })

  it('that are folders are no rules', async () => {
    write('a.md', '.gitignore/a.md')
    expect(await files('.')).toEqual(['a.md'])
  })
})

describe('globs', () => {
  it('match from the folder they begin with', async () => {
    write('docs/a.md', 'docs/b.txt', 'docs/sub/c.md', 'd.md')
    expect(await files('docs/*.md')).toEqual(['docs/a.md'])
    expect(await files('docs/**/*.{md,txt}')).toEqual(['docs/a.md', 'docs/b.txt', 'docs/sub/c.md'])
    expect(await files('./docs/../*.md')).toEqual(['d.md'])
    expect(await files(join(root, '**/c.*'))).toEqual(['docs/sub/c.md'])
    expect(await files('{docs,docs/sub}/*.md', '{d,nothing}.md')).toEqual(['docs/a.md', 'docs/sub/c.md', 'd.md'])
    expect(await files('*/')).toEqual(['docs/a.md', 'docs/b.txt', 'docs/sub/c.md'])
  })

  it('may be longer than a file name', async () => {
    write('a.md')
    expect(await files(`*.{${Array.from({ length: 100 }, (_, i) => `ext${i}`)},md}`)).toEqual(['a.md'])
  })

  it('that match nothing are missing sources', async () => {
    write('docs/a.md', '.hidden.rst')
    for (const glob of ['*.rst', 'nowhere/*.md', 'docs/*/*.md', 'docs/a.md/*']) {
      await expect(resolveIn(glob)).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND', details: { missing: [glob] } })
    }
  })

  it('are literal where the path exists, as a whole or in its folders', async () => {
    write('a[1].md', 'a1.md', 'app/[slug]/page.md', 'app/s/page.md', '*.txt', 'b.txt')
    expect(await files('a[1].md')).toEqual(['a[1].md'])
    expect(await files('app/[slug]/*.md')).toEqual(['app/[slug]/page.md'])
    expect(await files('*.txt')).toEqual(['*.txt'])
    expect(await files('a[0-9].md')).toEqual(['a1.md'])
  })

  it('reach hidden folders they write out', async () => {
    write('.github/a.md', '.git/b.md')
    expect(await files('.github/*.md')).toEqual(['.github/a.md'])
    await expect(resolveIn('.*/b.md')).rejects.toThrowError(codeOf('SOURCE_NOT_FOUND'))
  })

  it('cannot climb after a wildcard', async () => {
    await expect(resolveIn('*/../x')).rejects.toThrowError(codeOf('INVALID_OPTION'))
  })
})

describe('links', () => {
  it('are followed inside the folder, each file once and by its own name', async () => {
    write('d/real/a.md', 'd/z.md')
    symlinkSync('real', join(root, 'd/alias'))
    symlinkSync('z.md', join(root, 'd/b.md'))
    const plan = await resolveIn('d')
    expect(await files('d')).toEqual(['d/z.md', 'd/real/a.md'])
    expect(skips(plan)).toEqual([['d/alias', 'read-already']])
    expect(await files('d/alias/*.md')).toEqual(['d/alias/a.md'])
    expect(await files('d/*/a.md')).toEqual(['d/real/a.md'])
  })

  it('reach a folder that is otherwise left out', async () => {
    write('d/.releases/v2/a.md')
    symlinkSync('.releases/v2', join(root, 'd/current'))
    expect(await files('d')).toEqual(['d/current/a.md'])
  })

  it('that leave the folder, lead nowhere or run in circles are reported', async () => {
    write('d/a.md', 'outside.md')
    symlinkSync('../outside.md', join(root, 'd/out'))
    symlinkSync('..', join(root, 'd/up'))
    symlinkSync('.', join(root, 'd/loop'))
    symlinkSync('nothing', join(root, 'd/broken'))
    symlinkSync('self', join(root, 'd/self'))
    const plan = await resolveIn('d')
    expect(await files('d')).toEqual(['d/a.md'])
    expect(skips(plan)).toEqual([
      ['d/broken', 'broken-link'],
      ['d/loop', 'read-already'],
      ['d/out', 'link-leads-outside'],
      ['d/up', 'link-leads-outside'],
    ])
    expect(plan.filter(({ kind }) => kind === 'failed')).toMatchObject([{ error: { code: 'SOURCE_UNREADABLE' } }])
  })

  it('among many folders do not multiply the work', async () => {
    for (let i = 0; i < 12; i++) {
      write(`d/f${i}/a.md`)
      for (let j = 0; j < 12; j++) if (j !== i) symlinkSync(`../f${j}`, join(root, `d/f${i}/to${j}`))
    }
    expect(await files('d')).toHaveLength(12)
    expect(await files('d/**/a.md')).toHaveLength(12)
  })
})

describe('one file reached twice', () => {
  it('stands once, at its first place, and counts as named', async () => {
    write('d/a.md', 'd/b.md')
    const plan = await resolveIn(['d', 'd/b.md', './d/../d/a.md', 'd/*.md'])
    expect(plan.map((entry) => [entry.kind, entry.origin])).toEqual([
      ['file', 'named'],
      ['file', 'named'],
    ])
  })

  it('is reported when it is a text, and refused when different texts share a uri', async () => {
    write('a.md')
    const plan = await resolveIn([{ text: 'x' }, { text: 'x' }, { text: 'y', uri: 'u' }, { text: 'y', uri: 'u' }])
    expect(plan.map(({ kind }) => kind)).toEqual(['text', 'skipped', 'text', 'skipped'])
    const clash = [
      { text: 'x', uri: 'u' },
      { text: 'y', uri: 'u' },
    ]
    await expect(resolveIn(clash)).rejects.toThrowError(codeOf('INVALID_OPTION'))
    const withFile = ['a.md', { text: 'x', uri: pathToFileURL(join(root, 'a.md')).href }]
    await expect(resolveIn(withFile)).rejects.toThrowError(codeOf('INVALID_OPTION'))
  })
})

describe('roots', () => {
  it('hold named sources in, by name and by where links lead', async () => {
    write('in/a.md', 'out.md', 'inner/x.md')
    symlinkSync('../out.md', join(root, 'in/link.md'))
    const roots = ['in']
    const within = (source: string) => resolveSources(source, { cwd: root, roots })
    expect(await within('in/a.md')).toHaveLength(1)
    expect((await within('in/*.md')).map(({ kind }) => kind)).toEqual(['file', 'skipped'])
    for (const source of [
      'out.md',
      'in/../out.md',
      'in/link.md',
      '/etc/passwd',
      '.',
      'nothing-here',
      '*.md',
      'inner',
    ]) {
      await expect(within(source)).rejects.toThrowError(codeOf('SOURCE_OUTSIDE_ROOT'))
    }
  })

  it('must exist themselves', async () => {
    await expect(resolveSources([], { cwd: root, roots: ['none'] })).rejects.toThrowError(codeOf('SOURCE_NOT_FOUND'))
  })
})

describe('resolveSources', () => {
  it('refuses options nobody reads', async () => {
    await expect(resolveSources([], { root } as object)).rejects.toThrowError(codeOf('UNKNOWN_OPTION'))
  })

  it('stops when aborted', async () => {
    write('a.md')
    await expect(resolveSources('.', { cwd: root, signal: AbortSignal.abort() })).rejects.toThrowError(
      codeOf('ABORTED'),
    )
  })
})
