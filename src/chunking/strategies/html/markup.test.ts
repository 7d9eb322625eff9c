import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { htmlStrategy, metadata } from './index.js'

async function chunks(text: string, maxSize = 1000): Promise<Chunk[]> {
  const options = { maxSize, stripTags: false }
  return (await new StrategyChunker('html', htmlStrategy, metadata, options).chunkWithReport(text)).chunks
}

describe('chunks with tags', () => {
  it.each([
    ['an end tag without a start tag', 'a</p>b'],
    ['an element that is not closed', 'x <b>a\n'],
    ['both inside an element', '<div>a</i> <b>b</div>'],
  ])('are flagged where the page has %s', async (_, page) => {
    expect((await chunks(page)).map(({ flags }) => flags)).toEqual([['recovered']])
  })

  it('are flagged only where the end tag is missing', async () => {
    const prose = 'One two three four. Five six seven eight. '
    const inline = await chunks(`<p>${prose}<b>${prose}</p><p>${prose}</p>`, 70)
    expect(inline.map(({ flags }) => flags)).toEqual([[], ['recovered'], []])
    const blocks = await chunks(`<p>${prose}</p><div><p>${prose}</p><p>${prose}</p>`, 70)
    expect(blocks.map(({ flags }) => flags)).toEqual([[], [], ['recovered']])
  })

  it('cut between tags without content, not in them', async () => {
    const image = '<img src="a.png" alt="1 > 0">'
    for (const [open, close] of [
      ['<p>', '</p>'],
      ['<p>é ', '</p>'],
      ['<p><span title="a > b">é ', '</span></p>'],
      ['<p><b>é</b>', '<i>z</i></p>'],
      ['', ''],
    ]) {
      const found = await chunks(`${open}${`${image} `.repeat(8)}${close}`, 90)
      expect(found.length).toBeGreaterThan(2)
      expect(found.flatMap(({ flags }) => flags)).toEqual([])
      expect(found.map(({ text }) => text.split(image).length - 1).reduce((sum, count) => sum + count)).toBe(8)
    }
  })

  it('keep outer levels, and give up their attributes for it', async () => {
    const item = `<li class="item with-several-classes"><div class="inner"><p>${'word '.repeat(150)}</p></div></li>`
    const wide = 'class="a-wrapper with-many-class-names of-all-kinds"'
    const found = await chunks(
      `<article ${wide}><div ${wide}><div ${wide}><ul ${wide}>${item.repeat(3)}</ul></div></div></article>`,
    )
    expect(found.flatMap(({ flags }) => flags)).toEqual([])
    expect(found.at(-1)!.text).toMatch(
      /^<article><div><div><ul><li class="item with-several-classes"><div class="inner"><p>word .*<\/article>$/,
    )
  })
})
