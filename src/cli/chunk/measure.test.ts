import { describe, expect, it } from 'vitest'
import { createChunker } from '../../chunking/index.js'
import { createDocument } from '../../loading/index.js'
import { measureChunker, sizeNumbers } from './measure.js'

const { signal } = new AbortController()

describe('sizes in numbers', () => {
  it('are percentiles that occur, by nearest rank', () => {
    expect(sizeNumbers([10, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual({ mean: 5.5, min: 1, p50: 5, p90: 9, max: 10 })
    expect(sizeNumbers([7])).toEqual({ mean: 7, min: 7, p50: 7, p90: 7, max: 7 })
    expect(sizeNumbers([])).toBeNull()
  })
})

describe('a strategy in numbers', () => {
  it('is measured on the chunks it makes, and auto says what it chose', async () => {
    const document = createDocument({ text: `# A\n\n${'Words and words. '.repeat(20)}`, uri: 'file:///a.md' })
    const chunker = await createChunker('auto', { maxSize: 100 })
    const numbers = await measureChunker(document, chunker, signal)
    expect(numbers).toMatchObject({
      strategy: 'auto',
      cutBy: 'markdown',
      maxSize: 100,
      overlap: 0,
      overLimit: 0,
      lostCharacters: 0,
      droppedCharacters: 0,
      broken: { fences: 0, rows: 0 },
    })
    expect(numbers.chunks).toBe((await chunker.chunk(document)).length)
    expect(numbers.size!.max).toBeLessThanOrEqual(100)
  })

  it('counts visible characters that were left out, and gives no sizes without chunks', async () => {
    const html = await createChunker('html')
    const page = createDocument({ text: '<p>a</p> <script>b c</script>', mediaType: 'text/html' })
    expect(await measureChunker(page, html, signal)).toMatchObject({ droppedCharacters: 19, lostCharacters: 0 })
    const nothing = createDocument({ text: ' \n', mediaType: 'text/plain' })
    const numbers = await measureChunker(nothing, await createChunker('recursive'), signal)
    expect(numbers).toMatchObject({ chunks: 0, size: null, overLimit: 0 })
  })
})
