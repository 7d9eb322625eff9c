import { describe, expect, it } from 'vitest'
import { reading } from './reading.js'
import { readRows } from './rows.js'
import { createSource } from './source.js'
import { tableHeader } from './table-header.js'
import { parseTree } from './tree.js'

function headerOf(text: string): { text: string; rows: number } {
  const read = reading(text)
  const tree = parseTree(read)
  const node = tree.nodes[0]!
  return tableHeader(text, node, readRows(createSource(read, tree), node))
}

function ofTabular(body: string): string {
  return headerOf(`\\begin{tabular}{lll}${body}\\end{tabular}`).text
}

function ofLongtable(body: string): { text: string; rows: number } {
  return headerOf(`\\begin{longtable}{ll}${body}\\end{longtable}`)
}

describe('tableHeader', () => {
  it('is what stands above the first rule over all columns', () => {
    expect(ofTabular('a\\\\\\hline b\\\\\\hline c')).toBe('a\\\\\\hline')
    expect(ofTabular('a\\\\b\\\\\\hline c\\\\d')).toBe('a\\\\b\\\\\\hline')
  })

  it('goes on below rules over some columns', () => {
    const head = '\\toprule & \\multicolumn{2}{c}{Score} \\\\ \\cmidrule(lr){2-3} Name & A & B \\\\ \\midrule'
    expect(ofTabular(`${head} Anna & 1 & 2 \\\\ Ben & 3 & 4 \\\\ \\bottomrule`)).toBe(head)
  })

  it.each([
    ['a\\\\b\\\\c\\\\d', 'no rule'],
    ['Name & Age\\\\Anna & 12\\\\Ben & 13\\\\Cid & 14\\\\\\hline Dora & 15\\\\', 'rows of data above the first rule'],
    [`${'a'.repeat(400)}\\\\\\hline b`, 'a row longer than a header should be'],
  ])('is nothing in %j: %s', (body) => {
    expect(ofTabular(body)).toBe('')
  })

  it('is what a long table declares, without its caption', () => {
    const head = '\\toprule Name & Age \\\\ \\midrule \\endhead'
    expect(ofLongtable(`\\caption{Foo}\\label{t}\\\\ ${head} Anna & 12 \\\\ Ben & 13 \\\\`)).toEqual({
      text: head,
      rows: 2,
    })
  })

  it('is the head of further pages where the first page has one of its own', () => {
    const first = '\\hline Name & Age \\\\ \\hline \\endfirsthead'
    const further = '\\hline Name (cont) & Age \\\\ \\hline \\endhead'
    const feet = '\\hline \\endfoot \\hline End \\\\ \\endlastfoot'
    expect(ofLongtable(`${first} ${further} ${feet} Anna & 12 \\\\ Ben & 13 \\\\`)).toEqual({ text: further, rows: 4 })
    expect(ofLongtable(`${first} ${feet} Anna & 12 \\\\`).text).toBe(first)
  })

  it('does not count the rows of a head that is declared', () => {
    const rows = Array.from({ length: 8 }, (_, index) => `h${index} \\\\`).join(' ')
    expect(ofLongtable(`${rows} \\endhead Anna \\\\`)).toEqual({ text: `${rows} \\endhead`, rows: 8 })
  })
})
