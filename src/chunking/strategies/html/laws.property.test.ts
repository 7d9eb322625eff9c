import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenPage, page } from '../../../../test/laws/formats/html.js'
import { pairTokenizer, wordTokenizer } from '../../../../test/laws/tokenizers.js'
import type { ChunkReport, Tokenizer } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { type HtmlOptions, htmlStrategy, metadata } from './index.js'
import { readPage } from './reader.js'
import { Rendering } from './rendering.js'

const RUNS = { numRuns: 60 }

const sizes = fc.constantFrom(1, 2, 16, 40, 64, 120, 1000)
const tokenizers = fc.constantFrom(undefined, wordTokenizer, pairTokenizer)

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
  const check = async (text: string, maxSize: number, tokenizer?: Tokenizer, removeTags?: string[]) => {
    const size = tokenizer ? tokenizer.count : (shown: string) => shown.length
    const result = await report(text, { maxSize, removeTags, ...(tokenizer && { unit: 'tokens', tokenizer }) })
    expect(lost(text, result)).toBe('')
    let end = 0
    for (const chunk of result.chunks) {
      expect(chunk.span.start).toBeGreaterThanOrEqual(end)
      end = chunk.span.end
      expect(chunk.text.trim()).not.toBe('')
      if (!chunk.flags.includes('over-size')) expect(size(chunk.text)).toBeLessThanOrEqual(maxSize)
      let at = chunk.open.length
      for (const segment of chunk.segments!) {
        expect(segment.at).toBeGreaterThanOrEqual(at)
        at = segment.at + segment.length
        expect(segment.start).toBeGreaterThanOrEqual(chunk.span.start)
        expect(segment.start).toBeLessThanOrEqual(segment.end)
        expect(segment.end).toBeLessThanOrEqual(chunk.span.end)
        if (segment.verbatim) expect(chunk.text.slice(segment.at, at)).toBe(text.slice(segment.start, segment.end))
      }
      expect(at).toBeLessThanOrEqual(chunk.text.length - chunk.close.length)
    }
    const shown = result.chunks.map(({ text, open, close }) => text.slice(open.length, text.length - close.length))
    expect(squeeze(shown.join(''))).toBe(squeeze(wholeText(text, removeTags)))
  }

  it('show every character once, in order, within the size, and know where it is from', async () => {
    await fc.assert(
      fc.asyncProperty(page, sizes, tokenizers, (text, maxSize, tokenizer) => check(text, maxSize, tokenizer)),
      RUNS,
    )
  })

  it('do so for broken pages', async () => {
    await fc.assert(
      fc.asyncProperty(brokenPage, sizes, tokenizers, (text, maxSize, tokenizer) => check(text, maxSize, tokenizer)),
      RUNS,
    )
  })

  it('do so when elements are removed', async () => {
    const removed = ['nav', 'b', 'li', 'table']
    await fc.assert(
      fc.asyncProperty(brokenPage, sizes, tokenizers, (text, maxSize, tokenizer) =>
        check(text, maxSize, tokenizer, removed),
      ),
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
