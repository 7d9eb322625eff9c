import { describe, expect, it } from 'vitest'
import { createChunker } from '../index.js'

async function cut(page: string, maxSize: number) {
  const chunker = await createChunker('html', { maxSize, overlap: 0 })
  const chunks = await chunker.chunk(page)
  for (const { text, segments, span } of chunks) {
    expect(text.length).toBeLessThanOrEqual(maxSize)
    for (const { at, length, start, end, verbatim } of segments!) {
      expect(start).toBeGreaterThanOrEqual(span.start)
      expect(end).toBeLessThanOrEqual(span.end)
      if (verbatim) expect(text.slice(at, at + length)).toBe(page.slice(start, end))
    }
  }
  return chunks
}

describe('graphemes of a rendering', () => {
  it('are whole where references make them up', async () => {
    const chunks = await cut('<p>e&#x301;e&#x301;</p>', 3)
    expect(chunks.map(({ text }) => text)).toEqual(['e\u0301', 'e\u0301'])
    const family = '&#x1F468;&zwj;&#x1F469;&zwj;&#x1F467;'
    const families = await cut(`<p>${family.repeat(14)}</p>`, 100)
    expect(families.map(({ text }) => text.length % 8)).toEqual([0, 0])
    expect(families.flatMap(({ flags }) => flags)).toEqual([])
  })

  it('are whole where tags stand inside them', async () => {
    const chunks = await cut(`<p>${'👨\u200d<b>👩</b>'.repeat(9)}</p>`, 12)
    for (const { text } of chunks) expect(text.length % 5).toBe(0)
  })

  it('are cut with a flag where none fits', async () => {
    const chunks = await cut('<p>👩&zwj;👧</p>', 3)
    expect(chunks.map(({ flags }) => flags)).toContainEqual(['split-atom'])
  })

  it('never end inside a reference', async () => {
    for (const maxSize of [1, 2, 3]) {
      await cut('w&NotEqualTilde;\u200d', Math.max(2, maxSize))
      await cut('&#1\u200d', maxSize)
      await cut('pieces &#x1F54A;&#xFE0F; and', Math.max(2, maxSize))
      const chunks = await cut('ab&hearts;\ufe0fcd', 3)
      expect(chunks.some(({ text }) => text.startsWith('\ufe0f'))).toBe(false)
    }
  })
})
