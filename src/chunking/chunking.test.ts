import { describe, expect, it } from 'vitest'
import type { Chunk, Tokenizer } from '../core/index.js'
import { ChunkerRegistry, chunkerRegistry, createChunker, getAvailableStrategies, getChunkerMetadata } from './index.js'

async function cut(text: string, options: Record<string, unknown> = {}, strategy = 'recursive'): Promise<Chunk[]> {
  return (await createChunker(strategy, options)).chunk(text)
}
const texts = async (...args: Parameters<typeof cut>) => (await cut(...args)).map(({ text }) => text)

describe('the registry', () => {
  it('answers to names and aliases in any case, before anything is loaded', () => {
    expect(getAvailableStrategies().slice(0, 2)).toEqual(['character', 'recursive'])
    expect(chunkerRegistry.resolve('MD')).toBe('markdown')
    expect(getChunkerMetadata('langchain-default')).toBe(getChunkerMetadata('recursive'))
    expect(chunkerRegistry.getChunkersByUseCase('Documentation')).toContain('markdown')
    expect(chunkerRegistry.getChunkersByUseCase('academic')).toContain('latex')
    expect(chunkerRegistry.getChunkersByUseCase('readme files')).toEqual(['markdown'])
    expect(chunkerRegistry.getChunkersByUseCase('nothing of the kind')).toEqual([])
  })

  it('names what is near when a name is unknown', async () => {
    await expect(createChunker('recursiv')).rejects.toMatchObject({
      code: 'UNKNOWN_STRATEGY',
      details: { given: 'recursiv', didYouMean: ['recursive'] },
    })
  })

  it("takes a user's own strategy, which is then like any other", async () => {
    const registry = new ChunkerRegistry()
    registry.register(
      'lines',
      async () => ({
        structure: ({ text }) => ({
          blocks: [...text.matchAll(/.+/g)].map(({ 0: line, index }) => ({
            span: { start: index, end: index + line.length },
            kind: 'line',
            strength: 1,
          })),
        }),
      }),
      {
        description: 'Every line',
        aliases: ['by-line'],
        defaultConfig: { maxSize: 50 },
        supportedOptions: [],
        useCases: ['Poems'],
        mediaTypes: ['text/x-poem'],
      },
    )
    const { ChunkerFactory } = await import('./factory.js')
    const factory = new ChunkerFactory(registry)
    const chunker = await factory.create('by-line')
    expect((await chunker.chunk('one\ntwo')).map(({ text }) => text)).toEqual(['one', 'two'])
    expect(registry.getChunkersByUseCase('poem')).toEqual(['lines'])
    // Its own limit is below the least size that `auto` has for others.
    expect((await (await factory.create('auto')).chunk({ text: 'one\ntwo', mediaType: 'text/x-poem' })).length).toBe(2)
    expect(() =>
      registry.register('Lines', async () => ({ structure: () => ({ blocks: [] }) }), getChunkerMetadata('md')),
    ).toThrow(expect.objectContaining({ code: 'AMBIGUOUS_NAME' }))
  })

  it('keeps the name of the choice among strategies, in any case, for that', async () => {
    expect((await createChunker('AUTO')).strategy).toBe('auto')
    const registry = new ChunkerRegistry()
    const load = async () => ({ structure: () => ({ blocks: [] }) })
    for (const [name, aliases] of [
      ['Auto', []],
      ['mine', ['auto']],
    ] as const) {
      expect(() =>
        registry.register(name, load, { ...getChunkerMetadata('recursive'), aliases: [...aliases] }),
      ).toThrow(expect.objectContaining({ code: 'AMBIGUOUS_NAME' }))
      expect(registry.has(name)).toBe(false)
    }
  })

  it('loads a strategy once, and again after a failure', async () => {
    const registry = new ChunkerRegistry()
    let loads = 0
    const load = async () => {
      if (++loads === 1) throw new Error('disk')
      return { structure: () => ({ blocks: [] }) }
    }
    registry.register('flaky', load, { ...getChunkerMetadata('recursive'), aliases: [] })
    await expect(registry.get('flaky')).rejects.toThrow('disk')
    await registry.get('flaky')
    await registry.get('flaky')
    expect(loads).toBe(2)
  })
})

describe('options', () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ['an unknown option', { maxSiz: 3 }, 'UNKNOWN_OPTION'],
    ['an option of another strategy', { headerLevels: [1] }, 'UNKNOWN_OPTION'],
    ['a size of 0', { maxSize: 0 }, 'INVALID_OPTION'],
    ['a size that is no number', { maxSize: '10' }, 'INVALID_OPTION'],
    ['a size that is not whole', { maxSize: 1.5 }, 'INVALID_OPTION'],
    ['a negative overlap', { overlap: -1 }, 'INVALID_OPTION'],
    ['an overlap as large as the size', { maxSize: 10, overlap: 10 }, 'INVALID_OPTION'],
    ['a smallest size above the largest', { maxSize: 10, minSize: 11 }, 'INVALID_OPTION'],
    ['an unknown unit', { unit: 'words' }, 'INVALID_OPTION'],
    ['tokens without a tokenizer', { unit: 'tokens' }, 'INVALID_OPTION'],
    ['a tokenizer that nobody asks', { tokenizer: { encode() {}, count() {} } }, 'INVALID_OPTION'],
    ['metadata that is a list', { metadata: [] }, 'INVALID_OPTION'],
    ['separators that are no list', { separators: 'x' }, 'INVALID_OPTION'],
    ['a pattern that is none', { separators: ['('], isSeparatorRegex: true }, 'INVALID_OPTION'],
    ['an unknown language', { language: 'klingon' }, 'INVALID_OPTION'],
  ]

  it.each(wrong)('%s is a typed error', async (_, options, code) => {
    await expect(createChunker('recursive', options)).rejects.toMatchObject({ code })
  })

  it('a default overlap shrinks with the size, an explicit one is kept', async () => {
    expect((await createChunker('recursive', { maxSize: 100 })).options.overlap).toBe(20)
    expect((await createChunker('recursive', { maxSize: 500 })).options.overlap).toBe(200)
    expect((await createChunker('recursive', { maxSize: 100, overlap: 90 })).options.overlap).toBe(90)
  })

  it('input that is no text is a typed error', async () => {
    const chunker = await createChunker('recursive')
    for (const input of [7, null, undefined, {}, { text: 7 }]) {
      await expect(chunker.chunk(input as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    }
  })

  it('metadata reaches every chunk, as a copy', async () => {
    const metadata = { tags: ['a'] }
    const chunks = await cut('one two three', { maxSize: 5, overlap: 0, metadata })
    metadata.tags.push('b')
    expect(chunks.map((chunk) => chunk.metadata)).toEqual(chunks.map(() => ({ tags: ['a'] })))
  })

  it('an aborted call says so', async () => {
    const chunker = await createChunker('recursive')
    await expect(chunker.chunk('x', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('recursive', () => {
  it('carries offsets through repeated text', async () => {
    const spans = (await cut('delta delta', { separators: [' ', ''], maxSize: 5, overlap: 0 })).map(({ span }) => span)
    expect(spans).toEqual([
      { start: 0, end: 5 },
      { start: 6, end: 11 },
    ])
  })

  it('cuts at the strongest boundary inside the limit', async () => {
    const text = 'One sentence. Two.\nA line of its own.\n\nA paragraph of its own, and more.'
    expect(await texts(text, { maxSize: 45, overlap: 0 })).toEqual([
      'One sentence. Two.\nA line of its own.',
      'A paragraph of its own, and more.',
    ])
    expect(await texts(text, { maxSize: 36, overlap: 0 })).toEqual([
      'One sentence. Two.',
      'A line of its own.',
      'A paragraph of its own, and more.',
    ])
  })

  it('takes a separator literally unless it is a pattern', async () => {
    const text = 'We ship on Monday. Tests run nightly.  Docs follow.'
    expect(await texts(text, { separators: ['. '], maxSize: 30, overlap: 0 })).toEqual([
      'We ship on Monday.',
      'Tests run nightly.',
      'Docs follow.',
    ])
    expect(await texts('a1b22c', { separators: ['\\d+'], isSeparatorRegex: true, maxSize: 3, overlap: 0 })).toEqual([
      'a1',
      'b22',
      'c',
    ])
  })

  it('takes a pattern that matches a place without characters, and one that looks around', async () => {
    const options = { maxSize: 8, overlap: 0, isSeparatorRegex: true }
    for (const keepSeparator of ['end', 'start', false]) {
      const cutAt = (text: string, separator: string) =>
        texts(text, { ...options, keepSeparator, separators: [separator, ''] })
      expect(await cutAt('One. Two. Three.', '(?<=\\. )')).toEqual(['One.', 'Two.', 'Three.'])
      expect(await cutAt('XaaaXaaaXaaaX', '(?=X)')).toEqual(['XaaaXaaa', 'XaaaX'])
      expect(await cutAt('abcdefghij', '^')).toEqual(['abcdefgh', 'ij'])
    }
    expect(await texts('ab;   cd', { ...options, maxSize: 4, separators: [';\\s+', ''] })).toEqual(['ab;', 'cd'])
  })

  it('refuses to keep the definitions of a language with the text before', async () => {
    expect(await texts('x\ndef f', { language: 'python', keepSeparator: 'start', maxSize: 5, overlap: 0 })).toEqual([
      'x',
      'def f',
    ])
    for (const keepSeparator of ['end', false]) {
      await expect(createChunker('recursive', { language: 'python', keepSeparator })).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        details: { option: 'keepSeparator' },
      })
    }
  })

  it('puts the separator where it is wanted, and reports one that went away', async () => {
    const options = { separators: ['; ', ''], maxSize: 4, overlap: 0 }
    expect(await texts('one; two', { ...options, keepSeparator: 'end' })).toEqual(['one;', 'two'])
    expect(await texts('one; two', { ...options, maxSize: 5, keepSeparator: 'start' })).toEqual(['one', '; two'])
    const chunker = await createChunker('recursive', { ...options, keepSeparator: false })
    const { chunks, dropped } = await chunker.chunkWithReport('one; two')
    expect(chunks.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(dropped).toEqual([{ span: { start: 3, end: 5 }, reason: 'separator' }])
  })

  it('never cuts a word while there is room at a space', async () => {
    for (const text of await texts('internationalization of everything there is to see', { maxSize: 21, overlap: 0 })) {
      expect('internationalization of everything there is to see'.split(' ')).toEqual(
        expect.arrayContaining(text.split(' ')),
      )
    }
  })

  it('cuts scripts without spaces between words, and no grapheme', async () => {
    const thai = 'ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอน'
    const words = new Set(
      [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(({ index }) => index),
    )
    for (const { span } of await cut(thai, { maxSize: 15, overlap: 0 })) expect(words.has(span.start)).toBe(true)
    for (const text of await texts('👩‍👩‍👧‍👦'.repeat(9), { maxSize: 25, overlap: 0 }))
      expect(text).toMatch(/^(?:👩‍👩‍👧‍👦)+$/u)
  })

  it('makes room for a grapheme, and for a word, by giving up overlap', async () => {
    const family = '👩‍👩‍👧‍👦'
    const sizes = { maxSize: 64, overlap: 60 }
    for (const strategy of ['recursive', 'character']) {
      for (const text of [
        `${'a'.repeat(64)}${family}${'b'.repeat(30)}`,
        `${'aaa '.repeat(16)}${family} ${'bbb '.repeat(8)}`,
      ]) {
        const chunks = await cut(text, sizes, strategy)
        expect(chunks.flatMap(({ flags }) => flags)).toEqual([])
        const borders = chunks.flatMap(({ span }) => [span.start, span.end])
        const from = text.indexOf(family)
        expect(borders.filter((border) => border > from && border < from + family.length)).toEqual([])
      }
    }
    const words = `${'aaa '.repeat(16)}internationalization ${'bbb '.repeat(8)}`
    for (const chunk of await texts(words, sizes)) expect(chunk).toMatch(/^(?:aaa|internationalization|bbb|\s)+$/)
  })

  it('keeps a grapheme whole before an indent and in sizes of tokens', async () => {
    const family = '👩‍👩‍👧‍👦'
    expect(await texts(`\n    ${family}`, { maxSize: 11, overlap: 0 })).toEqual([family])
    const tokenizer: Tokenizer = {
      id: 'dear',
      encode: () => ({ ids: new Uint32Array(1), offsets: new Uint32Array(1) }),
      count: (text) => Math.ceil(text.length / 6),
    }
    const options = { maxSize: 2, overlap: 0, unit: 'tokens', tokenizer }
    expect(await texts(`${family}bcdefghij`, options)).toEqual([family, 'bcdefghij'])
  })

  it('does not end a sentence between a stop and the mark on it', async () => {
    const text = '出た‼\ufe0f次の文です。'
    expect(await texts(text, { maxSize: 9, overlap: 0 })).toEqual(['出た‼\ufe0f', '次の文です。'])
    const spans = (await cut(`<p>${text}</p>`, { maxSize: 9, overlap: 0, stripTags: false }, 'html')).map((c) => c.text)
    expect(spans.filter((shown) => shown.startsWith('\ufe0f'))).toEqual([])
  })

  it('cuts no separator out of a grapheme', async () => {
    expect(await texts('abcde\u0301fgh', { maxSize: 6, overlap: 0, separators: ['e', ''] })).toEqual([
      'abcde\u0301',
      'fgh',
    ])
  })

  it('does not cut inside a character reference', async () => {
    const tokenizer: Tokenizer = {
      id: 'dear',
      encode: () => ({ ids: new Uint32Array(1), offsets: new Uint32Array(1) }),
      count: (text) => Math.ceil(text.length / 6),
    }
    const options = { maxSize: 1, overlap: 0, unit: 'tokens', tokenizer }
    const chunks = await cut('<b>alpha&amp;beta</b>', options, 'html')
    expect(chunks.map(({ text }) => text).join('')).toBe('alpha&beta')
    for (const { span, segments } of chunks) {
      for (const segment of segments!) expect(segment.end).toBeLessThanOrEqual(span.end)
    }
  })

  it('begins an overlap at a boundary', async () => {
    const chunks = await texts('First sentence here. Second one here. Third one here. Fourth.', {
      maxSize: 40,
      overlap: 20,
    })
    expect(chunks).toEqual(['First sentence here. Second one here.', 'Second one here. Third one here. Fourth.'])
  })

  it('keeps the indent of the first line', async () => {
    expect(await texts('def f():\n    return 1\n\n    # more\n', { maxSize: 12, overlap: 0 })).toEqual([
      'def f():',
      '    return 1',
      '    # more',
    ])
  })

  it('prefers the borders of a programming language', async () => {
    const code = 'import a\n\ndef one():\n    x = 1\n\n    return x\n\ndef two():\n    return 2\n'
    expect(await texts(code, { language: 'python', maxSize: 60, overlap: 0 })).toEqual([
      'import a\n\ndef one():\n    x = 1\n\n    return x',
      'def two():\n    return 2',
    ])
  })
})

describe('character', () => {
  it('cuts at the exact size with the exact overlap', async () => {
    const chunks = await cut('x'.repeat(25), { maxSize: 10, overlap: 3 }, 'character')
    expect(chunks.map(({ span }) => [span.start, span.end])).toEqual([
      [0, 10],
      [7, 17],
      [14, 24],
      [21, 25],
    ])
  })

  it('cuts at a separator where one is given', async () => {
    expect(await texts('a,b,c', { separator: ',', maxSize: 2, overlap: 0 }, 'character')).toEqual(['a,', 'b,', 'c'])
  })
})

describe('sizes in tokens', () => {
  const words: Tokenizer = {
    id: 'words',
    encode(text) {
      const offsets = [...text.matchAll(/\S+/g)].map((match) => match.index)
      return { ids: new Uint32Array(offsets.length), offsets: Uint32Array.from(offsets) }
    },
    count: (text) => text.split(/\s+/).filter(Boolean).length,
  }

  it('are counted by the tokenizer', async () => {
    const options = { unit: 'tokens', tokenizer: words, maxSize: 3, overlap: 1 }
    expect(await texts('a bb ccc dddd eeeee', options)).toEqual(['a bb ccc', 'ccc dddd eeeee'])
  })

  it.each([
    ['id', { id: undefined }],
    ['count', { count: 3 }],
    ['count', { count: async () => 2 }],
    ['count', { count: () => Number.NaN }],
    ['count', { count: () => -1 }],
    ['encode', { encode: undefined }],
    ['encode', { encode: () => [1, 2] }],
    ['encode', { encode: () => ({ ids: [1, 2] }) }],
    ['encode', { encode: async (text: string) => words.encode(text) }],
    ['encode', { encode: () => null }],
    ['encode', { encode: () => ({ offsets: [0, undefined] }) }],
  ])('need a whole tokenizer: %s %j', async (member, wrong) => {
    await expect(
      createChunker('recursive', { unit: 'tokens', tokenizer: { ...words, ...wrong } as never }),
    ).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option: `tokenizer.${member}` } })
  })

  it('give up what would be added around a piece before they cut a grapheme', async () => {
    const runs: Tokenizer = {
      id: 'runs',
      encode(text) {
        const offsets = [...text.matchAll(/\S+|\s/g)].map((match) => match.index)
        return { ids: new Uint32Array(offsets.length), offsets: Uint32Array.from(offsets) }
      },
      count: (text) => (text.match(/\S+|\s/g) ?? []).length + Math.floor(text.length / 7),
    }
    const options = { unit: 'tokens', tokenizer: runs, maxSize: 4, overlap: 0 }
    const chunks = await texts('[^x]: 👩‍👩‍👧 alpha\n', options, 'markdown')
    expect(chunks.join(' ')).toContain('👩‍👩‍👧')
  })

  it('keep the overlap where a stretch has more tokens alone than in its text', async () => {
    // Every stretch begins with a token of its own.
    const dear: Tokenizer = { ...words, count: (text) => words.count(text) + 1 }
    for (const strategy of ['recursive', 'character', 'markdown']) {
      const text = 'One two three. Four five six. Seven eight nine. Ten eleven twelve. '.repeat(3)
      const chunks = await cut(text, { unit: 'tokens', tokenizer: dear, maxSize: 8, overlap: 4 }, strategy)
      const shared = chunks.slice(1).map(({ span }, index) => text.slice(span.start, chunks[index]!.span.end))
      expect(Math.max(...shared.map((overlap) => (overlap === '' ? 0 : dear.count(overlap))))).toBe(4)
    }
  })
})

describe('headings without a body', () => {
  it('go on into what stands below them, not into a sibling or what is above', async () => {
    expect(await texts('# API\n## Deprecated\n# Install\ntext', {}, 'markdown')).toEqual([
      '# API\n## Deprecated',
      '# Install\ntext',
    ])
    expect(await texts('# API\n## Use\n### Call\ntext', {}, 'markdown')).toEqual(['# API\n## Use\n### Call\ntext'])
  })
})

describe('a strategy that fails', () => {
  const registry = new ChunkerRegistry()
  registry.register(
    'broken',
    async () => ({
      structure: () => {
        throw new Error('boom')
      },
    }),
    { ...getChunkerMetadata('recursive'), aliases: [], mediaTypes: ['text/x-broken'] },
  )

  it('is a typed error, and with auto costs structure but no text', async () => {
    const { ChunkerFactory } = await import('./factory.js')
    const factory = new ChunkerFactory(registry)
    const input = { text: 'Some text.', mediaType: 'text/x-broken' }
    await expect((await factory.create('broken')).chunk(input)).rejects.toMatchObject({
      code: 'STRATEGY_FAILED',
      details: { reason: 'boom' },
    })
    const { chunks, warnings } = await (await factory.create('auto')).chunkWithReport(input)
    expect(chunks).toMatchObject([{ text: 'Some text.', flags: ['fallback-parser'] }])
    expect(warnings).toEqual([expect.stringContaining('boom')])
  })
})

describe('input of any strategy', () => {
  it.each(['auto', 'recursive', 'markdown'])('is checked by %s', async (strategy) => {
    for (const options of [null, 5, [], { metadata: 5 }, { metadata: [1] }, { metadata: { x: () => 1 } }]) {
      await expect(createChunker(strategy, options as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    }
    const chunker = await createChunker(strategy)
    const wrong = [
      null,
      5,
      {},
      { text: 5 },
      { text: 'x', uri: 5 },
      { text: 'x', mediaType: {} },
      { text: 'x', metadata: 1 },
    ]
    for (const input of wrong) {
      await expect(chunker.chunk(input as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    }
    await expect(chunker.chunk({ text: 'x', txet: 1 } as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
    for (const call of [null, 5, { signal: 5 }]) {
      await expect(chunker.chunk('x', call as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    }
    await expect(chunker.chunk('x', { sginal: 1 } as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
  })
})

describe('auto', () => {
  it('picks by media type, name and content, else recursive', async () => {
    const { chooseStrategy } = await import('./index.js')
    const choose = (input: Parameters<typeof chooseStrategy>[1]) => chooseStrategy(chunkerRegistry, input)
    expect(choose({ text: 'x', mediaType: 'text/markdown' })).toBe('markdown')
    expect(choose({ text: 'x', mediaType: 'text/markdown; charset=utf-8' })).toBe('markdown')
    expect(choose({ text: 'x', mediaType: 'TEXT/HTML' })).toBe('html')
    expect(choose({ text: 'x', mediaType: 'text/latex' })).toBe('latex')
    expect(choose({ text: '# A\n\n## B', uri: 'README' })).toBe('markdown')
    expect(choose({ text: 'x', uri: 'file:///a/b.tex' })).toBe('latex')
    expect(choose({ text: 'x', uri: 'https://example.com/index.html?x=1' })).toBe('html')
    expect(choose('<!doctype html><p>x')).toBe('html')
    expect(choose('\\documentclass{article}\n\\begin{document}x\\end{document}')).toBe('latex')
    expect(choose('# Title\n\n## Part\n\ntext')).toBe('markdown')
    expect(choose('Just words.')).toBe('recursive')
  })
  it('merges scraps up to a fifth of the limit, 200 at most, unless told otherwise', async () => {
    const { AutoChunker } = await import('./index.js')
    const options = (given: { maxSize?: number; minSize?: number }) => new AutoChunker(chunkerRegistry, given).options
    expect(options({})).toMatchObject({ minSize: 200 })
    expect(options({ maxSize: 4000 })).toMatchObject({ minSize: 200 })
    expect(options({ maxSize: 99 })).toMatchObject({ minSize: 19 })
    expect(options({ minSize: 0 })).toMatchObject({ minSize: 0 })
    const text = '# A\n\nOne.\n\n# B\n\nTwo.'
    expect(await new AutoChunker(chunkerRegistry).chunk({ text, uri: 'a.md' })).toHaveLength(1)
    expect(await new AutoChunker(chunkerRegistry, { minSize: 0 }).chunk({ text, uri: 'a.md' })).toHaveLength(2)
  })
})
