import { describe, expect, it } from 'vitest'
import type { Storage } from '../../src/core/index.js'
import { type Bench, expectCode } from './bench.js'
import { collect, makeEntry, vectorOf } from './entries.js'

/** What is there again after closing. */
export function reopeningConformance(at: Bench, reopen: () => Promise<Storage>): void {
  describe('reopening', () => {
    it('finds everything again as it was', async () => {
      const { storage } = at
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
        cached: await from.cachedVectors?.('main', 'test-embedder', ['k2']),
        document: await from.document('main', kept.document.id),
        documents: await collect(from.documents('main')),
      })
      const before = await queries(storage)
      expect(before.words).toHaveLength(1)
      await storage.close()
      at.storage = await reopen()
      expect(await queries(at.storage)).toEqual(before)
      const other = makeEntry('file:///c', ['x'], { embedder: 'other' })
      await expectCode(at.storage.put('main', other), 'EMBEDDER_MISMATCH')
    })
  })
}
