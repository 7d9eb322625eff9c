import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkReport } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { type HtmlOptions, htmlStrategy, metadata } from './index.js'
import { readPage } from './reader.js'
import { Rendering } from './rendering.js'

const RUNS = { numRuns: 60 }

const word = fc.constantFrom(
  'alpha',
  'Beta',
  'x',
  '日本語のページ',
  'naïve',
  '👩‍👩‍👧',
  '&amp;',
  'a&lt;b',
  '&nbsp;',
  '3.5',
  'end.',
  'Why?',
)
const gap = fc.constantFrom(' ', '\n', '\r\n  ', ' <!-- c --> ', '')
const prose = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 12 }).map((list) => list.flat().join(''))

const { block } = fc.letrec<{ inline: string; block: string; flow: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    prose,
    fc
      .tuple(fc.constantFrom('b', 'em', 'a', 'span', 'my-tag', 'code'), tie('inline'))
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    fc.tuple(prose, tie('inline')).map((parts) => parts.join('')),
    fc.constantFrom('<br>', '<img src="a>b">', '<i></i>', '<span hidden>no</span>', '<svg><path d="m"/></svg>'),
  ),
  flow: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((list) => list.join('\n')),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('inline').map((text) => `<p class="a">${text}</p>`),
    fc.tuple(fc.integer({ min: 1, max: 6 }), tie('inline')).map(([level, text]) => `<h${level}>${text}</h${level}>`),
    fc
      .tuple(fc.constantFrom('div', 'section', 'article', 'blockquote', 'details', 'nav', 'main'), tie('flow'))
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    fc
      .array(tie('inline'), { minLength: 1, maxLength: 4 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('\r\n')}</ul>`),
    fc
      .array(tie('flow'), { minLength: 1, maxLength: 2 })
      .map((items) => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`),
    fc.array(fc.array(prose, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }).map(table),
    prose.map((text) => `<pre>\n  ${text}\n    ${text}</pre>`),
    fc.tuple(prose, prose).map(([term, text]) => `<dl><dt>${term}</dt><dd>${text}</dd></dl>`),
    tie('inline'),
    fc.constantFrom('<hr>', '<script>if (a<b) "</p>"</script>', '<style>p{}</style>', '<div></div>', '<!-- <p> -->'),
  ),
}))

function table(rows: string[][]): string {
  const [head, ...body] = rows.map((cells, row) =>
    cells.map((cell) => (row === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join(''),
  )
  return `<table><caption>t</caption><thead><tr>${head}</tr></thead><tbody>${body.map((cells) => `<tr>${cells}</tr>`).join('\n')}</tbody></table>`
}

const page = fc
  .tuple(fc.constantFrom('', '\ufeff', '<!doctype html>\n<title>T</title>'), fc.array(block, { maxLength: 6 }))
  .map(([head, blocks]) => head + blocks.join('\n'))

const shard = fc.constantFrom(
  '<',
  '</',
  '>',
  '<!--',
  '-->',
  '&',
  '&#x',
  '"',
  "'",
  '<table>',
  '<td>',
  '</p>',
  '</div>',
  '<div',
  '<b>',
  '</b>',
  '<pre>',
  '</script>',
  '<title>',
  '<svg>',
  '<![CDATA[',
  '\0',
  '\ud800',
  '\r',
  '<p hidden>',
  '<li>',
  '<select><option>',
)

/** Pages with pieces cut out, doubled and put in. */
const brokenPage = fc
  .tuple(page, fc.array(fc.tuple(fc.nat(), fc.nat(20), shard), { maxLength: 8 }))
  .map(([text, cuts]) =>
    cuts.reduce((broken, [at, length, added]) => {
      const start = broken.length === 0 ? 0 : at % broken.length
      return broken.slice(0, start) + added + broken.slice(start + length)
    }, text),
  )

const sizes = fc.constantFrom(16, 40, 64, 120, 1000)

async function report(text: string, options: HtmlOptions): Promise<ChunkReport> {
  return new StrategyChunker('html', htmlStrategy, metadata, options).chunkWithReport(text)
}

/** Source that is neither white space nor in a chunk nor reported as dropped. */
function lost(text: string, { chunks, dropped }: ChunkReport): string {
  const kept = new Uint8Array(text.length)
  for (const { span } of [...chunks, ...dropped]) kept.fill(1, span.start, span.end)
  return text
    .split('')
    .filter((unit, index) => !kept[index] && unit.trim() !== '')
    .join('')
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '')
}

describe('chunks without tags', () => {
  const check = async (text: string, maxSize: number, removeTags?: string[]) => {
    const result = await report(text, { maxSize, removeTags })
    expect(lost(text, result)).toBe('')
    let end = 0
    for (const chunk of result.chunks) {
      expect(chunk.span.start).toBeGreaterThanOrEqual(end)
      end = chunk.span.end
      expect(chunk.text.trim()).not.toBe('')
      if (!chunk.flags.includes('over-size')) expect(chunk.text.length).toBeLessThanOrEqual(maxSize)
      let at = chunk.open.length
      for (const segment of chunk.segments!) {
        expect(segment.at).toBeGreaterThanOrEqual(at)
        at = segment.at + segment.length
        expect(segment.start).toBeGreaterThanOrEqual(chunk.span.start)
        expect(segment.start).toBeLessThanOrEqual(segment.end)
        if (segment.verbatim) expect(chunk.text.slice(segment.at, at)).toBe(text.slice(segment.start, segment.end))
      }
      expect(at).toBeLessThanOrEqual(chunk.text.length - chunk.close.length)
    }
    const shown = result.chunks.map(({ text, open, close }) => text.slice(open.length, text.length - close.length))
    expect(squeeze(shown.join(''))).toBe(squeeze(wholeText(text, removeTags)))
  }

  it('show every character once, in order, within the size, and know where it is from', async () => {
    await fc.assert(
      fc.asyncProperty(page, sizes, (text, maxSize) => check(text, maxSize)),
      RUNS,
    )
  })

  it('do so for broken pages', async () => {
    await fc.assert(
      fc.asyncProperty(brokenPage, sizes, (text, maxSize) => check(text, maxSize)),
      RUNS,
    )
  })

  it('do so when elements are removed', async () => {
    const removed = ['nav', 'b', 'li', 'table']
    await fc.assert(
      fc.asyncProperty(brokenPage, sizes, (text, maxSize) => check(text, maxSize, removed)),
      RUNS,
    )
  })
})

function wholeText(text: string, removeTags?: string[]): string {
  return rendering(text, removeTags).text
}

function rendering(text: string, removeTags: string[] = []): Rendering {
  const read = readPage(text, { markup: false, removeTags: new Set(removeTags), xhtml: false })
  return new Rendering(text, read.pieces, [])
}

describe('rendering', () => {
  it('gives no more text for two neighbouring spans than for both together', () => {
    fc.assert(
      fc.property(brokenPage, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (text, places) => {
        const [start, middle, end] = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b)
        const page = rendering(text)
        const left = page.render({ start: start!, end: middle! }).text
        const right = page.render({ start: middle!, end: end! }).text
        const both = page.render({ start: start!, end: end! }).text
        expect(left.length + right.length).toBeLessThanOrEqual(both.length)
        expect(squeeze(left + right)).toBe(squeeze(both))
      }),
      { numRuns: 300 },
    )
  })
})

describe('chunks with tags', () => {
  it('are balanced markup and lose nothing', async () => {
    await fc.assert(
      fc.asyncProperty(page, sizes, async (text, maxSize) => {
        const result = await report(text, { maxSize, stripTags: false })
        expect(lost(text, result)).toBe('')
        for (const chunk of result.chunks) {
          expect(chunk.text).toBe(chunk.open + text.slice(chunk.span.start, chunk.span.end) + chunk.close)
          if (!chunk.flags.includes('over-size')) expect(chunk.text.length).toBeLessThanOrEqual(maxSize)
          if (chunk.flags.length === 0) expect(unbalanced(chunk.text)).toEqual([])
        }
      }),
      RUNS,
    )
  })

  it('lose nothing of broken pages', async () => {
    await fc.assert(
      fc.asyncProperty(brokenPage, sizes, async (text, maxSize) => {
        const result = await report(text, { maxSize, stripTags: false, mainContent: text.length % 2 === 0 })
        expect(lost(text, result)).toBe('')
        for (const chunk of result.chunks) {
          expect(chunk.text).toBe(chunk.open + text.slice(chunk.span.start, chunk.span.end) + chunk.close)
        }
      }),
      RUNS,
    )
  })
})

/** Tags that have no partner, by a reading of their own. */
function unbalanced(text: string): string[] {
  const open: string[] = []
  for (const [tag, slash, name] of text
    .replace(/<!--.*?-->/gs, '')
    .matchAll(/<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|[^">])*>/g)) {
    if (['br', 'img', 'hr'].includes(name!) || tag.endsWith('/>')) continue
    if (slash === '') open.push(name!)
    else if (open.pop() !== name) return [...open, tag]
  }
  return open
}
