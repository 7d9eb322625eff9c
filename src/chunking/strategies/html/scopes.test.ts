import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { htmlStrategy, metadata } from './index.js'

/** Chunks with their headings. */
async function read(page: string): Promise<string[][]> {
  const chunks = await new StrategyChunker('html', htmlStrategy, metadata, {}).chunk(page)
  return chunks.map((chunk) => [chunk.context.map((part) => part.text).join(' > '), chunk.text])
}

describe('headings inside an element', () => {
  it('are not shared with what follows a list of cards', async () => {
    const card = '<li><h3>Card</h3><p>text</p></li>'
    expect(await read(`<h2>H</h2><ul>${card}${card}</ul><p>Unrelated.</p>`)).toEqual([
      ['H > Card', 'H\nCard\n\ntext'],
      ['H > Card', 'Card\n\ntext'],
      ['H', 'Unrelated.'],
    ])
  })

  it.each([
    ['details', '<details><summary><h3>Q</h3></summary><p>text</p></details>'],
    ['blockquote', '<blockquote><h3>Q</h3><p>text</p></blockquote>'],
    ['figure', '<figure><h3>Q</h3><p>text</p></figure>'],
    ['dd', '<dl><dd><h3>Q</h3><p>text</p></dl>'],
    ['section', '<section><h3>Q</h3><p>text</p></section>'],
  ])('end with %s', async (_name, element) => {
    expect(await read(`<h2>H</h2>${element}<p>Unrelated.</p>`)).toEqual([
      ['H > Q', 'H\nQ\n\ntext'],
      ['H', 'Unrelated.'],
    ])
  })
})

describe('links to a heading', () => {
  it.each([
    ['T <a href="#t">#</a>', 'T'],
    ['T<a href="#t">#</a>', 'T'],
    ['<a href="#t">§</a>T', 'T'],
    ['T <b>of</b> <a href="#t">🔗</a>', 'T of'],
    ['C#', 'C#'],
    ['§ 1 T', '§ 1 T'],
    ['&sect; 1 T', '§ 1 T'],
    ['<a href="#t">#</a>', '#'],
  ])('%s is called %s', async (heading, name) => {
    expect((await read(`<h1>${heading}</h1><p>x</p>`))[0]![0]).toBe(name)
  })
})
