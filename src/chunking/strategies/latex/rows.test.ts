import { describe, expect, it } from 'vitest'
import type { Node } from './node.js'
import { reading } from './reading.js'
import { readRows } from './rows.js'
import { createSource } from './source.js'
import { tableHeader } from './table-header.js'
import { parseTree } from './tree.js'

function read(text: string): { node: Node; rows: string[]; header: string } {
  const read = reading(text)
  const tree = parseTree(read)
  const node = tree.nodes[0]!
  const rows = readRows(createSource(read, tree), node)
  return {
    node,
    rows: rows.map(({ start, end }) => text.slice(start, end).trim()),
    header: tableHeader(text, node, rows).text,
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
    expect(header).toBe('\\toprule\na & b \\\\ \\midrule')
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
})
