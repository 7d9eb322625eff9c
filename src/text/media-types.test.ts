import { describe, expect, it } from 'vitest'
import { mediaTypeOfName, plainMediaType } from './media-types.js'

describe('mediaTypeOfName', () => {
  it.each([
    ['README.MD', 'text/markdown'],
    ['docs/guide.mdx', 'text/markdown'],
    ['C:\\docs\\a.tex', 'text/x-tex'],
    ['file:///a%20b/page.html?x=a.md#c.json', 'text/html'],
    ['https://example.com/data.jsonl?v=1.2', 'application/x-ndjson'],
    ['settings.jsonc', 'application/json'],
    ['types.d.ts', 'text/typescript'],
    ['src/Makefile', 'text/x-makefile'],
    ['weird#name?.py', 'text/x-python'],
    ['a.tex?raw=1', 'text/x-tex'],
    ['docs/guide.md#setup.html', 'text/markdown'],
    ['page.html?next=a/b.md', 'text/html'],
    ['notes on C#.md', 'text/markdown'],
    ['https://example.org/a.md', 'text/markdown'],
    ['refs.bbl', 'text/x-tex'],
    ['plot.pgf', 'text/x-tex'],
    ['report.Rnw', 'text/x-tex'],
    ['manual.texi', 'text/x-texinfo'],
  ])('%s is %s', (name, mediaType) => {
    expect(mediaTypeOfName(name)).toBe(mediaType)
  })

  it('knows nothing of other names', () => {
    for (const name of [
      '',
      'noextension',
      'README',
      'docs/LICENSE',
      'a.unknownext',
      'archive.md/file',
      'constructor',
      'a.__proto__',
      'a.',
      'https://bun.sh',
      'https://readme.md/?a.tex',
      'a?b#c',
    ]) {
      expect(mediaTypeOfName(name)).toBeUndefined()
    }
  })
})

describe('plainMediaType', () => {
  it('drops parameters and case', () => {
    expect(plainMediaType('Text/HTML ; charset="utf-8"')).toBe('text/html')
    expect(plainMediaType('text/markdown;variant=GFM')).toBe('text/markdown')
  })
})
