import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { htmlStrategy, metadata } from './index.js'

async function text(page: string): Promise<string> {
  const chunks = await new StrategyChunker('html', htmlStrategy, metadata, {}).chunk(page)
  return chunks.map((chunk) => chunk.text).join('\n')
}

describe('elements displayed as their style has it', () => {
  it.each([
    ['<a style="display:block">x</a><a style="display:block">y</a>', 'x\ny'],
    ['<a style="float:left">x</a><a style="position:fixed">y</a>', 'x\ny'],
    ['<div style="display:flex"><a>x</a><b><i>y</i><i>z</i></b>u</div>', 'x\nyz\nu'],
    ['<div style="display:inline">x</div><div style="display:inline-block">y</div>', 'xy'],
    ['<ul><li style="display:inline">x</li><li style="display:inline">y</li></ul>z', 'xy\nz'],
    ['<b style="display:table-cell">x</b><b style="display:table-cell">y</b>', 'x\ty'],
    ['a<img style="display:block">b', 'a\nb'],
  ])('%s', async (page, shown) => {
    expect(await text(page)).toBe(shown)
  })

  it('end with their own end tag', async () => {
    expect(await text('<div>a<div style="display:inline">b</div>c</div>d')).toBe('abc\nd')
    expect(await text('<span style="display:block">a<span>b</span>c</span>d')).toBe('abc\nd')
  })

  it('keep the parts of formulas apart that are not written in a row', async () => {
    expect(await text('<math><mn>5</mn><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi></math>')).toBe('5\t1\t2\tx')
    const rows = '<mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd>c</mtd></mtr>'
    expect(await text(`<math><mtable>${rows}</mtable></math>`)).toBe('a\tb\nc')
  })
})
