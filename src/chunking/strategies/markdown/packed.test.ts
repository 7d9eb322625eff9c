import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { type MarkdownOptions, markdownStrategy, metadata } from './index.js'

function chunk(text: string, options: MarkdownOptions): Promise<Chunk[]> {
  return new StrategyChunker('markdown', markdownStrategy, metadata, options).chunk(text)
}

async function texts(text: string, options: MarkdownOptions): Promise<string[]> {
  return (await chunk(text, options)).map((part) => part.text)
}

const words = (count: number, word = 'w') => Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')

describe('chunks of Markdown', () => {
  it('are sections, whatever room there is', async () => {
    expect(await texts('# T1\n\na\n\n# T2\n\nb', { maxSize: 10_000 })).toEqual(['# T1\n\na', '# T2\n\nb'])
  })

  it('keep an empty parent with its first section and know the path', async () => {
    const chunks = await chunk('# Guide\n\n## Install\n\nRun.\n\n## Use\n\nGo.', { maxSize: 500 })
    expect(chunks.map(({ text }) => text)).toEqual(['# Guide\n\n## Install\n\nRun.', '## Use\n\nGo.'])
    expect(chunks.map(({ metadata: { headings } }) => headings)).toEqual([
      ['Guide', 'Install'],
      ['Guide', 'Use'],
    ])
  })

  it('keep a heading with the anchors and comments right before it', async () => {
    const section = (name: string) => `<a id="${name}"></a>\n\n<!-- old name -->\n## ${name}\n\nText.`
    expect(await texts(`Text.\n\n${section('a')}\n\n${section('b')}`, { maxSize: 500 })).toEqual([
      'Text.',
      section('a'),
      section('b'),
    ])
  })

  it('make each part of long front matter front matter, and cut between its entries', async () => {
    const entries = Array.from({ length: 6 }, (_, index) => `key${index}:\n  - one\n  - two`)
    const chunks = await chunk(`---\n${entries.join('\n')}\n---\n\nText.`, { maxSize: 80 })
    const parts = chunks.filter(({ text }) => text !== 'Text.')
    expect(parts.length).toBeGreaterThan(1)
    for (const { text, flags } of parts) {
      expect(text).toMatch(/^---\nkey\d:[\s\S]*two\n---$/)
      expect(flags).toEqual([])
    }
  })

  it('end before a sentence that is longer than the limit, not inside it', async () => {
    const text = `It has a first sentence of its own. This one ${words(40)}.`
    expect((await texts(text, { maxSize: 100 }))[0]).toBe('It has a first sentence of its own.')
  })

  it('do not take comments in fences for headings', async () => {
    const text = '# Top\n\na\n\n```sh\n# no\nls\n```\n\n~~~\n# no\n~~~\n\n### deep\n\nb\n\n## Next\n\nc'
    expect(await texts(text, { maxSize: 500, headerLevels: [1, 2] })).toEqual([
      text.slice(0, text.indexOf('\n\n## Next')),
      '## Next\n\nc',
    ])
  })

  it('keep a heading with its own table, in order', async () => {
    const text = '## l1\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |\n\n## l2\n\n| a | b |\n| --- | :-: |\n| 3 | 4 |\n'
    const parts = await texts(text, { maxSize: 60 })
    expect(parts).toHaveLength(2)
    expect(parts[1]).toBe('## l2\n\n| a | b |\n| --- | :-: |\n| 3 | 4 |')
  })

  it('repeat the header of a table they cut, and only the header', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `| k${index} | v${index} |`)
    const text = `Table 1: sizes\n\n| key | value |\n|---|---|\n${rows.join('\n')}`
    const chunks = await chunk(text, { maxSize: 80 })
    expect(chunks.length).toBeGreaterThan(2)
    for (const [index, { text: shown, open, span, flags }] of chunks.entries()) {
      expect(open).toBe(index === 0 ? '' : '| key | value |\n|---|---|\n')
      expect(text.slice(span.start, span.end)).toMatch(index === 0 ? /^Table 1/ : /^\| k\d+ \|/)
      expect(shown).toMatch(/\| v\d+ \|$/)
      expect(shown).not.toMatch(/\n\n\|-/)
      expect(flags).toEqual([])
    }
    expect(chunks.filter(({ text: shown }) => shown.includes('Table 1'))).toHaveLength(1)
  })

  it('leave out a header that would take more than half, and say so', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `column_number_${index}`)
    const cells = names.map((_, index) => `cell${index}`)
    const row = `| ${cells.join(' | ')} |`
    const text = `| ${names.join(' | ')} |\n|${'---|'.repeat(12)}\n${row}\n${row}`
    const chunks = await chunk(text, { maxSize: 280 })
    expect(chunks.at(-1)).toMatchObject({ text: `${row}\n${row}`, flags: ['elided-wrapper'] })
  })

  it('cut a large fence between lines and make each part a fence with its info string', async () => {
    const code = Array.from({ length: 40 }, (_, index) => `const value${index} = ${index}`).join('\n')
    const chunks = await chunk(`Text:\n\n\`\`\`ts title="a"\n${code}\n\`\`\`\n\nEnd.`, { maxSize: 200 })
    for (const { text, flags } of chunks) {
      expect(text.match(/^```/gm)?.length ?? 0).toBe(text.startsWith('End') ? 0 : 2)
      expect(text).toMatch(/```ts title="a"\nconst|^End/)
      expect(text).not.toMatch(/value\d+ =\s*$/m)
      expect(flags).toEqual([])
    }
  })

  it('flag the parts of a large fence that must not be split, and keep them fences', async () => {
    const code = `${words(20)}\n`.repeat(20).trimEnd()
    const chunks = await chunk(`Text.\n\n\`\`\`\n${code}\n\`\`\`\n\nEnd.`, { maxSize: 300, splitCodeBlocks: false })
    const parts = chunks.filter(({ text }) => text.includes('w0'))
    expect(parts.length).toBeGreaterThan(2)
    for (const { text, flags } of parts) {
      expect(text).toMatch(/^```\n[^`]*\n```(?:\n\nEnd\.)?$/)
      expect(flags).toEqual(['split-atom'])
    }
  })

  it('close what they open, whatever is long about it', async () => {
    const lines = (line: string) => Array.from({ length: 10 }, (_, index) => `${line}${index}`).join('\n')
    const fence = `x\n\n\`\`\`js title="a/very/long/path/to/some/file/in/the/project.js"\n${lines('long line of code ')}\n\`\`\``
    for (const part of await texts(`${fence}\n\nAfter`, { maxSize: 120 })) {
      expect((part.match(/^```/gm)?.length ?? 0) % 2).toBe(0)
    }
    const formula = `$$\n\\begin{aligned}\n${lines('x &= y + ')}\n\\end{aligned}\n$$`
    const formulas = await texts(formula, { maxSize: 100 })
    expect(formulas.length).toBeGreaterThan(1)
    for (const part of formulas) expect(part).toMatch(/^\$\$\n\\begin\{aligned\}\nx[^$]*\d\n\\end\{aligned\}\n\$\$$/)
    for (const [open, close] of [
      ['<pre><code class="js">', '</code></pre>'],
      ['<pre>\n<code>\n', '\n</code>\n</pre>'],
    ]) {
      const parts = await texts(`${open}${lines('line ')}${close}`, { maxSize: 90 })
      expect(parts.length).toBeGreaterThan(1)
      for (const part of parts) expect(part).toMatch(/^<pre>\s*<code[^>]*>\s*line [^<]*\d\s*<\/code>\s*<\/pre>$/)
    }
  })

  it('never cut a list item that fits and keep its marker and children', async () => {
    const item = (index: number) => `- item ${index} ${words(10)}\n  - child ${index} a\n  - child ${index} b\n`
    const text = Array.from({ length: 9 }, (_, index) => item(index)).join('')
    for (const part of await texts(text, { maxSize: 200 })) {
      expect(part).toMatch(/^- item/)
      expect(part).toMatch(/child \d b$/)
    }
  })

  it('keep what stands in a cut item in an item', async () => {
    const code = Array.from({ length: 8 }, (_, index) => `    call(${index})`).join('\n')
    const text = `- x\n\n    ${words(30)}\n\n    \`\`\`js\n${code}\n    \`\`\`\n\n1. a\n   - ${words(30)}\n   - ${words(30)}`
    const parts = await texts(text, { maxSize: 160 })
    expect(parts).toContainEqual(expect.stringMatching(/^-\n {4}```js\n/))
    expect(parts.at(-1)).toMatch(/^1\.\n {3}- w0/)
  })

  it('keep one long item within the limit', async () => {
    const parts = await texts(`# H\n\n- ${words(200, 'i')}`, { maxSize: 128 })
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(128)
    expect(parts[0]).toMatch(/^# H\n\n- i0 i1/)
    expect(parts.join(' ').replace(/\s+/g, ' ')).toBe(`# H - ${words(200, 'i')}`)
  })

  it('overlap at words inside a section', async () => {
    const chunks = await chunk(`# T\n\n${words(60, 'word')}`, { maxSize: 100, overlap: 30 })
    for (const [index, { span }] of chunks.entries()) {
      const before = chunks[index - 1]
      if (!before) continue
      expect(before.span.end - span.start).toBeGreaterThan(0)
      expect(before.span.end - span.start).toBeLessThanOrEqual(30)
    }
  })

  it('keep what a heading longer than the limit introduces', async () => {
    const parts = await texts(`# ${'h'.repeat(84)}\n\nImportant body.`, { maxSize: 60 })
    expect(parts.at(-1)).toContain('Important body.')
    expect(parts.join('').match(/h/g)).toHaveLength(84)
  })

  it('keep equations, items and rows whole down to 64 characters', async () => {
    const equation = '$$\nx = \\frac{a}{b} + c\n$$'
    const text = `# A\n\n${words(30)}\n\n${equation}\n\n${words(30)}\n\n| a | b |\n|---|---|\n| one two | three |\n`
    const parts = await texts(text, { maxSize: 64 })
    expect(parts.some((part) => part.includes(equation))).toBe(true)
    expect(parts.filter((part) => part.includes('| one two | three |'))).toHaveLength(1)
  })
})
