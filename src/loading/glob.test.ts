import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlob, expandBraces, type Glob, isGlobPattern, literalName } from './glob.js'

function matches(pattern: string, path: string): boolean {
  return follow(compileGlob(expandBraces(pattern).map((alternative) => alternative.split('/'))), path)
}

function follow(glob: Glob, path: string): boolean {
  const names = path.split('/')
  const state = names.slice(0, -1).reduce(glob.enter, glob.start)
  return glob.matches(state, names.at(-1)!)
}

describe('compileGlob', () => {
  it.each([
    ['*.md', 'a.md'],
    ['docs/*.md', 'docs/a.md'],
    ['**/*.md', 'a.md'],
    ['**/*.md', 'a/b/c.md'],
    ['a/**', 'a/b/c'],
    ['a/**/b', 'a/b'],
    ['a/**/**/b', 'a/x/y/b'],
    ['?.txt', '👩.txt'],
    ['[a-c]x', 'bx'],
    ['[!a-c]x', 'dx'],
    ['[^a]x', 'bx'],
    ['[]]', ']'],
    ['[a-]', '-'],
    ['*.{md,txt}', 'a.txt'],
    ['{a,b/c}/d', 'b/c/d'],
    ['{a,{b,c}}', 'c'],
    ['a{,b}', 'a'],
    ['{x}', '{x}'],
    ['\\*', '*'],
    ['a (copy)*.md', 'a (copy) 2.md'],
    ['a+b@c!*', 'a+b@c!d'],
    ['.github/*.md', '.github/a.md'],
    ['.*', '.env'],
    ['**/.github/**', 'x/.github/w/a.yml'],
    ['node_modules/*/readme.md', 'node_modules/x/readme.md'],
    ['*a*b*', 'xxaxxbxx'],
    ['a**b', 'axyb'],
  ])('%s matches %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(true)
  })

  it.each([
    ['*.md', 'a/b.md'],
    ['*.md', 'a.mdx'],
    ['**/*.md', '.hidden/a.md'],
    ['**', '.env'],
    ['*', '.env'],
    ['[.]env', '.env'],
    ['**/*.js', 'node_modules/a.js'],
    ['*/a.js', 'node_modules/a.js'],
    ['.*/config', '.git/config'],
    ['a/**', 'b/c'],
    ['?', ''],
    ['[a-c]', 'd'],
    ['[a', 'a'],
    ['*.MD', 'a.md'],
  ])('%s does not match %s', (pattern, path) => {
    expect(matches(pattern, path)).toBe(false)
  })

  it('opens only folders in which something can match', () => {
    const glob = compileGlob([['src', '*', 'x.ts']])
    expect(glob.enter(glob.start, 'docs')).toEqual([])
    const inSrc = glob.enter(glob.start, 'src')
    expect(glob.enter(glob.enter(inSrc, 'a'), 'x.ts')).toEqual([])
  })

  it('agrees with a regular expression made of the same pattern', () => {
    const segment = fc
      .array(fc.constantFrom('a', 'b', '*', '?', '[ab]'), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join('').replace(/\*+/g, '*'))
    const pattern = fc.array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 })
    const path = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(pattern, path, (segments, names) => {
        expect(follow(compileGlob([segments]), names.join('/'))).toBe(asRegExp(segments).test(`/${names.join('/')}`))
      }),
      { numRuns: 3000 },
    )
  })

  it('matches many stars against a long name at once', () => {
    expect(matches(`${'*a'.repeat(100)}b`, 'a'.repeat(250))).toBe(false)
    expect(matches(`${'**/'.repeat(60)}b`, `${'a/'.repeat(200)}c`)).toBe(false)
  })
})

function asRegExp(segments: readonly string[]): RegExp {
  const parts = segments.map((segment, index) => {
    if (segment === '**') return index === segments.length - 1 ? '(?:/[^/]+)+' : '(?:/[^/]+)*'
    return `/${segment.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}`
  })
  return new RegExp(`^${parts.join('')}$`)
}

describe('expandBraces', () => {
  it('gives each string once and leaves groups without a comma alone', () => {
    expect(expandBraces('{a,b}{1,2}').sort()).toEqual(['a1', 'a2', 'b1', 'b2'])
    expect(expandBraces('{a,a}')).toEqual(['a'])
    expect(expandBraces('{a},{b')).toEqual(['{a},{b'])
    expect(expandBraces('\\{a,b}')).toEqual(['\\{a,b}'])
  })

  it('refuses a pattern that stands for too many', () => {
    expect(() => expandBraces('{a,b}'.repeat(30))).toThrowError(expect.objectContaining({ code: 'INVALID_OPTION' }))
  })
})

describe('isGlobPattern', () => {
  it('sees wildcards, but not in plain or escaped names', () => {
    for (const pattern of ['*', 'a?', '[ab]', '{a,b}', 'x/**/y']) expect(isGlobPattern(pattern)).toBe(true)
    for (const name of ['a.md', 'a (1).md', '{x}', 'a[', '\\*', 'a]b[', '']) expect(isGlobPattern(name)).toBe(false)
    expect(literalName('a\\*b')).toBe('a*b')
  })
})
