import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Filter, type Metadata, type Storage, TesseraError } from '../../src/core/index.js'
import { collect, cosine, DIMENSIONS, makeEntry, vectorOf } from './entries.js'

/** How the suite gets at the storage it examines. */
export interface StorageUnderTest {
  /** An empty storage. */
  create(): Promise<Storage>
  /** The same storage again after `close`; absent where nothing outlives it. */
  reopen?(): Promise<Storage>
  /** False: only whole documents go in, no single vectors or texts. Default true. */
  looseRecords?: boolean
  cleanUp?(): Promise<void>
}

/** What every storage must do; called inside a `describe` with the storage's name. */
export function storageConformance(subject: StorageUnderTest): void {
  let storage: Storage
  beforeEach(async () => {
    storage = await subject.create()
  })
  afterEach(async () => {
    await storage.close()
    await subject.cleanUp?.()
  })

  const wordHits = async (words: string, topK = 10, filter?: Filter, index = 'main') =>
    (await storage.text.search(index, words, topK, filter)).map(({ id }) => id)
  const vectorHits = async (vector: Float32Array, topK = 10, filter?: Filter, index = 'main') =>
    (await storage.vectors.query(index, vector, topK, filter)).map(({ id }) => id)
  const uris = async (index = 'main', filter?: Filter) =>
    (await collect(storage.documents(index, filter))).map(({ uri }) => uri)

  describe('documents', () => {
    it('come back as they were put, text, chunks and metadata', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.', 'Blue whales swim.'], {
        title: 'Animals',
        metadata: { lang: 'en', nested: { n: [1, null, true] } },
        chunkMetadata: (position) => ({ position }),
      })
      const { document, chunks } = entry
      await storage.put('main', entry)
      expect(await storage.document('main', document.id)).toEqual(document)
      expect(await storage.chunks('main', [chunks[1]!.id, 'unknown', chunks[0]!.id])).toEqual([
        chunks[1],
        undefined,
        chunks[0],
      ])
      const { text: _, ...known } = document
      const stored = { ...known, fingerprints: entry.fingerprints, chunks: 2 }
      expect(await storage.describeDocuments('main', ['unknown', document.id])).toEqual([undefined, stored])
      expect(await collect(storage.documents('main'))).toEqual([stored])
    })

    it('come back with anchors, media, language and every kind of chunk', async () => {
      const entry = makeEntry('file:///b.html', ['Some text.'])
      const media = { uri: 'file:///b.png', mediaType: 'image/png', sha256: 'ab' }
      const document = { ...entry.document, language: 'pt-BR', anchors: [{ start: 0, end: 4, page: 2 }], media }
      const chunk = {
        ...entry.chunks[0]!,
        open: '<b>',
        close: '</b>',
        segments: [{ at: 0, length: 4, start: 0, end: 4, verbatim: true }],
        flags: ['split-atom' as const],
        media,
      }
      await storage.put('main', { ...entry, document, chunks: [chunk] })
      expect(await storage.document('main', document.id)).toEqual(document)
      expect(await storage.chunks('main', [chunk.id])).toEqual([chunk])
    })

    it('are found by words and by vectors, with text and the metadata of document and chunk', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.', 'Blue whales swim.'], {
        metadata: { lang: 'en', kind: 'document' },
        chunkMetadata: (position) => (position === 0 ? { kind: 'chunk' } : {}),
      })
      await storage.put('main', entry)
      const [fox, whale] = entry.chunks
      const [byWords] = await storage.text.search('main', 'fox', 5)
      expect(byWords).toMatchObject({ id: fox!.id, text: fox!.text, metadata: { lang: 'en', kind: 'chunk' } })
      expect(byWords!.score).toBeGreaterThan(0)
      const [byVector] = await storage.vectors.query('main', vectorOf(whale!.text), 1)
      expect(byVector).toMatchObject({ id: whale!.id, text: whale!.text, metadata: { lang: 'en', kind: 'document' } })
      expect(byVector!.score).toBeCloseTo(1, 6)
    })

    it('are replaced as a whole', async () => {
      const old = makeEntry('file:///a.txt', ['Ancient words stay.', 'Vanishing sentence.'], { metadata: { v: 1 } })
      const next = makeEntry('file:///a.txt', ['Ancient words stay.', 'Fresh paragraph.'], { metadata: { v: 2 } })
      await storage.put('main', old)
      await storage.put('main', next)
      expect(await wordHits('vanishing')).toEqual([])
      expect(await wordHits('fresh')).toEqual([next.chunks[1]!.id])
      expect(await storage.chunks('main', [old.chunks[1]!.id])).toEqual([undefined])
      expect(new Set(await vectorHits(vectorOf('Vanishing sentence.')))).toEqual(
        new Set(next.chunks.map(({ id }) => id)),
      )
      expect(await wordHits('ancient', 10, { v: 2 })).toEqual([next.chunks[0]!.id])
      expect(await wordHits('ancient', 10, { v: 1 })).toEqual([])
      expect(await collect(storage.documents('main'))).toHaveLength(1)
      expect(await storage.vectors.count('main')).toBe(2)
    })

    it('lose their vectors when they are replaced without', async () => {
      await storage.put('main', makeEntry('file:///a.txt', ['One paragraph.']))
      await storage.put('main', makeEntry('file:///a.txt', ['One paragraph.'], { vectors: null, embedder: 'none' }))
      expect(await vectorHits(vectorOf('One paragraph.'))).toEqual([])
      expect(await wordHits('paragraph')).toHaveLength(1)
    })

    it('are removed as a whole, and may be put again', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.'])
      await storage.put('main', entry)
      expect(await storage.remove('main', entry.document.id)).toBe(true)
      expect(await storage.remove('main', entry.document.id)).toBe(false)
      expect(await storage.document('main', entry.document.id)).toBeUndefined()
      expect(await storage.chunks('main', [entry.chunks[0]!.id])).toEqual([undefined])
      expect(await wordHits('fox')).toEqual([])
      expect(await vectorHits(vectorOf('Red foxes run.'))).toEqual([])
      expect(await collect(storage.documents('main'))).toEqual([])
      await storage.put('main', entry)
      expect(await wordHits('fox')).toEqual([entry.chunks[0]!.id])
    })

    it('may have no chunks', async () => {
      const entry = makeEntry('file:///empty.txt', [])
      await storage.put('main', entry)
      expect(await storage.document('main', entry.document.id)).toEqual(entry.document)
      expect((await collect(storage.documents('main')))[0]).toMatchObject({ chunks: 0 })
    })

    it('are listed by uri, whatever the order they came in, and filtered by their metadata', async () => {
      for (const name of ['c', 'a', '\u{1F600}', 'ﬀ', 'b']) {
        await storage.put('main', makeEntry(`file:///${name}.txt`, ['Text.'], { metadata: { even: name === 'b' } }))
      }
      const sorted = ['a', 'b', 'c', '\u{1F600}', 'ﬀ'].map((name) => `file:///${name}.txt`)
      expect(await uris()).toEqual(sorted)
      expect(await uris('main', { even: true })).toEqual(['file:///b.txt'])
    })

    it('are not changed by later changes to what was put or given out', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.'], { metadata: { tags: ['x'] } })
      const before = structuredClone(entry)
      await storage.put('main', entry)
      const tagsOf = (metadata: Metadata | undefined) => (metadata as { tags: string[] }).tags
      tagsOf(entry.document.metadata).push('y')
      for (const vector of entry.vectors!) (vector as Float32Array).fill(0.5)
      const given = (await storage.document('main', entry.document.id))!
      tagsOf(given.metadata).push('z')
      const [match] = await storage.text.search('main', 'fox', 1)
      tagsOf(match!.metadata).push('w')
      expect(await storage.document('main', entry.document.id)).toEqual(before.document)
      expect(await wordHits('fox', 1, { tags: 'w' })).toEqual([])
      const [nearest] = await storage.vectors.query('main', before.vectors![0] as Float32Array, 1)
      expect(nearest!.score).toBeCloseTo(1, 6)
    })

    it('keep every character: surrogates, NUL, any script', async () => {
      const texts = [
        'lone \ud800 surrogate',
        'nul \0 inside',
        '検索 拡張',
        'e\u0301 \u{1F469}\u200d\u{1F4BB}',
        '\ufeffmark',
      ]
      for (const text of texts) {
        const entry = makeEntry(`file:///${text}`, [text], { metadata: { [text]: text }, title: text })
        await storage.put('main', entry)
        expect(await storage.document('main', entry.document.id)).toEqual(entry.document)
        expect(await storage.chunks('main', [entry.chunks[0]!.id])).toEqual(entry.chunks)
      }
      expect(new Set(await uris())).toEqual(new Set(texts.map((text) => `file:///${text}`)))
    })

    it('may have any id and stand in an index of any name', async () => {
      const ids = ['a', 'A', 'ä', 'a\u0308', 'nul\0', "'; DROP TABLE documents; --", '__proto__', '日本']
      for (const id of ids) {
        const entry = makeEntry('file:///x', [`shared ${ids.indexOf(id)}x`])
        const document = { ...entry.document, id, uri: `file:///${id}` }
        const chunks = [{ ...entry.chunks[0]!, id: `chunk of ${id}`, documentId: id }]
        await storage.put(`index ${id}`, { ...entry, document, chunks })
        await storage.put('main', { ...entry, document, chunks })
      }
      expect((await storage.listIndexes()).sort()).toEqual([...ids.map((id) => `index ${id}`), 'main'].sort())
      expect(await wordHits('shared', 99)).toHaveLength(ids.length)
      for (const id of ids) {
        expect(await wordHits('shared', 99, undefined, `index ${id}`)).toEqual([`chunk of ${id}`])
        expect((await storage.document(`index ${id}`, id))?.id).toBe(id)
        expect(await storage.remove('main', id)).toBe(true)
        expect(await storage.document('main', id)).toBeUndefined()
      }
      expect(await wordHits('shared', 99)).toEqual([])
    })
  })

  describe('searching', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
    const paragraphs = Array.from({ length: 60 }, (_, i) => `${words[i % 6]} ${words[(i * 7) % 5]} number${i}`)

    it('gives exactly the nearest vectors', async () => {
      for (let d = 0; d < 6; d++) {
        await storage.put('main', makeEntry(`file:///${d}`, paragraphs.slice(d * 10, d * 10 + 10)))
      }
      const query = vectorOf('some question')
      const expected = paragraphs.map((text) => cosine(vectorOf(text), query)).sort((a, b) => b - a)
      const found = await storage.vectors.query('main', query, 12)
      expect(found).toHaveLength(12)
      for (const [rank, { score }] of found.entries()) expect(score).toBeCloseTo(expected[rank]!, 5)
    })

    it('filters before the cut: one match in many is found in every mode', async () => {
      for (let d = 0; d < 30; d++) {
        const metadata = { wanted: d === 17, tags: ['all', `t${d}`] }
        await storage.put('main', makeEntry(`file:///${d}`, [`common words here ${d}`], { metadata }))
      }
      for (const filter of [{ wanted: true }, { tags: 't17' }, { $not: { wanted: false } }]) {
        const [byWords, ...restOfWords] = await storage.text.search('main', 'common words', 1, filter)
        expect(byWords?.text).toBe('common words here 17')
        expect(restOfWords).toEqual([])
        const byVector = await storage.vectors.query('main', vectorOf('far away'), 1, filter)
        expect(byVector.map(({ text }) => text)).toEqual(['common words here 17'])
      }
      expect(await wordHits('common', 5, { wanted: 'never' })).toEqual([])
      expect(await storage.vectors.count('main', { wanted: true })).toBe(1)
    })

    it('returns vectors only when asked', async () => {
      await storage.put('main', makeEntry('file:///a', ['Text.']))
      const [bare] = await storage.vectors.query('main', vectorOf('Text.'), 1)
      expect(bare).not.toHaveProperty('vector')
      const [full] = await storage.vectors.query('main', vectorOf('Text.'), 1, undefined, { includeVectors: true })
      expect(full!.vector).toEqual(vectorOf('Text.'))
    })

    it('honours required and excluded words and phrases', async () => {
      const entry = makeEntry('file:///a', ['red fox jumps', 'red dog sleeps', 'fox red dog'])
      await storage.put('main', entry)
      const found = async (query: Parameters<Storage['text']['search']>[1]) =>
        (await storage.text.search('main', query, 9)).map(({ text }) => text).sort()
      expect(await found({ text: 'red', required: ['fox'] })).toEqual(['fox red dog', 'red fox jumps'])
      expect(await found({ text: 'red', excluded: ['dog'] })).toEqual(['red fox jumps'])
      expect(await found({ text: 'red', phrases: ['red fox'] })).toEqual(['red fox jumps'])
    })

    it('serves many readers and writers at once', async () => {
      const entries = Array.from({ length: 20 }, (_, d) => makeEntry(`file:///${d}`, [`parallel words ${d}`]))
      const searches = Array.from({ length: 20 }, () => storage.text.search('main', 'parallel', 50))
      await Promise.all([...entries.map((entry) => storage.put('main', entry)), ...searches])
      expect(await wordHits('parallel', 50)).toHaveLength(20)
      await Promise.all(entries.slice(10).map(({ document }) => storage.remove('main', document.id)))
      expect(await wordHits('parallel', 50)).toHaveLength(10)
      expect(await vectorHits(vectorOf('x'), 50)).toHaveLength(10)
    })

    it('never returns what was removed, over many rounds', async () => {
      for (let round = 0; round < 30; round++) {
        await storage.put('main', makeEntry(`file:///${round % 7}`, [`round ${round} words`, 'common words']))
        if (round % 3 === 0) await storage.remove('main', makeEntry(`file:///${(round + 2) % 7}`, ['x']).document.id)
      }
      const known = new Set<string>()
      for (const { id } of await collect(storage.documents('main'))) known.add(id)
      const hits = [...(await wordHits('words', 99)), ...(await vectorHits(vectorOf('q'), 99))]
      for (const chunk of await storage.chunks('main', hits)) expect(known).toContain(chunk?.documentId)
      expect(new Set(hits).size * 2).toBe(hits.length)
    })
  })

  describe('indexes', () => {
    it('never see each other, not even through word statistics', async () => {
      const entry = makeEntry('file:///a.txt', ['Shared secret words.', 'Other words entirely.'])
      await storage.put('one', entry)
      const alone = await storage.text.search('one', 'secret words', 5)
      for (let d = 0; d < 5; d++) await storage.put('two', makeEntry(`file:///${d}`, ['Shared secret words.']))
      await storage.put('two', entry)
      expect(await storage.text.search('one', 'secret words', 5)).toEqual(alone)
      await storage.remove('two', entry.document.id)
      expect(await storage.document('one', entry.document.id)).toEqual(entry.document)
      expect(await vectorHits(vectorOf('x'), 99, undefined, 'one')).toHaveLength(2)
      expect(await wordHits('secret', 99, undefined, 'two')).toHaveLength(5)
      expect(await storage.listIndexes()).toEqual(['one', 'two'])
    })

    it('that are unknown are empty, and have no description', async () => {
      expect(await wordHits('x', 3, undefined, 'nowhere')).toEqual([])
      expect(await vectorHits(vectorOf('x'), 3, undefined, 'nowhere')).toEqual([])
      expect(await storage.document('nowhere', 'x')).toBeUndefined()
      expect(await storage.chunks('nowhere', ['x', 'y'])).toEqual([undefined, undefined])
      expect(await storage.describeDocuments('nowhere', ['x'])).toEqual([undefined])
      expect(await collect(storage.documents('nowhere'))).toEqual([])
      expect(await storage.neighbours('nowhere', 'x')).toEqual([])
      expect(await storage.remove('nowhere', 'x')).toBe(false)
      expect(await storage.vectors.count('nowhere')).toBe(0)
      expect(await storage.listIndexes()).toEqual([])
      await expectCode(storage.vectors.describe('nowhere'), 'INDEX_NOT_FOUND')
    })

    it('refuse another embedder and other dimensions, and keep what they have', async () => {
      await storage.put('main', makeEntry('file:///a', ['First.']))
      const other = makeEntry('file:///b', ['Second.'], { embedder: 'other' })
      await expectCode(storage.put('main', other), 'EMBEDDER_MISMATCH')
      const wide = makeEntry('file:///b', ['Second.'], { vectors: [vectorOf('Second.', 16)] })
      await expectCode(storage.put('main', wide), 'DIMENSION_MISMATCH')
      await expectCode(storage.vectors.query('main', vectorOf('x', 16), 1), 'DIMENSION_MISMATCH')
      expect(await uris()).toEqual(['file:///a'])
      expect(await wordHits('second')).toEqual([])
      await storage.put('main', makeEntry('file:///b', ['Second.'], { vectors: null, embedder: 'none' }))
      await storage.put('main', makeEntry('file:///c', ['Third.']))
      expect(await vectorHits(vectorOf('x'))).toHaveLength(2)
    })
  })

  describe('bad input', () => {
    it.each([
      ['NaN', [Number.NaN, 1, 1, 1, 1, 1, 1, 1], 'INVALID_VECTOR'],
      ['infinity', [Number.POSITIVE_INFINITY, 1, 1, 1, 1, 1, 1, 1], 'INVALID_VECTOR'],
      ['zero', [0, 0, 0, 0, 0, 0, 0, 0], 'INVALID_VECTOR'],
      ['too short', [1, 1], 'DIMENSION_MISMATCH'],
    ])('vector refused: %s', async (_, values, code) => {
      const vectors = [vectorOf('a'), Float32Array.from(values)]
      await expectCode(storage.put('main', makeEntry('file:///a', ['a', 'b'], { vectors })), code)
      expect(await collect(storage.documents('main'))).toEqual([])
      expect(await wordHits('a b')).toEqual([])
      await storage.put('main', makeEntry('file:///a', ['a', 'b']))
      await expectCode(storage.vectors.query('main', Float32Array.from(values), 3), code)
    })

    it('refuses entries that are not of one piece', async () => {
      const entry = makeEntry('file:///a', ['one', 'two'])
      const [first, second] = entry.chunks
      const broken = [
        { ...entry, vectors: entry.vectors!.slice(1) },
        { ...entry, vectorKeys: ['only one'] },
        { ...entry, chunks: [first!, { ...second!, id: first!.id }] },
        { ...entry, chunks: [first!, { ...second!, documentId: 'other' }] },
        { ...entry, document: { ...entry.document, id: '' } },
        { ...entry, chunks: [first!, { ...second!, id: 'half \ud800' }] },
        { ...entry, document: { ...entry.document, metadata: { when: new Date(0) as never } } },
        { ...entry, document: { ...entry.document, metadata: { n: Number.NaN } } },
      ]
      for (const wrong of broken) await expectCode(storage.put('main', wrong), 'INVALID_OPTION')
      expect(await collect(storage.documents('main'))).toEqual([])
    })

    it('refuses filters, sizes and names before searching', async () => {
      for (const index of ['main', 'nowhere']) {
        await expectCode(storage.text.search(index, 'x', 3, { a: { $near: 1 } }), 'INVALID_FILTER')
        await expectCode(storage.vectors.query(index, vectorOf('x'), 3, { $or: [] }), 'INVALID_FILTER')
        await expectCode(storage.text.search(index, 'x', 0), 'INVALID_OPTION')
        await expectCode(storage.vectors.query(index, vectorOf('x'), 1.5), 'INVALID_OPTION')
        await expectCode(collect(storage.documents(index, { a: undefined })), 'INVALID_FILTER')
      }
      await expectCode(storage.put('', makeEntry('file:///a', ['x'])), 'INVALID_OPTION')
    })

    it('stops when aborted, and does nothing after closing', async () => {
      const aborted = { signal: AbortSignal.abort() }
      const entry = makeEntry('file:///a', ['x'])
      await expectCode(storage.put('main', entry, aborted), 'ABORTED')
      await expectCode(storage.text.search('main', 'x', 1, undefined, aborted), 'ABORTED')
      expect(await collect(storage.documents('main'))).toEqual([])
      await storage.close()
      await storage.close()
      await expectCode(storage.put('main', entry), 'STORE_CLOSED')
      await expectCode(storage.text.search('main', 'x', 1), 'STORE_CLOSED')
      await expectCode(storage.vectors.query('main', vectorOf('x'), 1), 'STORE_CLOSED')
      await expectCode(storage.document('main', entry.document.id), 'STORE_CLOSED')
      await expectCode(storage.listIndexes(), 'STORE_CLOSED')
    })
  })

  describe('edges', () => {
    it('are found from both ends, by kind, and only while both ends are there', async () => {
      const b = makeEntry('file:///b', ['Target.'])
      const plain = makeEntry('file:///a', ['From.', 'Next.'])
      const [from, next] = plain.chunks.map(({ id }) => id)
      const target = b.chunks[0]!.id
      const edges = [
        { from: from!, to: next!, kind: 'next' as const, weight: 1 },
        { from: from!, to: target, kind: 'link' as const, weight: 0.5 },
      ]
      await storage.put('main', { ...plain, edges })
      expect(await storage.neighbours('main', from!)).toEqual([edges[0]])
      await storage.put('main', b)
      expect(await storage.neighbours('main', from!)).toEqual([edges[1], edges[0]])
      expect(await storage.neighbours('main', target)).toEqual([edges[1]])
      expect(await storage.neighbours('main', from!, ['next'])).toEqual([edges[0]])
      await storage.remove('main', b.document.id)
      expect(await storage.neighbours('main', from!)).toEqual([edges[0]])
      await storage.remove('main', plain.document.id)
      expect(await storage.neighbours('main', from!)).toEqual([])
    })
  })

  if (subject.looseRecords !== false) looseRecords(() => storage)
  if (subject.reopen)
    reopening(
      subject.reopen,
      () => storage,
      (next) => (storage = next),
    )
}

/** Records without a document: what the contracts of vectors and words promise by themselves. */
function looseRecords(current: () => Storage): void {
  describe('single records', () => {
    it('are upserted, replaced and deleted in each leg by itself', async () => {
      const { vectors, text } = current()
      await vectors.upsert('main', [
        { id: 'x', vector: vectorOf('x'), text: 'ex', metadata: { n: 1 } },
        { id: 'y', vector: [...vectorOf('y')] },
        { id: 'x', vector: vectorOf('x2'), text: 'ex two', metadata: { n: 2 } },
      ])
      await text.upsert('main', [
        { id: 'x', text: 'quick brown fox', metadata: { n: 5 } },
        { id: 'z', text: 'lazy dog', context: [{ kind: 'title', text: 'Kennel' }], documentId: 'd' },
      ])
      const [nearest] = await vectors.query('main', vectorOf('x2'), 1)
      expect(nearest).toMatchObject({ id: 'x', text: 'ex two', metadata: { n: 2 } })
      expect(await vectors.query('main', vectorOf('x'), 9, { n: 5 })).toEqual([])
      expect((await text.search('main', 'fox', 9, { n: 5 }))[0]).toMatchObject({ id: 'x', text: 'quick brown fox' })
      expect((await text.search('main', 'kennel', 9))[0]).toMatchObject({ id: 'z', metadata: {} })
      await text.upsert('main', [{ id: 'x', text: 'slow turtle' }])
      expect(await text.search('main', 'fox', 9)).toEqual([])
      expect(await vectors.count('main')).toBe(2)
      expect(await vectors.delete('main', ['x', 'x', 'unknown'])).toBe(1)
      expect((await vectors.query('main', vectorOf('x2'), 9)).map(({ id }) => id)).toEqual(['y'])
      expect(await text.search('main', 'turtle', 9)).toHaveLength(1)
      expect(await text.delete('main', ['x', 'unknown'])).toBe(1)
      expect(await text.search('main', 'turtle', 9)).toEqual([])
      expect(await text.delete('nowhere', ['x'])).toBe(0)
    })

    it('are deleted by filter', async () => {
      const { vectors } = current()
      const records = ['a', 'b', 'c'].map((id) => ({ id, vector: vectorOf(id), metadata: { id } }))
      await vectors.upsert('main', records)
      expect(await vectors.delete('main', { id: { $in: ['a', 'c'] } })).toBe(2)
      expect(await vectors.count('main')).toBe(1)
      await expectCode(vectors.delete('main', { id: { $nope: 1 } }), 'INVALID_FILTER')
    })

    it('cannot change chunks of a document, nor documents take over single records', async () => {
      const { vectors, text } = current()
      const entry = makeEntry('file:///a', ['chunk text'])
      const { id } = entry.chunks[0]!
      await text.upsert('main', [{ id, text: 'loose text' }])
      await expectCode(current().put('main', entry), 'INVALID_OPTION')
      await text.delete('main', [id])
      await current().put('main', entry)
      await expectCode(vectors.upsert('main', [{ id, vector: vectorOf('x') }]), 'INVALID_OPTION')
      await expectCode(vectors.delete('main', [id]), 'INVALID_OPTION')
      await expectCode(vectors.delete('main', {}), 'INVALID_OPTION')
      await expectCode(text.upsert('main', [{ id, text: 'x' }]), 'INVALID_OPTION')
      await expectCode(text.delete('main', [id]), 'INVALID_OPTION')
      expect((await text.search('main', 'chunk', 3))[0]?.text).toBe('chunk text')
    })

    it('are refused as a whole when one is wrong', async () => {
      const { vectors, text } = current()
      const good = { id: 'a', vector: vectorOf('a') }
      const zero = new Float32Array(DIMENSIONS)
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: zero }]), 'INVALID_VECTOR')
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: ['1'] as never }]), 'INVALID_VECTOR')
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: [] }]), 'INVALID_VECTOR')
      await expectCode(vectors.upsert('main', [good, { id: 'b', vector: vectorOf('b', 4) }]), 'DIMENSION_MISMATCH')
      await expectCode(vectors.upsert('main', [good, { id: '', vector: vectorOf('b') }]), 'INVALID_OPTION')
      await expectCode(
        text.upsert('main', [
          { id: 'a', text: 'x' },
          { id: 'b', text: 5 as never },
        ]),
        'INVALID_OPTION',
      )
      expect(await vectors.count('main')).toBe(0)
      expect(await text.search('main', 'x', 3)).toEqual([])
    })

    it('keep declared dimensions and metrics', async () => {
      const { vectors } = current()
      await vectors.createIndex('dot', { dimensions: 2, metric: 'dot' })
      await vectors.createIndex('dot', { dimensions: 2, metric: 'dot' })
      await expectCode(vectors.createIndex('dot', { dimensions: 3, metric: 'dot' }), 'DIMENSION_MISMATCH')
      await expectCode(vectors.createIndex('dot', { dimensions: 2 }), 'INVALID_OPTION')
      await expectCode(vectors.createIndex('bad', { dimensions: 0 }), 'INVALID_OPTION')
      await expectCode(vectors.createIndex('bad', { dimensions: 2, metric: 'manhattan' as never }), 'INVALID_OPTION')
      await expectCode(vectors.upsert('dot', [{ id: 'a', vector: [1, 2, 3] }]), 'DIMENSION_MISMATCH')
      await vectors.upsert('dot', [
        { id: 'near', vector: [1, 1] },
        { id: 'long', vector: [10, 0] },
        { id: 'zero', vector: [0, 0] },
      ])
      const found = await vectors.query('dot', [1, 1], 3)
      expect(found.map(({ id, score }) => [id, score])).toEqual([
        ['long', 10],
        ['near', 2],
        ['zero', 0],
      ])
      await vectors.createIndex('l2', { dimensions: 2, metric: 'l2' })
      await vectors.upsert('l2', [
        { id: 'a', vector: [0, 0] },
        { id: 'b', vector: [3, 4] },
      ])
      expect((await vectors.query('l2', [0, 0], 2)).map(({ score }) => score + 0)).toEqual([0, -5])
      expect(await vectors.describe('dot')).toEqual({ indexName: 'dot', dimensions: 2, metric: 'dot', count: 3 })
      expect(await vectors.listIndexes()).toEqual(['dot', 'l2'])
      expect(await current().listIndexes()).toEqual([])
    })

    it('go with their index', async () => {
      const { vectors, text } = current()
      await current().put('main', makeEntry('file:///a', ['some words']))
      await vectors.upsert('main', [{ id: 'v', vector: vectorOf('v') }])
      expect(await vectors.dropIndex('main')).toBe(true)
      expect(await vectors.dropIndex('main')).toBe(false)
      expect(await text.search('main', 'words', 3)).toEqual([])
      expect(await collect(current().documents('main'))).toEqual([])
      const wide = makeEntry('file:///b', ['wide'], { vectors: [vectorOf('w', 16)], embedder: 'other' })
      await current().put('main', wide)
      expect(await vectors.count('main')).toBe(1)
    })

    it('let the embedder change once nothing of the old one is left', async () => {
      const old = makeEntry('file:///a', ['text'])
      await current().put('main', old)
      await current().put('main', makeEntry('file:///a', ['text'], { vectors: [vectorOf('t', 4)], embedder: 'other' }))
      const { vectors } = current()
      expect(await vectors.query('main', vectorOf('t', 4), 5)).toHaveLength(1)
      await expectCode(vectors.query('main', vectorOf('t'), 5), 'DIMENSION_MISMATCH')
    })

    it('give their vectors again for the same input and embedder', async () => {
      const storage = current()
      const entry = makeEntry('file:///a', ['one', 'two'], { vectorKeys: ['k1', 'k2'] })
      await storage.put('main', entry)
      await storage.put('other', makeEntry('file:///b', ['two'], { vectorKeys: ['k2'] }))
      expect(await storage.cachedVectors!('test-embedder', ['k2', 'k0', 'k1'])).toEqual([
        vectorOf('two'),
        undefined,
        vectorOf('one'),
      ])
      expect(await storage.cachedVectors!('another', ['k1'])).toEqual([undefined])
      await storage.remove('main', entry.document.id)
      expect(await storage.cachedVectors!('test-embedder', ['k1', 'k2'])).toEqual([undefined, vectorOf('two')])
    })
  })
}

function reopening(reopen: () => Promise<Storage>, current: () => Storage, use: (storage: Storage) => void): void {
  describe('reopening', () => {
    it('finds everything again as it was', async () => {
      const storage = current()
      const kept = makeEntry('file:///a', ['kept words', 'more of them'], {
        metadata: { lang: 'en' },
        chunkMetadata: (position) => ({ position }),
        vectorKeys: ['k1', 'k2'],
      })
      const gone = makeEntry('file:///b', ['gone words'])
      await storage.put('main', gone)
      await storage.put('main', kept)
      await storage.remove('main', gone.document.id)
      await storage.vectors.upsert('loose', [{ id: 'v', vector: [1, 2], text: 'vee', metadata: { n: 1 } }])
      await storage.text.upsert('loose', [{ id: 't', text: 'tea time' }])
      const queries = async (from: Storage) => ({
        words: await from.text.search('main', 'words', 9),
        filtered: await from.text.search('main', 'words them', 9, { position: 1 }),
        vectors: await from.vectors.query('main', vectorOf('q'), 9, { lang: 'en' }, { includeVectors: true }),
        loose: await from.vectors.query('loose', [1, 2], 9),
        looseText: await from.text.search('loose', 'tea', 9),
        described: await from.vectors.describe('main'),
        cached: await from.cachedVectors?.('test-embedder', ['k2']),
        document: await from.document('main', kept.document.id),
        documents: await collect(from.documents('main')),
      })
      const before = await queries(storage)
      expect(before.words).toHaveLength(1)
      await storage.close()
      use(await reopen())
      expect(await queries(current())).toEqual(before)
      const other = makeEntry('file:///c', ['x'], { embedder: 'other' })
      await expectCode(current().put('main', other), 'EMBEDDER_MISMATCH')
    })
  })
}

async function expectCode(work: Promise<unknown>, code: string): Promise<void> {
  const error = await work.then(
    () => new Error('nothing was thrown'),
    (reason: unknown) => reason,
  )
  if (!TesseraError.isInstance(error)) throw error
  expect(error.code).toBe(code)
}
