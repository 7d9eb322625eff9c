import { describe, expect, it } from 'vitest'
import type { Block, Structure } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { markdownStrategy, metadata } from './index.js'

const chunk = (text: string, maxSize: number) =>
  new StrategyChunker('markdown', markdownStrategy, metadata, { maxSize }).chunk(text)
const range = (length: number) => Array.from({ length }, (_, index) => index)
const fence = (name: string) => `\`\`\`js\n${name}()\n\`\`\``

function kinds(text: string): string[] {
  const document = { id: '', text, mediaType: 'text/markdown', contentHash: '', metadata: {} }
  const structure = markdownStrategy.structure(document, {}, {}) as Structure & { blocks: Iterable<Block> }
  return [...structure.blocks].map(({ kind }) => kind)
}

describe('an element that a blank line interrupts is one block', () => {
  it.each([
    ['a table', '<table>\n<tr>\n\n<td>a</td>\n\n</tr>\n</table>\n\nend', ['html', 'paragraph']],
    ['a list', '<ul>\n<li>a\n\nb</li>\n\n</ul>', ['html']],
    ['a table with fences in its cells', `<table><tr><td>\n\n${fence('a')}\n\n</td></tr></table>`, ['element']],
    ['a division with Markdown in it', '<div class="a">\n\ntext\n\n- b\n\n</div>', ['element']],
    ['divisions in divisions', '<div>\n\n<div>\n\na\n\n</div>\n\n</div>\n\nb', ['element', 'paragraph']],
    ['a table in a division, by their common end', '<div>\n<table>\n<tr>\n\n<td>a\n\n</table></div>', ['html']],
    [
      'a tag in a script opens nothing',
      '<div>\n\n<script>\na("<div>")\n</script>\n\n</div>\n\na\n\n</div>',
      ['element', 'paragraph', 'html'],
    ],
    ['an end tag in a comment closes nothing', '<div>\n\n<!-- </div> -->\n\na\n\n</div>', ['element']],
  ])('%s', (_, text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })

  it.each([
    ['a heading, which begins a section', '<div>\n\n# a\n\nb\n\n</div>', ['html', 'heading', 'paragraph', 'html']],
    ['no end tag', '<table>\n\n<p>a\n\nb', ['html', 'html', 'paragraph']],
    ['no start tag', 'a\n\n</div>\n\nb', ['paragraph', 'html', 'paragraph']],
    ['an element that ends around it', '<div>\n\n<p>\n\na\n\n</div>\n\n</p>', ['element', 'html']],
  ])('but not with %s', (_, text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })
})

describe('an interrupted element that does not fit', () => {
  it('is cut between rows below its head', async () => {
    const rows = range(12).map((index) => `<tr>\n\n<td>key ${index}</td>\n\n<td>value ${index}</td>\n\n</tr>`)
    const head = '<thead><tr><th>Key</th></tr></thead>'
    const chunks = await chunk(`<table>\n${head}\n${rows.join('\n')}\n</table>`, 240)
    expect(chunks.length).toBeGreaterThan(1)
    for (const { text, flags } of chunks) {
      expect(flags).toEqual([])
      expect(text).toMatch(/^<table>\n<thead>.*<\/thead>\n<tr>[\s\S]*<\/tr>\n<\/table>$/)
    }
  })

  it('keeps fences in cells whole, and tags around each part', async () => {
    const cells = range(9).map((index) => fence(`name${index}`))
    const text = `<table><tr><td>\n\n${cells.join('\n\n</td></tr>\n<tr><td>\n\n')}\n\n</td></tr></table>`
    const chunks = await chunk(text, 160)
    expect(chunks.length).toBeGreaterThan(2)
    for (const part of chunks) {
      expect(part.text).toMatch(/^<table><tr><td>\n[\s\S]*<\/td><\/tr><\/table>$/)
      expect(part.text.match(/^```/gm)!.length % 2).toBe(0)
      expect(part.text.match(/<td>/g)).toHaveLength(part.text.match(/<\/td>/g)!.length)
    }
  })

  it('opens again with its attributes', async () => {
    const chunks = await chunk(`<div class="note">\n\n${'Some words of it. '.repeat(20)}\n\n</div>`, 150)
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text } of chunks) expect(text).toMatch(/^<div class="note">\n\nSome [\s\S]*\n\n<\/div>$/)
  })

  it.each([
    '<div>\n\n',
    '<div>\n\n</p>\n\n',
    '<div>\n\n# a\n\n',
    '<details>\n\n# a\n\n',
    '<div> <!--\n\n--> </div>\n\n',
  ])('is found in time that grows no faster than the source: %j', async (unit) => {
    const began = process.cpuUsage()
    await chunk(`${unit.repeat(20_000)}</section>${'</div>\n\n'.repeat(20_000)}`, 100)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(6000)
  })
})
