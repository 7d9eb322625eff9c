import { describe, expect, it } from 'vitest'
import { createChunker } from '../../chunking/index.js'
import { openEnvironments, openFences, openTags } from './balance.js'
import { countBroken } from './broken-structures.js'

describe('what a text leaves open', () => {
  it('is a fence without an end, in quotes and lists too', () => {
    expect(openFences('```js\na\n```\n~~~\n```\n~~~')).toBe(0)
    expect(openFences('> - ```\n>   a\n>   ````')).toBe(0)
    expect(openFences('```md\n    ```js\n    ```\n```')).toBe(0)
    expect(openFences('a\n```js\nb')).toBe(1)
    expect(openFences('a\n```\n')).toBe(1)
    expect(openFences('````\n```\n')).toBe(1)
    expect(openFences('``` not `a fence\n')).toBe(0)
  })

  it('is an environment without its other end, comments and verbatim text aside', () => {
    expect(openEnvironments('\\begin{a}\\begin{b}x\\end{b}\\end{a}')).toBe(0)
    expect(openEnvironments('\\begin{a}\\end{b}')).toBe(2)
    expect(openEnvironments('% \\begin{a}\n\\% \\begin{b}\\\\% \\end{b}')).toBe(1)
    expect(openEnvironments('\\begin{verbatim}\\begin{a}\\end{verbatim}')).toBe(0)
    expect(openEnvironments('\\begin{document}')).toBe(0)
  })

  it('is a tag without its other end, where it needs one', () => {
    expect(openTags('<p>a<br><li>b<img src=x><DIV><b>c</B></div>')).toBe(0)
    expect(openTags('<section><article>')).toBe(2)
    expect(openTags('</section>')).toBe(1)
    expect(openTags('<!-- <div> --><script>if (a<b) "<div>"</script><svg/>')).toBe(0)
    expect(openTags('1 < 2 and a <b')).toBe(0)
  })

  it('takes linear time for hostile text', () => {
    const began = performance.now()
    for (const piece of ['<!--', '<a', '\\begin{', '```', '<script>', '> '])
      [openTags, openEnvironments, openFences].map((count) => count(piece.repeat(500_000)))
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

const TABLE = `| a | b |\n|---|---|\n${'| one two three | four five six |\n'.repeat(8)}`
const PAGE = `<table>${'<tr><td>one two</td><td>three four</td></tr>\n'.repeat(8)}</table>`

async function broken(strategy: string, text: string, mediaType: string, options = {}) {
  const chunker = await createChunker(strategy, { maxSize: 90, overlap: 0, ...options })
  const chunks = await chunker.chunk({ text, mediaType })
  return countBroken({ id: 'd', text, mediaType, contentHash: '', metadata: {} }, chunks)
}

describe('what chunks break', () => {
  it('is counted by the format of the document, whatever strategy cut it', async () => {
    expect(await broken('markdown', TABLE, 'text/markdown; charset=utf-8')).toEqual({ fences: 0, rows: 0 })
    expect((await broken('character', TABLE, 'text/markdown')).rows).toBeGreaterThan(4)
    expect(await broken('html', PAGE, 'text/html')).toEqual({ tags: 0, rows: 0 })
    expect(await broken('html', PAGE, 'text/html', { stripTags: false })).toEqual({ tags: 0, rows: 0 })
    expect((await broken('character', PAGE, 'text/html', { maxSize: 70 })).rows).toBeGreaterThan(4)
    expect(await broken('character', TABLE, 'text/plain')).toEqual({})
  })

  it('leaves out what the document itself leaves open', async () => {
    expect(await broken('recursive', 'a\n\n```js\nb', 'text/markdown')).toEqual({ fences: 0, rows: 0 })
    expect(await broken('recursive', '\\begin{a}', 'text/x-tex')).toEqual({ environments: 0 })
  })
})
