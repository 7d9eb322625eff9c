import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { matchesGlob } from './glob-path.js'

const uri = (path: string) => pathToFileURL(path).href

describe('matchesGlob', () => {
  it.each([
    ['docs/**/*.md', '/w/docs/a/b c.md'],
    ['*.{md,txt}', '/w/a.txt'],
    ['../x/*', '/x/a'],
    ['/abs/*.md', '/abs/a#1.md'],
    ['{docs,src/lib}/*.md', '/w/src/lib/a.md'],
    ['app/[slug]/*.md', '/w/app/[slug]/a.md'],
    ['app/[slug]/*.md', '/w/app/s/a.md'],
    ['docs/*/', '/w/docs/a/b/c.md'],
  ])('%s stands for %s', (pattern, path) => {
    expect(matchesGlob(pattern, uri(path), '/w')).toBe(true)
    expect(matchesGlob(pattern, `${uri(path)}#L12`, '/w')).toBe(true)
  })

  it.each([
    ['docs/*.md', '/w/docs/a/b.md'],
    ['docs/*.md', '/w/other/a.md'],
    ['**/*.md', '/elsewhere/a.md'],
    ['**', '/w/.env'],
    ['docs/*', '/w/docs'],
    ['*', '/w'],
  ])('%s does not stand for %s', (pattern, path) => {
    expect(matchesGlob(pattern, uri(path), '/w')).toBe(false)
  })

  it('knows files only', () => {
    expect(matchesGlob('**', 'https://example.com/a.md', '/w')).toBe(false)
    expect(matchesGlob('**', 'notes/1', '/w')).toBe(false)
  })

  it.each(['file:///w/a%2Fb', 'file://server/w/x.md', 'file:///w/%zz'])('knows that %s is no file', (name) => {
    expect(matchesGlob('/**', name, '/w')).toBe(false)
  })
})
