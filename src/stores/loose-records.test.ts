import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { VectorStore } from '../core/index.js'
import { InMemoryVectorStore, MemoryStorage, openSqliteStorage } from './index.js'

const wrong: [string, unknown][] = [
  ['a text that is none', { id: 'a', vector: [1, 2], text: 5 }],
  ['an empty id', { id: '', vector: [1, 2] }],
  ['a date', { id: 'a', vector: [1, 2], metadata: { at: new Date() } }],
  ['a map', { id: 'a', vector: [1, 2], metadata: { m: new Map() } }],
  ['a number that is none', { id: 'a', vector: [1, 2], metadata: { n: Number.NaN } }],
  ['metadata that is a text', { id: 'a', vector: [1, 2], metadata: 'lang: en' }],
  ['no record', null],
]

async function expectRefusals(store: VectorStore): Promise<void> {
  for (const [what, record] of wrong) {
    const upsert = store.upsert('main', [{ id: 'good', vector: [1, 2] }, record as never])
    await expect(upsert, what).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  }
  await expect(store.upsert('main', 'abc' as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  for (const filter of [null, '', 0, false]) {
    await expect(store.query('main', [1, 2], 5, filter as never)).rejects.toMatchObject({ code: 'INVALID_FILTER' })
    await expect(store.count('main', filter as never)).rejects.toMatchObject({ code: 'INVALID_FILTER' })
  }
  expect(await store.count('main')).toBe(0)
  // Objects without a prototype, which parsers make, and values that are undefined are plain data.
  const metadata = Object.assign(Object.create(null), { lang: 'en', none: undefined, list: [{ a: null }] })
  await store.upsert('main', [{ id: 'a', vector: [1, 2], metadata }])
  expect(await store.count('main', { lang: 'en' })).toBe(1)
}

describe('records that cannot be stored are refused alike, with the whole list', () => {
  it('by the vector store in memory', () => expectRefusals(new InMemoryVectorStore()))

  it('by a storage in memory', async () => {
    const storage = new MemoryStorage()
    await expectRefusals(storage.vectors)
    await expect(storage.text.delete('main', 'a' as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it('by a database file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
    const storage = await openSqliteStorage(join(folder, 'test.db'))
    await expectRefusals(storage.vectors)
    await expect(storage.text.delete('main', 'a' as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    await storage.close()
    rmSync(folder, { recursive: true })
  })
})
