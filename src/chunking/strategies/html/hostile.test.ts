import { describe, expect, it } from 'vitest'
import { StrategyChunker } from '../../chunker.js'
import { type HtmlOptions, htmlStrategy, metadata } from './index.js'

const DEEP = 100_000

async function count(text: string, options: HtmlOptions = {}): Promise<number> {
  return (await new StrategyChunker('html', htmlStrategy, metadata, options).chunk(text)).length
}

/** CPU milliseconds; the machine may be busy with other things. */
async function cost(text: string, options: HtmlOptions): Promise<number> {
  const before = process.cpuUsage()
  await count(text, options)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('hostile pages', () => {
  it.each([
    ['nested blocks', `${'<div>'.repeat(DEEP)}x`],
    ['nested blocks with text', '<div>x'.repeat(DEEP)],
    ['nested lists', `${'<ul><li>'.repeat(DEEP)}x`],
    ['nested tables', '<table><tr><td>x'.repeat(DEEP / 4)],
    ['nested sections with headings', '<section><h1>x</h1>'.repeat(DEEP / 4)],
    ['nested hidden elements', `x${'<span hidden>'.repeat(DEEP)}`],
    ['end tags nothing was opened for', `${'<div>'.repeat(DEEP / 2)}x${'</a>'.repeat(DEEP / 2)}`],
    [
      'end tags that reach no further than a cell',
      `<i><table><td>${'<p><div>'.repeat(DEEP / 4)}x${'</i>'.repeat(DEEP)}`,
    ],
    ['blocks that go on without what was hidden around them', '<b hidden><div></b>'.repeat(DEEP / 4).concat('x')],
    ['entities without a semicolon', '&amp'.repeat(DEEP * 2)],
  ])('%s end', async (_name, page) => {
    expect(await count(page)).toBeGreaterThan(0)
    expect(await count(page, { stripTags: false })).toBeGreaterThan(0)
  })

  it('an unfinished tag of a hundred thousand attributes shows nothing', async () => {
    expect(await count('<div '.repeat(DEEP))).toBe(0)
  })

  it.each([
    ['pre without carriage returns', '<pre>a\n</pre>'],
    ['forms in forms', '<div><form></form>x'],
    ['unclosed cells', '<table><tr><td>a'],
    ['spans and entities', '<b>a&lt;</b> '],
    ['comments', 'a<!-- -->'],
  ])('time grows no faster than the page: %s', async (_name, part) => {
    for (const stripTags of [true, false]) {
      await cost(part.repeat(2000), { stripTags })
      const small = await cost(part.repeat(5000), { stripTags })
      const large = await cost(part.repeat(40_000), { stripTags })
      expect(large).toBeLessThan(Math.max(small, 20) * 16)
    }
  })

  it.each([
    ['in headers that nest', '<header><h1><div>x'],
    ['before the content', '<h1>x<div>y'],
  ])('time grows no faster than the headings %s', async (_name, part) => {
    const page = (times: number) => `${part.repeat(times)}<main>z</main>`
    for (const text of [page, (times: number) => part.repeat(times)]) {
      const small = await cost(text(2000), { mainContent: true })
      expect(await cost(text(16_000), { mainContent: true })).toBeLessThan(Math.max(small, 40) * 16)
    }
  })
})
