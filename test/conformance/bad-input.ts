import { describe, expect, it } from 'vitest'
import { type Bench, expectCode } from './bench.js'
import { collect, makeEntry, vectorOf } from './entries.js'

/** What is refused, and what is left behind then: nothing. */
export function badInputConformance(at: Bench): void {
  describe('bad input', () => {
    it.each([
      ['NaN', [Number.NaN, 1, 1, 1, 1, 1, 1, 1], 'INVALID_VECTOR'],
      ['infinity', [Number.POSITIVE_INFINITY, 1, 1, 1, 1, 1, 1, 1], 'INVALID_VECTOR'],
      ['zero', [0, 0, 0, 0, 0, 0, 0, 0], 'INVALID_VECTOR'],
      ['too short', [1, 1], 'DIMENSION_MISMATCH'],
    ])('vector refused: %s', async (_, values, code) => {
      const vectors = [vectorOf('a'), Float32Array.from(values)]
      await expectCode(at.storage.put('main', makeEntry('file:///a', ['a', 'b'], { vectors })), code)
      expect(await collect(at.storage.documents('main'))).toEqual([])
      expect(await at.wordHits('a b')).toEqual([])
      await at.storage.put('main', makeEntry('file:///a', ['a', 'b']))
      await expectCode(at.storage.vectors.query('main', Float32Array.from(values), 3), code)
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
      for (const wrong of broken) await expectCode(at.storage.put('main', wrong), 'INVALID_OPTION')
      expect(await collect(at.storage.documents('main'))).toEqual([])
    })

    it('refuses filters, sizes and names before searching', async () => {
      for (const index of ['main', 'nowhere']) {
        await expectCode(at.storage.text.search(index, 'x', 3, { a: { $near: 1 } }), 'INVALID_FILTER')
        await expectCode(at.storage.vectors.query(index, vectorOf('x'), 3, { $or: [] }), 'INVALID_FILTER')
        await expectCode(at.storage.text.search(index, 'x', 0), 'INVALID_OPTION')
        await expectCode(at.storage.vectors.query(index, vectorOf('x'), 1.5), 'INVALID_OPTION')
        await expectCode(collect(at.storage.documents(index, { a: undefined })), 'INVALID_FILTER')
      }
      await expectCode(at.storage.put('', makeEntry('file:///a', ['x'])), 'INVALID_OPTION')
    })

    it('stops when aborted, and does nothing after closing', async () => {
      const aborted = { signal: AbortSignal.abort() }
      const entry = makeEntry('file:///a', ['x'])
      await expectCode(at.storage.put('main', entry, aborted), 'ABORTED')
      await expectCode(at.storage.text.search('main', 'x', 1, undefined, aborted), 'ABORTED')
      expect(await collect(at.storage.documents('main'))).toEqual([])
      await at.storage.close()
      await at.storage.close()
      await expectCode(at.storage.put('main', entry), 'STORE_CLOSED')
      await expectCode(at.storage.text.search('main', 'x', 1), 'STORE_CLOSED')
      await expectCode(at.storage.vectors.query('main', vectorOf('x'), 1), 'STORE_CLOSED')
      await expectCode(at.storage.document('main', entry.document.id), 'STORE_CLOSED')
      await expectCode(at.storage.listIndexes(), 'STORE_CLOSED')
    })
  })
}
