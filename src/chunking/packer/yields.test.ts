import { describe, expect, it } from 'vitest'
import { type ChunkerOptions, createChunker } from '../index.js'

async function texts(source: string, options: ChunkerOptions): Promise<string[]> {
  const chunker = await createChunker('markdown', options)
  return (await chunker.chunk(source)).map(({ text }) => text)
}

describe('an overlap', () => {
  it('yields to a block that fits beside what introduces it only with less of the overlap', async () => {
    const source =
      'One two three. Four five six. Seven eight nine ten.\n\nSo do this:\n\n- aaa bbb ccc ddd eee fff ggg hhh\n- iii'
    const chunks = await texts(source, { maxSize: 64, overlap: 25 })
    expect(chunks.at(-1)).toBe('nine ten.\n\nSo do this:\n\n- aaa bbb ccc ddd eee fff ggg hhh\n- iii')
  })

  it('does not begin inside a heading', async () => {
    const sentence = 'A sentence of some words. '
    const source = `# H\n\n${sentence.repeat(2)}\n\n## Sub\n\n${sentence.repeat(4)}`
    for (const chunk of await texts(source, { maxSize: 120, overlap: 60, headerLevels: [1] })) {
      expect(chunk).not.toMatch(/^Sub/)
    }
  })

  it('keeps the indent of its first line', async () => {
    const chunks = await texts('- a a a a a a\n  - b b b b b b b\n    - c c c c c c\n- d d d d d d d\n- e e e e e', {
      maxSize: 64,
      overlap: 30,
    })
    for (const chunk of chunks) expect(chunk).not.toMatch(/^- [bc]/)
  })
})

describe('an item in one line', () => {
  it('loses its indent rather than its end', async () => {
    const item = `- ${'word '.repeat(11)}ends`
    const chunks = await texts(`- a\n  - b\n    ${item}`, { maxSize: 64 })
    expect(chunks).toContain(item)
  })
})

describe('merging of small chunks', () => {
  it('takes time in proportion to what is merged', async () => {
    const chunker = await createChunker('markdown', { maxSize: 1_000_000, minSize: 1_000_000 })
    const cpu = async (headings: number) => {
      const before = process.cpuUsage().user
      expect(await chunker.chunk('# a\n'.repeat(headings))).toHaveLength(1)
      return process.cpuUsage().user - before
    }
    await cpu(4_000)
    const small = await cpu(8_000)
    expect(await cpu(64_000)).toBeLessThan(16 * Math.max(small, 20_000))
  })
})

describe('many blocks that only introduce', () => {
  it('fill chunks, but for the last that goes with what follows', async () => {
    expect(await texts('See here:\n\n'.repeat(10), { maxSize: 40 })).toHaveLength(5)
    expect((await texts('x:\n\n'.repeat(5000), { maxSize: 5000 })).length).toBeLessThan(7)
  })

  it('are not overlapped by the heading before them', async () => {
    const paragraph = `${'x '.repeat(495)}\n\n`
    const source = `${paragraph.repeat(2)}# Heading one\n\n## Heading two\n\n\`\`\`\n${'code line\n'.repeat(97)}\`\`\``
    const chunks = await texts(source, { maxSize: 1000, overlap: 200 })
    expect(chunks.slice(-2).map((chunk) => chunk.slice(0, 14))).toEqual(['# Heading one', '## Heading two'])
  })
})

describe('a heading', () => {
  it('takes the first item of a list that fits only without it', async () => {
    const [first, second] = ['a b '.repeat(7).trim(), 'c d '.repeat(7).trim()]
    expect(await texts(`# Heading\n\n- ${first}\n- ${second}`, { maxSize: 64 })).toEqual([
      `# Heading\n\n- ${first}`,
      `- ${second}`,
    ])
  })

  it('takes the first sentence of a paragraph, but no part of one', async () => {
    const [first, second] = ['The first sentence of two.', 'The second sentence is longer.']
    expect(await texts(`# Heading\n\n${first} ${second}`, { maxSize: 64 })).toEqual([`# Heading\n\n${first}`, second])
    const alone = 'One sentence that fills a whole chunk without its heading.'
    expect(await texts(`# Heading\n\n${alone}`, { maxSize: 64 })).toEqual(['# Heading', alone])
  })
})
