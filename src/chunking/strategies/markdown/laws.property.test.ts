import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenBlocks, markdown, wellFormed } from '../../../../test/laws/formats/markdown.js'
import type { Block, Span, Structure } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { type MarkdownOptions, markdownStrategy, metadata } from './index.js'

function read(text: string, options: MarkdownOptions = {}, mediaType = 'text/markdown') {
  const document = { id: '', text, mediaType, contentHash: '', metadata: {} }
  return markdownStrategy.structure(document, options, {}) as Structure & { blocks: Iterable<Block> }
}

/** Blocks are ordered, apart, inside their parent, and leave out white space only; this for the parts of each as well. */
function expectWholeTree(text: string, options: MarkdownOptions = {}, mediaType?: string): void {
  const structure = read(text, options, mediaType)
  const open: { blocks: Iterable<Block>; within: Span; dropped: Span[] }[] = []
  const top = [...structure.blocks]
  open.push({
    blocks: top,
    within: { start: 0, end: text.length },
    dropped: structure.dropped!.map(({ span }) => span),
  })
  for (let level = open.pop(); level; level = open.pop()) {
    let position = level.within.start
    const dropped = level.dropped.values()
    let removed = dropped.next()
    for (const block of level.blocks) {
      for (; !removed.done && removed.value.start < block.span.start; removed = dropped.next()) {
        expectSpace(text, position, removed.value.start)
        position = removed.value.end
      }
      expectSpace(text, position, block.span.start)
      const { span, strength } = block
      if (span.start < position || span.end <= span.start || span.end > level.within.end) {
        expect.fail(`${block.kind} ${span.start}..${span.end} overlaps ${position} or leaves ${level.within.end}`)
      }
      if (!(strength >= 0 && strength < 1)) expect.fail(`${block.kind} at ${span.start} has strength ${strength}`)
      position = block.span.end
      if (block.split) open.push({ blocks: block.split(), within: block.span, dropped: [] })
    }
    for (; !removed.done; removed = dropped.next()) {
      expectSpace(text, position, removed.value.start)
      position = removed.value.end
    }
    expectSpace(text, position, level.within.end)
  }
}

function expectSpace(text: string, from: number, to: number): void {
  const at = text.slice(from, to).search(/\S/)
  if (at >= 0) expect.fail(`"${text.slice(from + at, from + at + 30)}" at ${from + at} is in no block`)
}

async function expectLaws(text: string, options: MarkdownOptions): Promise<void> {
  const { chunks, dropped } = await new StrategyChunker(
    'markdown',
    markdownStrategy,
    metadata,
    options,
  ).chunkWithReport(text)
  const covered = new Uint8Array(text.length)
  for (const { span } of dropped) covered.fill(1, span.start, span.end)
  let last = -1
  for (const { open, close, span, text: shown } of chunks) {
    expect(shown).toBe(open + text.slice(span.start, span.end) + close)
    expect(shown.length).toBeLessThanOrEqual(options.maxSize!)
    expect(span.start).toBeGreaterThan(last)
    last = span.start
    covered.fill(1, span.start, span.end)
  }
  expectCovered(text, covered)
}

function expectCovered(text: string, covered: Uint8Array): void {
  const lost = [...text.matchAll(/\S/g)].filter(({ index }) => covered[index] === 0)
  expect(lost.map(({ index }) => text.slice(index, index + 20))).toEqual([])
}

describe('blocks of Markdown', () => {
  it('hold everything, in order, at every depth', () => {
    fc.assert(
      fc.property(markdown, fc.constantFrom('text/markdown', 'text/mdx'), (text, mediaType) => {
        expectWholeTree(text, {}, mediaType)
        expectWholeTree(text, { includeHeading: false, headerLevels: [1, 3] }, mediaType)
      }),
      { numRuns: 300 },
    )
  })

  it('hold an empty container', () => {
    expectWholeTree(':::note\n:::')
    expectWholeTree('- :::note\n  :::\n')
  })

  it('hold everything of text that is a jumble of marks', () => {
    const mark = fc.constantFrom(
      ...'#>-*+`~|:$[]()<>!\\=_ \t\n\n\r1.)a^'.split(''),
      '$$',
      ':::',
      '```',
      '<details>',
      '[^a]:',
      '<A',
      '</A>',
      'export ',
      '{/*',
    )
    fc.assert(
      fc.property(
        fc.array(mark, { maxLength: 200 }),
        fc.constantFrom('text/markdown', 'text/mdx'),
        (marks, mediaType) => expectWholeTree(marks.join(''), {}, mediaType),
      ),
      { numRuns: 1000 },
    )
  })
})

describe('chunks of Markdown', () => {
  it('keep offsets, text and limit', async () => {
    const options = fc.record({
      maxSize: fc.constantFrom(7, 40, 64, 100, 333),
      overlap: fc.constantFrom(0, undefined),
      splitCodeBlocks: fc.boolean(),
      includeHeading: fc.boolean(),
    })
    await fc.assert(fc.asyncProperty(markdown, options, expectLaws), { numRuns: 200 })
  })

  it('keep fences closed and rows below their header, unless they say that something was given up', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, fc.integer({ min: 64, max: 400 }), async (text, maxSize) => {
        const chunker = new StrategyChunker('markdown', markdownStrategy, metadata, { maxSize })
        for (const { text: shown, flags } of await chunker.chunk(text)) {
          if (flags.length === 0) expect({ shown, broken: brokenBlocks(shown) }).toEqual({ shown, broken: [] })
        }
      }),
      { numRuns: 300 },
    )
  })

  const folder = resolve(process.env['TESSERA_SHARED'] ?? '../shared', 'bench/docs/markdown')
  it.skipIf(!existsSync(folder))('keep them for mutated real documents (skipped without ../shared)', async () => {
    const names = readdirSync(folder).filter((_, index) => index % 5 === 0)
    for (const [index, name] of names.entries()) {
      const text = readFileSync(resolve(folder, name), 'utf8').slice(0, 20_000)
      const cut = (text.length * ((index * 37) % 100)) / 100
      const mutated = `${text.slice(cut)}\n\`\`\`\n> - ${text.slice(0, cut).replaceAll('\n\n', '\n')}`
      expectWholeTree(mutated)
      await expectLaws(mutated, { maxSize: 300 + index, overlap: index % 2 === 0 ? 0 : 50 })
    }
  })
})
