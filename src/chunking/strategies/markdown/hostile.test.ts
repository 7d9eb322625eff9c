import { describe, expect, it } from 'vitest'
import type { Block } from '../../../core/index.js'
import { markdownStrategy } from './index.js'

const SIZE = 400_000
/** Milliseconds of processor time; reading takes a tenth of it where nothing grows faster than the text. */
const LIMIT = 10_000

function fill(unit: string): string {
  return unit.repeat(Math.ceil(SIZE / unit.length))
}

/** Reads a text down to its smallest blocks and returns how many there are and how deep they lie. */
function readAll(text: string, mediaType: string): { blocks: number; depth: number } {
  const document = { id: '', text, mediaType, contentHash: '', metadata: {} }
  const top = (markdownStrategy.structure(document, {}, {}) as { blocks: Iterable<Block> }).blocks
  const open = [top[Symbol.iterator]()]
  let blocks = 0
  let depth = 0
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { value: block, done } = level.next()
    if (done) open.pop()
    else if (block.span.end - block.span.start > 64 && block.split) open.push(block.split()[Symbol.iterator]())
    if (!done) blocks++
    depth = Math.max(depth, open.length)
  }
  return { blocks, depth }
}

describe('hostile Markdown is read in linear time', () => {
  it.each([
    ['brackets', fill('[')],
    ['quotes in quotes', fill('>')],
    ['lists in lists', fill('- ')],
    ['quotes and lists by turns', fill('> - ')],
    ['a paragraph that goes on lazily through sixty quotes', `${'> '.repeat(60)}a\n${fill('a\n')}`],
    ['lists that step inwards', Array.from({ length: 800 }, (_, index) => `${'  '.repeat(index)}- a\n`).join('')],
    ['blank lines after a deep list', `${'- '.repeat(40)}a\n${fill('\n')}`],
    ['fences', fill('```\n')],
    ['dollars that nothing closes', fill('$$ a\n')],
    ['dollars in items that nothing closes', `- $$ a\n${fill('  $$ b\n')}`],
    ['containers that nothing closes', fill(':::a\n')],
    ['details in details', fill('<details>\n\n') + fill('</details>\n\n')],
    ['details that nothing closes', fill('<details>\n\n')],
    ['a tag without end', `<a${fill(' a')}`],
    ['definitions whose titles nothing closes', fill('[a]: b "\n[c]: d (\n')],
    ['labels that nothing closes', fill('[a\n')],
    ['a table of a hundred thousand cells', `${fill('|a')}|\n${fill('|-')}|\n${fill('|x\n')}`],
    ['footnotes in footnotes', fill('[^a]: ')],
    ['a heading of marks', `# ${fill('*_[`')}`],
    ['one word', fill('a')],
    ['white space', fill(' \t')],
    ['carriage returns', fill('\r')],
    ['expressions that nothing closes', fill('{a(\n\n'), 'text/mdx'],
    ['tags that nothing closes', fill('<A\n'), 'text/mdx'],
    ['quotes in tags that nothing closes', fill("<A \\'>"), 'text/mdx'],
    ['modules that nothing closes', fill('export {\n\n'), 'text/mdx'],
    ['brackets in an expression', `{${'('.repeat(SIZE / 2)}${'}'.repeat(SIZE / 2)}`, 'text/mdx'],
  ])('%s', (_, text, mediaType = 'text/markdown') => {
    const before = process.cpuUsage()
    const { depth } = readAll(text, mediaType)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(LIMIT)
    expect(depth).toBeLessThan(200)
  })

  it('keeps what follows a nesting that is too deep', () => {
    const text = `${'- '.repeat(200)}a\n\n# Heading\n\nText.`
    const document = { id: '', text, mediaType: 'text/markdown', contentHash: '', metadata: {} }
    const { blocks } = markdownStrategy.structure(document, {}, {}) as { blocks: Iterable<Block> }
    expect([...blocks].map(({ kind }) => kind)).toEqual(['list', 'heading', 'paragraph'])
  })

  it('stops when told to', () => {
    const document = { id: '', text: fill('# a\n'), mediaType: 'text/markdown', contentHash: '', metadata: {} }
    const signal = AbortSignal.abort()
    const { blocks } = markdownStrategy.structure(document, {}, { signal }) as { blocks: Iterable<Block> }
    expect(() => [...blocks]).toThrow(expect.objectContaining({ code: 'ABORTED' }))
  })
})
