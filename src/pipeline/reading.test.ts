import { describe, expect, it } from 'vitest'
import { type Quotable, quotables } from './quotable.js'
import { forReading } from './reading.js'

function read(text: string, choose: (parts: Quotable[]) => Quotable[] = (parts) => parts): string {
  const chunk = {
    id: 'c',
    documentId: 'd',
    index: 0,
    span: { start: 0, end: text.length },
    lines: [1, 1] as [number, number],
    text,
    open: '',
    close: '',
    context: [],
    flags: [],
    metadata: {},
  }
  return forReading(text, choose(quotables(chunk).filter(({ label }) => !label)))
}

describe('an answer for reading', () => {
  it('has no marks of Markdown', () => {
    expect(read('A **bold** [link](https://a.example/x_(y)) with *emphasis* and\n_two words_ of\n> `co*de*`.')).toBe(
      'A bold link with emphasis and two words of `co*de*`.',
    )
    expect(read('An <b>old</b> tag, \\*stars\\* and ![a picture](p.png) here.')).toBe(
      'An old tag, *stars* and a picture here.',
    )
  })

  it('keeps what only looks like marks', () => {
    const plain = 'Set __future__ in snake_case_name to 2 * 3 * 4 with a<b or Array<string> and args[1].'
    expect(read(plain)).toBe(plain)
  })

  it('has no labels and references of LaTeX, and its formulas as they are', () => {
    expect(read('A \\emph{ring}~\\cite[p. 3]{x} is \\label{y}$a_{1} * b_{2} * c$. % note')).toBe(
      'A ring is $a_{1} * b_{2} * c$.',
    )
  })

  it('gives the items of a list as lines', () => {
    expect(read('- Give *notes*.\n- Wait\n  a bit.')).toBe('Give notes.\nWait a bit.')
  })

  it('names the columns of a row', () => {
    expect(read('| Plan | Price |\n|---|---|\n| **Gold** | 12 |\n| Tin | |')).toBe('Plan: Gold; Price: 12\nPlan: Tin')
    expect(read('Plan & Price \\\\\nGold & 12 \\\\ \\hline')).toBe('Plan: Gold; Price: 12')
    expect(read('| Plan | Price |\n|---|---|\n| Gold \\| Silver | 12 | extra |')).toBe(
      'Gold \\| Silver | 12 | extra'.replace('\\|', '|'),
    )
  })

  it('keeps code as it stands, without the indent all lines share', () => {
    expect(read('```\n  if (a) {\n    b()\n  }\n```')).toBe('if (a) {\n  b()\n}')
    expect(read('{\n  "a": 1,\n}')).toBe('{\n  "a": 1,\n}')
  })
})
