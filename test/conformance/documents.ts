import { describe, expect, it } from 'vitest'
import type { Metadata } from '../../src/core/index.js'
import type { Bench } from './bench.js'
import { collect, makeEntry, vectorOf } from './entries.js'

/** Whole documents, and the edges between their chunks. */
export function documentConformance(at: Bench): void {
  describe('documents', () => {
    it('come back as they were put, text, chunks and metadata', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.', 'Blue whales swim.'], {
        title: 'Animals',
        metadata: { lang: 'en', nested: { n: [1, null, true] } },
        chunkMetadata: (position) => ({ position }),
      })
      const { document, chunks } = entry
      await at.storage.put('main', entry)
      expect(await at.storage.document('main', document.id)).toEqual(document)
      expect(await at.storage.chunks('main', [chunks[1]!.id, 'unknown', chunks[0]!.id])).toEqual([
        chunks[1],
        undefined,
        chunks[0],
      ])
      const { text: _, ...known } = document
      const stored = { ...known, fingerprints: entry.fingerprints, chunks: 2 }
      expect(await at.storage.describeDocuments('main', ['unknown', document.id])).toEqual([undefined, stored])
      expect(await collect(at.storage.documents('main'))).toEqual([stored])
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
      await at.storage.put('main', { ...entry, document, chunks: [chunk] })
      expect(await at.storage.document('main', document.id)).toEqual(document)
      expect(await at.storage.chunks('main', [chunk.id])).toEqual([chunk])
    })

    it('are found by words and by vectors, with text and the metadata of document and chunk', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.', 'Blue whales swim.'], {
        metadata: { lang: 'en', kind: 'document' },
        chunkMetadata: (position) => (position === 0 ? { kind: 'chunk' } : {}),
      })
      await at.storage.put('main', entry)
      const [fox, whale] = entry.chunks
      const [byWords] = await at.storage.text.search('main', 'fox', 5)
      expect(byWords).toMatchObject({ id: fox!.id, text: fox!.text, metadata: { lang: 'en', kind: 'chunk' } })
      expect(byWords!.score).toBeGreaterThan(0)
      const [byVector] = await at.storage.vectors.query('main', vectorOf(whale!.text), 1)
      expect(byVector).toMatchObject({ id: whale!.id, text: whale!.text, metadata: { lang: 'en', kind: 'document' } })
      expect(byVector!.score).toBeCloseTo(1, 6)
    })

    it('are replaced as a whole', async () => {
      const old = makeEntry('file:///a.txt', ['Ancient words stay.', 'Vanishing sentence.'], { metadata: { v: 1 } })
      const next = makeEntry('file:///a.txt', ['Ancient words stay.', 'Fresh paragraph.'], { metadata: { v: 2 } })
      await at.storage.put('main', old)
      await at.storage.put('main', next)
      expect(await at.wordHits('vanishing')).toEqual([])
      expect(await at.wordHits('fresh')).toEqual([next.chunks[1]!.id])
      expect(await at.storage.chunks('main', [old.chunks[1]!.id])).toEqual([undefined])
      expect(new Set(await at.vectorHits(vectorOf('Vanishing sentence.')))).toEqual(
        new Set(next.chunks.map(({ id }) => id)),
      )
      expect(await at.wordHits('ancient', 10, { v: 2 })).toEqual([next.chunks[0]!.id])
      expect(await at.wordHits('ancient', 10, { v: 1 })).toEqual([])
      expect(await collect(at.storage.documents('main'))).toHaveLength(1)
      expect(await at.storage.vectors.count('main')).toBe(2)
    })

    it('lose their vectors when they are replaced without', async () => {
      await at.storage.put('main', makeEntry('file:///a.txt', ['One paragraph.']))
      await at.storage.put('main', makeEntry('file:///a.txt', ['One paragraph.'], { vectors: null, embedder: 'none' }))
      expect(await at.vectorHits(vectorOf('One paragraph.'))).toEqual([])
      expect(await at.wordHits('paragraph')).toHaveLength(1)
    })

    it('are removed as a whole, and may be put again', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.'])
      await at.storage.put('main', entry)
      expect(await at.storage.remove('main', entry.document.id)).toBe(true)
      expect(await at.storage.remove('main', entry.document.id)).toBe(false)
      expect(await at.storage.document('main', entry.document.id)).toBeUndefined()
      expect(await at.storage.chunks('main', [entry.chunks[0]!.id])).toEqual([undefined])
      expect(await at.wordHits('fox')).toEqual([])
      expect(await at.vectorHits(vectorOf('Red foxes run.'))).toEqual([])
      expect(await collect(at.storage.documents('main'))).toEqual([])
      await at.storage.put('main', entry)
      expect(await at.wordHits('fox')).toEqual([entry.chunks[0]!.id])
    })

    it('may have no chunks', async () => {
      const entry = makeEntry('file:///empty.txt', [])
      await at.storage.put('main', entry)
      expect(await at.storage.document('main', entry.document.id)).toEqual(entry.document)
      expect((await collect(at.storage.documents('main')))[0]).toMatchObject({ chunks: 0 })
    })

    it('are listed by uri, whatever the order they came in, and filtered by their metadata', async () => {
      for (const name of ['c', 'a', '\u{1F600}', 'ﬀ', 'b']) {
        await at.storage.put('main', makeEntry(`file:///${name}.txt`, ['Text.'], { metadata: { even: name === 'b' } }))
      }
      const sorted = ['a', 'b', 'c', '\u{1F600}', 'ﬀ'].map((name) => `file:///${name}.txt`)
      expect(await at.uris()).toEqual(sorted)
      expect(await at.uris('main', { even: true })).toEqual(['file:///b.txt'])
    })

    it('are not changed by later changes to what was put or given out', async () => {
      const entry = makeEntry('file:///a.txt', ['Red foxes run.'], { metadata: { tags: ['x'] } })
      const before = structuredClone(entry)
      await at.storage.put('main', entry)
      const tagsOf = (metadata: Metadata | undefined) => (metadata as { tags: string[] }).tags
      tagsOf(entry.document.metadata).push('y')
      for (const vector of entry.vectors!) (vector as Float32Array).fill(0.5)
      const given = (await at.storage.document('main', entry.document.id))!
      tagsOf(given.metadata).push('z')
      const [match] = await at.storage.text.search('main', 'fox', 1)
      tagsOf(match!.metadata).push('w')
      expect(await at.storage.document('main', entry.document.id)).toEqual(before.document)
      expect(await at.wordHits('fox', 1, { tags: 'w' })).toEqual([])
      const [nearest] = await at.storage.vectors.query('main', before.vectors![0] as Float32Array, 1)
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
        await at.storage.put('main', entry)
        expect(await at.storage.document('main', entry.document.id)).toEqual(entry.document)
        expect(await at.storage.chunks('main', [entry.chunks[0]!.id])).toEqual(entry.chunks)
      }
      expect(new Set(await at.uris())).toEqual(new Set(texts.map((text) => `file:///${text}`)))
    })

    it('may have any id and stand in an index of any name', async () => {
      const ids = ['a', 'A', 'ä', 'a\u0308', 'nul\0', "'; DROP TABLE documents; --", '__proto__', '日本']
      for (const id of ids) {
        const entry = makeEntry('file:///x', [`shared ${ids.indexOf(id)}x`])
        const document = { ...entry.document, id, uri: `file:///${id}` }
        const chunks = [{ ...entry.chunks[0]!, id: `chunk of ${id}`, documentId: id }]
        await at.storage.put(`index ${id}`, { ...entry, document, chunks })
        await at.storage.put('main', { ...entry, document, chunks })
      }
      expect((await at.storage.listIndexes()).sort()).toEqual([...ids.map((id) => `index ${id}`), 'main'].sort())
      expect(await at.wordHits('shared', 99)).toHaveLength(ids.length)
      for (const id of ids) {
        expect(await at.wordHits('shared', 99, undefined, `index ${id}`)).toEqual([`chunk of ${id}`])
        expect((await at.storage.document(`index ${id}`, id))?.id).toBe(id)
        expect(await at.storage.remove('main', id)).toBe(true)
        expect(await at.storage.document('main', id)).toBeUndefined()
      }
      expect(await at.wordHits('shared', 99)).toEqual([])
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
      await at.storage.put('main', { ...plain, edges })
      expect(await at.storage.neighbours('main', from!)).toEqual([edges[0]])
      await at.storage.put('main', b)
      expect(await at.storage.neighbours('main', from!)).toEqual([edges[1], edges[0]])
      expect(await at.storage.neighbours('main', target)).toEqual([edges[1]])
      expect(await at.storage.neighbours('main', from!, ['next'])).toEqual([edges[0]])
      await at.storage.remove('main', b.document.id)
      expect(await at.storage.neighbours('main', from!)).toEqual([edges[0]])
      await at.storage.remove('main', plain.document.id)
      expect(await at.storage.neighbours('main', from!)).toEqual([])
    })
  })
}
