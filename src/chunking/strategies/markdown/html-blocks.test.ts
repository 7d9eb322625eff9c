import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { markdownStrategy, metadata } from './index.js'

const chunk = (text: string, maxSize: number) =>
  new StrategyChunker('markdown', markdownStrategy, metadata, { maxSize }).chunk(text)
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const range = (length: number) => Array.from({ length }, (_, index) => index)

describe('HTML in Markdown that does not fit', () => {
  it('is cut between rows, each part a table with its head', async () => {
    const rows = range(12).map((index) => `<tr>\n<td>key ${index}</td>\n<td>value ${index}</td>\n</tr>`)
    const head = '<thead>\n<tr>\n<th>Key</th>\n<th>Value</th>\n</tr>\n</thead>'
    const chunks = await chunk(`# T\n\n<table>\n${head}\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n\nEnd.`, 260)
    const tables = chunks.filter(({ text }) => text.includes('<td>'))
    expect(tables.length).toBeGreaterThan(3)
    for (const { text, flags } of tables) {
      expect(flags).toEqual([])
      expect(text).toContain('<th>Value</th>')
      for (const tag of ['table', 'tbody', 'tr', 'td', 'thead']) {
        expect(count(text, new RegExp(`<${tag}>`, 'g'))).toBe(count(text, new RegExp(`</${tag}>`, 'g')))
      }
    }
  })

  it('is cut between rows and items whose end tags were left out', async () => {
    const rows = range(12).map((index) => `<tr>\n<td>key ${index}\n<td>value ${index}`)
    for (const { text } of await chunk(`<table>\n${rows.join('\n')}\n</table>`, 120)) {
      expect(text).toMatch(/^<table>\n<tr>\n<td>key[\s\S]*<\/table>$/)
    }
    const items = range(12).map((index) => `  <li>item ${index}\n  more of it`)
    for (const { text } of await chunk(`<ul>\n${items.join('\n')}\n</ul>`, 120)) {
      expect(text).toMatch(/^<ul>\n {2}<li>item[\s\S]*<\/ul>$/)
    }
  })

  it('is flagged where a row is larger than the limit', async () => {
    const row = `<tr>\n<td>${'word '.repeat(60)}\n</td>\n</tr>`
    const chunks = await chunk(`<table>\n${row}\n</table>`, 150)
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text, flags } of chunks) {
      expect(flags).toContain('split-atom')
      expect(text).toMatch(/^<table>[\s\S]*<\/table>$/)
    }
  })

  it('is flagged where rows share a line', async () => {
    const row = '<tr><td>Some words.</td><td>Other words.</td></tr>'
    for (const { flags } of await chunk(row.repeat(10).replace(/^/, '<table>'), 150))
      expect(flags).toEqual(['split-atom'])
  })

  it('keeps tags and summary of details around each part, with and without blank lines', async () => {
    const lines = range(10).map((index) => `Line ${index} of what is hidden.`)
    for (const gap of ['\n', '\n\n']) {
      const text = `<details>\n<summary>More</summary>\n${gap}${lines.join(gap)}${gap}</details>`
      const chunks = await chunk(text, 140)
      expect(chunks.length).toBeGreaterThan(1)
      for (const part of chunks) {
        expect(part.text).toMatch(/^<details>\n<summary>More<\/summary>\n[\s\S]*<\/details>$/)
        expect(part.flags).toEqual([])
      }
    }
  })

  it('keeps quote marks before the tags', async () => {
    const rows = range(8).map((index) => `> <tr>\n> <td>value ${index}</td>\n> </tr>`)
    for (const { text } of await chunk(`> <table>\n${rows.join('\n')}\n> </table>`, 120)) {
      expect(text).toMatch(/^> <table>\n> <tr>[\s\S]*\n> <\/table>$/)
    }
  })

  it('keeps the tags of text that is preformatted or a script, whatever it looks like', async () => {
    const lines = range(40).map((index) => `# <table> ${index}`)
    for (const name of ['pre', 'script', 'style', 'textarea']) {
      const chunks = await chunk(`<${name}>\n${lines.join('\n')}\n</${name}>`, 120)
      expect(chunks.length).toBeGreaterThan(3)
      for (const { text, flags } of chunks) {
        expect(text).toMatch(new RegExp(`^<${name}>\n# [\\s\\S]*\n</${name}>$`))
        expect(flags).toEqual([])
      }
    }
  })

  it('takes time that grows no faster than the source', async () => {
    for (const unit of [
      '<table>\n',
      '<tr>\n',
      '<!--\n',
      '<ul>\n<li>\n',
      '</tr>\n',
      '<table><tr><td>\n',
      '<td\n',
      '<pre>\n',
    ]) {
      const began = process.cpuUsage()
      await chunk(`<div>\n${unit.repeat(20_000)}`, 100)
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(4000)
    }
  })
})

describe('a footnote that does not fit', () => {
  it('has its label on each part', async () => {
    const text = `Text.[^note]\n\n[^note]: ${'It says something more. '.repeat(20)}\n\n    And more. ${'So it does. '.repeat(10)}`
    const chunks = (await chunk(text, 150)).filter((part) => !part.text.startsWith('Text'))
    expect(chunks.length).toBeGreaterThan(3)
    for (const part of chunks) expect(part.text).toMatch(/^\[\^note\]: +\S/)
  })
})
