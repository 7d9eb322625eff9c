import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { type HtmlOptions, htmlStrategy, metadata } from './index.js'

async function texts(text: string, options: HtmlOptions = {}): Promise<string[]> {
  const { chunks } = await new StrategyChunker('html', htmlStrategy, metadata, options).chunkWithReport(text)
  return chunks.map((chunk) => chunk.text)
}

describe('empty cells', () => {
  it('keep the cells behind them in their columns', async () => {
    expect(await texts('<table><tr><td>a<td>b<tr><td></td><td>c</table>')).toEqual(['a\tb\n\tc'])
    expect(await texts('<table><tr><td></td><td></td><td> a<tr><td>b</table>c')).toEqual(['\t\ta\nb\nc'])
  })

  it('do so at the beginning of a chunk and in a repeated header', async () => {
    const row = '<tr><td></td><td>left<td>right'
    const table = `<table><tr><td></td><th>k<th>v${row.repeat(4)}</table>`
    expect(await texts(table, { maxSize: 30 })).toEqual(Array(2).fill(`\tk\tv${'\n\tleft\tright'.repeat(2)}`))
  })

  it('come to nothing in an empty row', async () => {
    expect(await texts('<table><tr><td>a<tr><td></td><td></td><tr><td>b</table>')).toEqual(['a\nb'])
  })
})

describe('the header of a table', () => {
  const data = '<tr><td>left<td>right'
  const parts = (rows: string, maxSize: number) => texts(`<table>${rows}</table>`, { maxSize })

  it('is all rows of header cells that it begins with', async () => {
    const rows = `<tr><th colspan=2>T<tr><th>k<th>v${data.repeat(3)}`
    expect(await parts(rows, 18)).toEqual(Array(3).fill('T\nk\tv\nleft\tright'))
  })

  it('may be alone in the first row group', async () => {
    const rows = `<tbody><tr><th>k<th>v<tbody>${data.repeat(3)}`
    expect(await parts(rows, 16)).toEqual(Array(3).fill('k\tv\nleft\tright'))
  })

  it('heads the row groups behind its own too', async () => {
    const rows = `<tbody><tr><th>k<th>v${data.repeat(2)}<tbody>${data.repeat(2)}`
    expect(await parts(rows, 16)).toEqual(Array(4).fill('k\tv\nleft\tright'))
  })

  it('is neither the title of some rows nor a key', async () => {
    const titled = `<thead><tr><th>k<th>v</thead><tr><th colspan=2>A${data.repeat(2)}`
    expect(await parts(titled, 16)).toEqual(['k\tv\nA\nleft\tright', 'k\tv\nleft\tright'])
    const keys = '<tr><th>name<td></td><tr><th>age<td>5<tr><th>size<td>7'
    expect(await parts(keys, 10)).toEqual(['name\nage\t5', 'size\t7'])
  })

  it('is repeated with its tags where chunks show them', async () => {
    const rows = `<tbody><tr><th>k</th></tr></tbody><tbody>${'<tr><td>word</td></tr>'.repeat(8)}</tbody>`
    expect(await texts(`<table>${rows}</table>`, { stripTags: false, maxSize: 160 })).toEqual([
      `<table><tbody><tr><th>k</th></tr></tbody><tbody>${'<tr><td>word</td></tr>'.repeat(4)}</tbody></table>`,
      `<table><tr><th>k</th></tr><tbody>${'<tr><td>word</td></tr>'.repeat(4)}</tbody></table>`,
    ])
  })
})
