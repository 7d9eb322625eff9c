import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunker } from '../chunking/index.js'
import { type Chunk, locate } from '../core/index.js'
import { quotables } from './quotable.js'

function chunkOf(text: string, wrapping: { open?: string; close?: string } = {}): Chunk {
  const { open = '', close = '' } = wrapping
  return {
    id: 'c',
    documentId: 'd',
    index: 0,
    span: { start: 0, end: text.length },
    lines: [1, 1],
    text: open + text + close,
    open,
    close,
    context: [],
    flags: [],
    metadata: {},
  }
}

const said = (text: string, wrapping?: { open?: string; close?: string }) =>
  quotables(chunkOf(text, wrapping))
    .filter(({ label }) => !label)
    .map((quotable) => quotable.text)

describe('quotables', () => {
  it('are the sentences of paragraphs and the items of lists, without their markers', () => {
    expect(said('# Title\n\nFirst one. Second\none.\n\n- An item.\n  It goes on.\n2) [x] Next')).toEqual([
      'First one.',
      'Second\none.',
      'An item.',
      'It goes on.',
      '[x] Next',
    ])
    expect(said('> Quoted words.\n> - [ ] A task')).toEqual(['Quoted words.', 'A task'])
  })

  it('name what says nothing by itself a label', () => {
    const labels = [
      '# A heading',
      'A heading\n=========',
      '\\section{A heading}',
      'How does it work?',
      '如何使用？',
      'The following:',
      '[Guide](guide.md)',
      '- [Guide](#guide), [API](#api)',
      '[![build](https://a.example/b.svg)](https://a.example)',
      '![logo](logo.png)',
      'https://example.com/a/long/path',
      'Introduction ........ 12',
      '┌──────────┐',
    ]
    for (const label of labels) expect([label, said(label)]).toEqual([label, []])
    expect(said('See the [guide](guide.md) for more.')).toEqual(['See the [guide](guide.md) for more.'])
  })

  it('give a row of a table whole, with the header it stands under', () => {
    const table = '| Plan | Price |\n| --- | --- |\n| Gold | 12 |\n| Tin | 3 |\n'
    const rows = quotables(chunkOf(table)).filter(({ label }) => !label)
    expect(rows.map(({ text, kind }) => [text, kind])).toEqual([
      ['Gold | 12 |', 'row'],
      ['Tin | 3 |', 'row'],
    ])
    expect(rows.every(({ about }) => about.includes('Price'))).toBe(true)
    const part = quotables(chunkOf('| Tin | 3 |', { open: '| Plan | Price |\n| --- | --- |\n' }))
    expect(part.map(({ text, label }) => [text, label])).toEqual([['Tin | 3 |', false]])
    expect(part[0]!.about).toContain('Plan')
  })

  it('keep a piece of code together, and know what encloses a line of a larger one', () => {
    expect(said('Run it:\n\n```sh\nnpm install\nnpm test\n```\n')).toEqual(['npm install\nnpm test'])
    expect(said('npm test\n', { open: '```sh\n', close: '```' })).toEqual(['npm test'])
    const members = Array.from({ length: 20 }, (_, n) => `    "option${n}": { "type": "number" },`).join('\n')
    const json = quotables(chunkOf(`{\n  "limits": {\n${members}\n  }\n}`))
    const member = json.find(({ text }) => text.includes('"option7"'))!
    expect(member.text).toBe('"option7": { "type": "number" },')
    expect(member.about).toContain('"limits"')
    expect(json.filter(({ label }) => label).map(({ text }) => text)).toEqual(['{', '"limits": {'].slice(1))
  })

  it('keep lines of values and of a program apart from prose', () => {
    for (const text of [
      'name,price,stock\nkettle,24.90,7',
      '2026-01-02 10:00:01 ERROR disk full\n2026-01-02 10:00:05 INFO retry',
      '/** Adds tax. Always. */\nexport function tax(price) {\n  return price * 2\n}',
    ]) {
      expect(quotables(chunkOf(text)).map((part) => [part.kind, part.text])).toEqual([['code', text]])
    }
    const prose = 'A line of prose that is wrapped,\nas prose is (more or less). It ends here.'
    expect(quotables(chunkOf(prose))[0]!.kind).toBe('text')
  })

  it('keep a small object together', () => {
    expect(said('{\n  "a": {\n    "text": "4,970 km"\n  }\n}')).toEqual(['{\n  "a": {\n    "text": "4,970 km"\n  }\n}'])
  })

  it('leave out what LaTeX needs and no reader', () => {
    const text = '\\begin{theorem}\\label{x}\nEvery ring has one.\n% a note\n\\end{theorem}\nAs \\emph{said}.'
    expect(said(text)).toEqual(['Every ring has one.', 'As \\emph{said}.'])
  })

  it('cut one endless line into pieces', () => {
    for (const line of ['word '.repeat(5000), 'あ'.repeat(20_000), 'e\u0301'.repeat(9000), '"a":1,'.repeat(4000)]) {
      const pieces = quotables(chunkOf(line))
      expect(pieces.length).toBeGreaterThan(20)
      expect(Math.max(...pieces.map(({ text }) => text.length))).toBeLessThanOrEqual(400)
    }
  })

  it('take time in proportion to the text', () => {
    const cost = (text: string) => {
      const begin = process.cpuUsage()
      quotables(chunkOf(text))
      const { user, system } = process.cpuUsage(begin)
      return user + system
    }
    for (const unit of [
      '{\n',
      '- a\n',
      ' ',
      '| a ',
      '[',
      '*',
      'a & b \\\\\n',
      '\\begin{a}',
      '`',
      '> ',
      ' a',
      '{"a":',
    ]) {
      cost(unit.repeat(5000))
      const small = Math.max(2000, cost(unit.repeat(5000)))
      expect([unit, cost(unit.repeat(40_000)) / small < 30]).toEqual([unit, true])
    }
  })
})

const line = fc.oneof(
  fc.constantFrom(
    '# A',
    '',
    '```',
    '| a | b |',
    '|---|---|',
    '- item one. Two.',
    '{',
    '}',
    '  "k": [1,',
    '\\item x',
    '===',
    'a\tb',
  ),
  fc.constantFrom(
    'Some words. And more!',
    '  deeper();',
    '> q',
    '价格是八。多少？',
    'x & y \\\\',
    '\\begin{a}',
    '[a](b)',
    '👩‍👩‍👧 e\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

describe('quotables of any chunk', () => {
  it('stand in order in it, hold something, and have a source', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 40 }),
        fc.constantFrom('markdown', 'recursive', 'html', 'latex'),
        fc.constantFrom('\n', '\r\n'),
        async (lines, strategy, feed) => {
          const chunker = await createChunker(strategy, { maxSize: 200, overlap: 0 })
          for (const chunk of await chunker.chunk(lines.join(feed))) {
            let at = 0
            for (const { from, to, text } of quotables(chunk)) {
              expect(from).toBeGreaterThanOrEqual(at)
              expect(text.trim()).not.toBe('')
              expect(chunk.text.slice(from, to)).toBe(text)
              expect(locate(chunk, from, to)).toBeDefined()
              at = to
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
