import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChunker, getAvailableStrategies } from '../../src/chunking/index.js'
import type { Chunk, Tokenizer } from '../../src/core/index.js'
import { checkLaws, checkOverlap } from '../laws/laws.js'
import { unfairTokenizer, wordTokenizer } from '../laws/tokenizers.js'

/** Faults that chunkers are known for, one group a kind of fault. Every chunk made here is checked against all laws. */
async function cut(strategy: string, text: string, options: Record<string, unknown> = {}): Promise<Chunk[]> {
  const outcome = await checkLaws(text, await createChunker(strategy, { overlap: 0, ...options }))
  checkOverlap(outcome)
  return outcome.report.chunks
}
const texts = async (...args: Parameters<typeof cut>) => (await cut(...args)).map(({ text }) => text)

const PLAIN = ['character', 'recursive', 'markdown', 'latex']
const FAMILY = '👩‍👩‍👧‍👦'

/** Three bytes a token, as byte-level encodings may cut: most tokens of other scripts begin inside a character. */
const byteTokenizer: Tokenizer = {
  id: 'test-bytes',
  encode(text) {
    const offsets: number[] = []
    let byte = 0
    let unit = 0
    for (const character of text) {
      for (let left = Buffer.byteLength(character); left > 0; left--) if (byte++ % 3 === 0) offsets.push(unit)
      unit += character.length
    }
    return { ids: new Uint32Array(offsets.length), offsets: Uint32Array.from(offsets) }
  },
  count: (text) => Math.ceil(Buffer.byteLength(text) / 3),
}

describe('offsets of text that occurs more than once', () => {
  it.each(PLAIN)('are those of its own place: %s', async (strategy) => {
    const refrain = 'Row the boat.\nMind the oar.\n'
    const block = 'begin(){\n  step();\n  }\n'
    for (const text of [refrain.repeat(12), block.repeat(9), 'tick tock '.repeat(60)]) {
      for (const overlap of [0, 7]) {
        const chunks = await cut(strategy, text, { maxSize: 24, overlap })
        expect(chunks.at(-1)!.span.end).toBe(text.trimEnd().length)
        expect(chunks.at(-1)!.lines[1]).toBe(text.trimEnd().split('\n').length)
      }
    }
  })

  it('hold where white space is repeated, mixed or missing', async () => {
    const text = 'Total  41  |  sheet 2 / 9   • north: by sea  • south: by\tair  etc.   \u00a0 End.'
    for (const strategy of PLAIN) {
      for (const [maxSize, overlap] of [
        [12, 0],
        [30, 9],
        [41, 20],
      ]) {
        await cut(strategy, text, { maxSize, overlap })
      }
    }
  })

  it('count UTF-16 units, whatever a character takes in bytes', async () => {
    const text = 'naïve café — 日本 𝒳 ok, then comes the z'
    for (const strategy of PLAIN) {
      const chunk = (await cut(strategy, text, { maxSize: 12 })).find((one) => one.text.includes('z'))!
      expect(chunk.span.start + chunk.text.indexOf('z')).toBe(text.indexOf('z'))
    }
  })
})

describe('characters of more than one unit', () => {
  const pieces = fc.constantFrom(
    ...['a', 'b. ', ' c', 'e\u0301', FAMILY, '👋🏻', '🇨🇭', '각', 'ก็', 'क्षि', '日本', '\n', '\r\n', '- ', '**'],
  )
  const source = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''))

  it.each(PLAIN)('are never cut where they fit, neither at an end nor at an overlap: %s', async (strategy) => {
    await fc.assert(
      fc.asyncProperty(
        source,
        fc.integer({ min: 12, max: 40 }),
        fc.integer({ min: 0, max: 11 }),
        async (text, maxSize, overlap) => {
          const borders = new Set(Array.from(new Intl.Segmenter().segment(text), ({ index }) => index))
          borders.add(text.length)
          for (const { span, flags } of await cut(strategy, text, { maxSize, overlap })) {
            if (flags.includes('split-atom')) continue
            expect([span.start, span.end].filter((offset) => !borders.has(offset))).toEqual([])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each(PLAIN)('are cut with a flag where they do not fit, between code points: %s', async (strategy) => {
    const chunks = await cut(strategy, `${FAMILY} ${FAMILY}`, { maxSize: 5 })
    expect(chunks.every(({ flags }) => flags.includes('split-atom'))).toBe(true)
    for (const maxSize of [1, 2, 3]) await cut(strategy, '🚀'.repeat(9), { maxSize, overlap: maxSize - 1 })
  })

  it('survive tokens that begin inside them', async () => {
    for (const text of ['Größere Öfen für Ärzte überprüfen', '😀🎉🚀 ab'.repeat(10), 'hello 👋🏻 ¦ done']) {
      for (const maxSize of [2, 3, 7]) {
        const chunks = await cut('recursive', text, { unit: 'tokens', tokenizer: byteTokenizer, maxSize })
        for (const chunk of chunks) expect(chunk.text).not.toContain('\ufffd')
      }
    }
  })
})

describe('sizes', () => {
  it('in tokens are those of the finished text, not the sum of its parts', async () => {
    const text = Array.from({ length: 120 }, (_, i) => `t${i}`).join(' ')
    for (const tokenizer of [unfairTokenizer, wordTokenizer, byteTokenizer]) {
      for (const { text: shown } of await cut('recursive', text, {
        unit: 'tokens',
        tokenizer,
        maxSize: 16,
        overlap: 4,
      }))
        expect(tokenizer.count(shown)).toBeLessThanOrEqual(16)
    }
  })

  it('hold for one line without end', async () => {
    expect(await texts('recursive', 'A'.repeat(900), { maxSize: 100 })).toEqual(Array(9).fill('A'.repeat(100)))
    for (const strategy of getAvailableStrategies()) {
      for (const { text } of await cut(strategy, '0.123,'.repeat(10_000), { maxSize: 1000 }))
        expect(text.length).toBeLessThanOrEqual(1000)
    }
  })

  it('do not keep an overlap almost as large from coming to an end', async () => {
    for (const strategy of getAvailableStrategies()) {
      await cut(strategy, `甲。${'乙'.repeat(60)}。丙。`, { maxSize: 20, overlap: 19 })
      await cut(strategy, 'Aa. Bb. Cc. Dd. Ee.', { maxSize: 8, overlap: 7 })
    }
  })

  it('are used: no chunk lies within its neighbour', async () => {
    const spans = (await cut('character', 'abcdefghijklmnopqrst', { maxSize: 10, overlap: 4 })).map(({ span }) => span)
    expect(spans.map(({ start, end }) => [start, end])).toEqual([
      [0, 10],
      [6, 16],
      [12, 20],
    ])
  })
})

describe('what introduces', () => {
  const word = 'h'.repeat(90)

  it.each(['# ', '- ', '12. ', '> ', '- [ ] ', '[^1]: '])(
    'the marker %j is no chunk of its own before a word that must be cut',
    async (marker) => {
      expect((await texts('markdown', `${marker}${word}\n\nmore`, { maxSize: 60 }))[0]).toBe(
        `${marker}${word}`.slice(0, 60),
      )
    },
  )

  it('a few words are no chunk of their own either, but a word that fits is not cut for them', async () => {
    expect((await texts('recursive', `x = ${word}`, { maxSize: 60 }))[0]).toBe(`x = ${word}`.slice(0, 60))
    expect(await texts('recursive', `see ${word} there`, { maxSize: 92 })).toEqual(['see', word, 'there'])
  })

  it.each([
    ['markdown', '# Title\n\n'],
    ['latex', '\\section{Title}\n'],
  ])('a heading begins the chunk of a sentence that is longer than a chunk: %s', async (strategy, heading) => {
    const [first, second] = await texts(strategy, `${heading}${'many words '.repeat(40)}`, { maxSize: 100 })
    expect(first).toMatch(/Title\}?\s+many words many.*(many|words)$/s)
    expect(second).toMatch(/^(many|words) .*(many|words)$/)
  })

  it('a fence or an environment is not opened for nothing', async () => {
    expect((await texts('markdown', `\`\`\`js\n${word}\n\`\`\``, { maxSize: 64 }))[0]).toMatch(/^```js\nh+\n```$/)
    const [list] = await texts('latex', `\\begin{itemize}\n\\item ${word}\n\\end{itemize}`, { maxSize: 80 })
    expect(list).toMatch(/^\\begin\{itemize\}\n\\item h+\n\\end\{itemize\}$/)
  })

  it('the header of a table stays with its first row rather than with the caption', async () => {
    const text = 'Table 4: ports\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |'
    expect(await texts('markdown', text, { maxSize: 40 })).toEqual([
      'Table 4: ports',
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
      '| a | b |\n|---|---|\n| 5 | 6 |',
    ])
  })

  it('the nearest of several headings stays with the text, where there is room for one', async () => {
    const body = 'word '.repeat(10).trim()
    expect(await texts('markdown', `# First of the headings\n\n## Second\n\n${body}`, { maxSize: 65 })).toEqual([
      '# First of the headings',
      `## Second\n\n${body}`,
    ])
  })
})

describe('words and sentences', () => {
  it('are cut neither after an abbreviation or ellipsis nor inside a number', async () => {
    const text =
      'As Meyer et al. (2021) show... and others doubt, 3.14 will do. We bought nails, glue etc. They sold out.'
    expect(await texts('recursive', text, { maxSize: 70 })).toEqual([
      'As Meyer et al. (2021) show... and others doubt, 3.14 will do.',
      'We bought nails, glue etc. They sold out.',
    ])
    expect(await texts('recursive', text, { maxSize: 62 })).toContain('We bought nails, glue etc. They sold out.')
    expect(await texts('recursive', text.slice(63), { maxSize: 30 })).toEqual([
      'We bought nails, glue etc.',
      'They sold out.',
    ])
  })

  it('end at the full stop of their script', async () => {
    expect(await texts('recursive', '春天来了。花开了！鸟在哪里？在树上。', { maxSize: 6 })).toEqual([
      '春天来了。',
      '花开了！',
      '鸟在哪里？',
      '在树上。',
    ])
  })

  it.each([
    ['th', 'วันนี้อากาศดีมากเราจึงออกไปเดินเล่นที่สวนสาธารณะ'],
    ['ja', 'この文章には空白がありませんが言葉の切れ目で分けられます'],
    ['my', 'မြန်မာဘာသာစကားသည်စကားလုံးများအကြားနေရာလွတ်မရှိပါ'],
  ])('are found where no space tells them apart: %s', async (language, text) => {
    const words = new Intl.Segmenter(language, { granularity: 'word' })
    const borders = new Set(Array.from(words.segment(text), ({ index }) => index))
    for (const { span } of await cut('recursive', text, { maxSize: 16 })) expect(borders).toContain(span.start)
  })

  it('special words of a tokenizer are text like any other', async () => {
    const text = 'Before <|endoftext|> and after <|im_start|> it goes on.'
    for (const strategy of getAvailableStrategies())
      await cut(strategy, text, { unit: 'tokens', tokenizer: wordTokenizer, maxSize: 8 })
  })
})

describe('options', () => {
  it('a separator is taken literally, whatever it would mean as a pattern', async () => {
    for (const separator of ['.', '. ', '|', '(', '[a]', '\\d', '$', '^', '*', 'a+', '?', '{2}']) {
      const text = ['one', 'two', 'three'].join(separator)
      expect(await texts('character', text, { separator, maxSize: 5 + separator.length })).toEqual([
        `one${separator}`.trimEnd(),
        `two${separator}`.trimEnd(),
        'three',
      ])
    }
  })

  it('an overlap is there, also inside a section, and never more than asked for', async () => {
    const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ')
    for (const strategy of PLAIN) {
      const chunks = await cut(strategy, `# T\n\n${words}`, { maxSize: 100, overlap: 30 })
      expect(chunks.length).toBeGreaterThan(2)
      for (const [index, { span }] of chunks.slice(1).entries())
        expect(span.start).toBeLessThan(chunks[index]!.span.end)
    }
  })
})

describe('a chunker', () => {
  it.each(getAvailableStrategies())(
    'keeps nothing of one document for the next, side by side too: %s',
    async (strategy) => {
      const chunker = await createChunker(strategy, { maxSize: 40, overlap: 8 })
      const documents = ['# One\n\nalpha beta gamma '.repeat(9), '# Two\n\ndelta epsilon '.repeat(7), '']
      const alone = []
      for (const text of documents) {
        alone.push(await (await createChunker(strategy, { maxSize: 40, overlap: 8 })).chunkWithReport(text))
      }
      expect(await Promise.all(documents.map((text) => chunker.chunkWithReport(text)))).toEqual(alone)
    },
  )
})

describe('web pages', () => {
  it('of several megabytes of paragraphs lose none', { timeout: 120_000 }, async () => {
    const { chunks } = await (await createChunker('html', { maxSize: 1000 })).chunkWithReport(
      '<p>para</p>'.repeat(100_000),
    )
    expect(chunks.reduce((count, { text }) => count + text.split('para').length - 1, 0)).toBe(100_000)
  })

  it('without a heading are all text, each word once and in order', async () => {
    const page = 'Lead <b>bold</b>.<ul><li>one<li>two</ul><table><tr><td>x<td>1</table><pre>a &lt; b</pre>tail'
    const shown = (await texts('html', page)).join(' ').split(/\s+/)
    expect(shown).toEqual(['Lead', 'bold.', 'one', 'two', 'x', '1', 'a', '<', 'b', 'tail'])
  })
})
