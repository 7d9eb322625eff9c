import { describe, expect, it } from 'vitest'
import type { Node } from './node.js'
import { headerRows, readRows } from './rows.js'
import { createSource } from './source.js'
import { parseTree } from './tree.js'
import { Vocabulary } from './vocabulary.js'

function read(text: string): { node: Node; rows: string[]; header: number } {
  const vocabulary = new Vocabulary()
  const tree = parseTree(text, vocabulary)
  const node = tree.nodes[0]!
  const rows = readRows(createSource(text, vocabulary, tree), node)
  return {
    node,
    rows: rows.map(({ start, end }) => text.slice(start, end).trim()),
    header: headerRows(rows, node.bodyStart),
  }
}

describe('readRows', () => {
  it('cuts a table after each row and the rules below it', () => {
    const { rows, header } = read(
      '\\begin{tabular}{ll}\n\\toprule\na & b \\\\ \\midrule\nc & d \\\\[2pt]\n\\cmidrule(l){1-2} % note\ne & f\\\\\\hline\n\\end{tabular}',
    )
    expect(rows).toEqual([
      '\\begin{tabular}{ll}\n\\toprule\na & b \\\\ \\midrule',
      'c & d \\\\[2pt]\n\\cmidrule(l){1-2} % note',
      'e & f\\\\\\hline\n\\end{tabular}',
    ])
    expect(header).toBe(1)
  })

  it('does not cut at a \\\\ inside braces or inner environments', () => {
    const { rows } = read(
      '\\begin{align}a &= \\text{x \\\\ y} \\\\ b &= \\begin{cases}1 \\\\ 2\\end{cases} \\\\* c\\end{align}',
    )
    expect(rows).toHaveLength(3)
    expect(rows[1]).toBe('b &= \\begin{cases}1 \\\\ 2\\end{cases} \\\\*')
  })

  it('reads a display without line breaks as one row', () => {
    expect(read('\\[ a = b \\]').rows).toEqual(['\\[ a = b \\]'])
  })

  it('finds several header rows, and none where no rule follows', () => {
    expect(read('\\begin{tabular}{l}a\\\\b\\\\\\hline c\\\\d\\end{tabular}').header).toBe(2)
    expect(read('\\begin{tabular}{l}a\\\\b\\\\c\\\\d\\end{tabular}').header).toBe(0)
  })

  it('repeats no header that is longer than a header should be', () => {
    expect(read(`\\begin{tabular}{l}${'a'.repeat(400)}\\\\\\hline b\\end{tabular}`).header).toBe(0)
  })
})
