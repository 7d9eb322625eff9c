import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InMemoryBM25Index, QUALITY, TEXTBOOK } from '../../src/indexes/index.js'

/** Faults that searches by words are known for, one group a kind of fault; both sets of numbers are held to them. */
const PRESETS = { textbook: TEXTBOOK, quality: QUALITY }
const LETTERS = 'abcdefghij'

type Source = string | { text: string; title: string }

async function indexOf(documents: readonly Source[], preset = TEXTBOOK): Promise<InMemoryBM25Index> {
  const index = new InMemoryBM25Index(preset)
  await index.addDocuments(
    documents.map((document, number) => {
      if (typeof document === 'string') return { id: LETTERS[number]!, text: document }
      return { id: LETTERS[number]!, text: document.text, context: [{ kind: 'title', text: document.title }] }
    }),
  )
  return index
}

async function search(documents: readonly Source[], query: string, preset = TEXTBOOK) {
  return (await indexOf(documents, preset)).search(query, 100)
}
const found = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ id }) => id).join('')

describe.each(Object.entries(PRESETS))('scores by words, %s numbers', (_, preset) => {
  it.each([
    ['half', ['red fox', 'red dog', 'blue cat', 'green cow'], 'red', 'ab'],
    ['all but one', ['oak leaf', 'oak a', 'oak b', 'oak c', 'elm'], 'oak', 'abcd'],
    ['all', ['oak leaf', 'oak bark', 'oak root'], 'oak', 'abc'],
    ['the only one', ['nothing else here'], 'nothing', 'a'],
  ])('are above 0 for a word in %s of the documents', async (_name, documents, query, ids) => {
    const hits = await search(documents, query, preset)
    expect(
      hits
        .map(({ id }) => id)
        .toSorted()
        .join(''),
    ).toBe(ids)
    for (const { score } of hits) expect(score).toBeGreaterThan(0)
  })

  it('never fall by a further word of the question that the document holds', async () => {
    const words = fc.constantFrom('db', 'lorem', 'ipsum', 'dolor', 'amet')
    const document = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 9 }),
        fc.uniqueArray(words, { minLength: 2, maxLength: 4 }),
        async (documents, query) => {
          const index = await indexOf(documents, preset)
          const score = async (text: string) =>
            new Map((await index.search(text, 100)).map((hit) => [hit.id, hit.score]))
          const fewer = await score(query.slice(1).join(' '))
          const all = await score(query.join(' '))
          for (const [id, before] of fewer) expect(all.get(id)).toBeGreaterThanOrEqual(before)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('count the documents a word is in, not how often it is there', async () => {
    const often = await search(['cat cat cat cat', 'dog', 'cow'], 'dog', preset)
    const once = await search(['cat bat rat gnat', 'dog', 'cow'], 'dog', preset)
    expect(often).toEqual(once)
    const [cat] = await search(['cat cat cat', 'dog'], 'cat', preset)
    expect(cat!.score).toBeGreaterThan(0)
  })

  it('tell documents apart and fall', async () => {
    const hits = await search(['tile laying guide', 'tile', 'cooking'], 'laying tile', preset)
    expect(hits.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score)
  })

  it('belong to exact words: a similar one, however rare, comes neither before them nor instead of them', async () => {
    expect(await found(['butter', 'butter jam', 'butter egg', 'buttery'], 'butter', preset)).toMatch(/^a[bc]{2}d?$/)
    expect(await found(['PRALINE FONDANT', 'FONDANT NOIR', 'OS FOND'], 'fondant', preset)).toMatch(/^(ab|ba)c?$/)
  })

  it('are those of whole words in scripts without spaces: a shared character is no match for a name', async () => {
    const [first, second] = await search(['李清照写了一首词', '清晨的阳光', '照片很美'], '李清照', preset)
    expect(first!.id).toBe('a')
    expect(first!.score).toBeGreaterThanOrEqual(2 * (second?.score ?? 0))
  })
})

describe('what a question finds', () => {
  it.each(['', '   ', '?!', 'the of'])('is nothing for %j, which asks for no word', async (query) => {
    expect(await found(['a', 'b', 'the end'], query)).toBe('')
  })

  it.each([
    ['B117', 'NOTE-B117 watches the queue'],
    ['NOTE-B117', 'NOTE-B117 watches the queue'],
    ['note b117', 'NOTE-B117 watches the queue'],
    ['log-off', 'the logoff page'],
    ['logoff', 'please log-off first'],
    ['0071', 'see ADR-0071'],
    ['tenant', 'a multi-tenant index'],
    ['2025.11.3', 'since v2025.11.3'],
    ['filename', 'calls getFileName()'],
    ['天気', '明日の天気予報を伝える'],
    ['กาแฟ', 'ฉันดื่มกาแฟทุกเช้า'],
    ['المدينة', 'مرحبا بالمدينة القديمة'],
    ['gross', 'eine Größe und groß'],
    ['creme', 'crème brûlée'],
    ['izmir', 'İzmir'],
  ])('%s in: %s', async (query, text) => {
    expect(await found([text, 'something else', '別の文', 'อื่นๆ'], query)).toBe('a')
  })

  it('may need all of its words, in whichever fields they stand', async () => {
    const index = await indexOf([
      { title: 'Account', text: 'how to close it' },
      { title: 'Account', text: 'how to open it' },
      { title: 'Door', text: 'how to close it' },
    ])
    const hits = await index.search({ text: 'account close', required: ['account', 'close'] }, 10)
    expect(hits.map(({ id }) => id)).toEqual(['a'])
  })

  it('is the same for a filter that names every value as without one', async () => {
    const index = new InMemoryBM25Index()
    await index.upsert('all', [
      { id: 'a', text: 'start the plugin', metadata: { shelf: 'notes' } },
      { id: 'b', text: 'start the plugin', metadata: { shelf: 'docs' } },
    ])
    expect(await index.search('all', 'plugin', 9, { shelf: { $in: ['notes', 'docs'] } })).toEqual(
      await index.search('all', 'plugin', 9),
    )
    // A list is no value to be equal to: silence would find nothing.
    await expect(index.search('all', 'plugin', 9, { shelf: ['notes', 'docs'] })).rejects.toMatchObject({
      code: 'INVALID_FILTER',
    })
  })
})
