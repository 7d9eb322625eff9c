import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveSources } from './resolve.js'

const hasGit = spawnSync('git', ['--version']).status === 0

const folder = fc.constantFrom('a', 'b', 'sub', '[x]', 'e f', 'g!')
const file = fc.constantFrom('a', 'b', 'c.md', 'd.log', '[x]', 'e f', 'g!', '#h').map((name) => `${name}.f`)
const path = fc.tuple(fc.array(folder, { maxLength: 3 }), file).map(([folders, name]) => [...folders, name].join('/'))
const rule = fc
  .tuple(
    fc.constantFrom('', '', '!'),
    fc.constantFrom('', '/', '**/', 'a/', 'sub/'),
    fc.constantFrom('a', 'b', '*.f', 'sub', '*', 'c*', '\\[x\\]', 'e f', 'e?f', '\\#h.f', '[abd]*', 'g!', '**'),
    fc.constantFrom('', '/', '/*', '/**', '/b'),
  )
  .map((parts) => parts.join(''))
const ignoreFile = fc.tuple(fc.array(folder, { maxLength: 2 }), fc.array(rule, { minLength: 1, maxLength: 4 }))

describe.skipIf(!hasGit)('ignore files (skipped without git)', () => {
  it('keep out exactly what git keeps out', async () => {
    const trees = fc.uniqueArray(path, { minLength: 3, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(trees, fc.array(ignoreFile, { minLength: 1, maxLength: 3 }), async (paths, ignoreFiles) => {
        const root = realpathSync(mkdtempSync(join(tmpdir(), 'tessera-ignore-')))
        try {
          for (const each of paths) write(join(root, each), 'x')
          for (const [folders, rules] of ignoreFiles) write(join(root, ...folders, '.gitignore'), rules.join('\n'))
          expect(await found(root)).toEqual(untracked(root))
        } finally {
          rmSync(root, { recursive: true, force: true })
        }
      }),
      { numRuns: 60 },
    )
  })
})

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

async function found(root: string): Promise<string[]> {
  const plan = await resolveSources('.', { cwd: root })
  return plan.flatMap((entry) => (entry.kind === 'file' ? [entry.path.slice(root.length + 1)] : [])).sort()
}

function untracked(root: string): string[] {
  execFileSync('git', ['init', '-q', root])
  const listed = execFileSync('git', ['-C', root, 'ls-files', '-z', '-o', '--exclude-per-directory=.gitignore'])
  return listed
    .toString()
    .split('\0')
    .filter((name) => name.endsWith('.f'))
    .sort()
}
