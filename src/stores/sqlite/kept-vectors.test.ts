import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeEntry, vectorOf } from '../../../test/conformance/entries.js'
import { Connection } from './connection.js'
import { openDriver } from './driver.js'
import { openSqliteStorage, type SqliteStorage } from './index.js'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  file = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('vectors without a document yet', () => {
  const entry = makeEntry('file:///a', ['Red foxes run.'])
  const { id } = entry.document
  const [key, vector, model] = ['a hash', vectorOf('Red foxes run.'), entry.fingerprints.embedder]

  async function keptCount(): Promise<number> {
    const connection = new Connection(await openDriver(file))
    const count = connection.number('SELECT count(*) FROM kept_vectors')
    connection.close()
    return count
  }

  it('are kept in the file until their document is put, for their own index alone', async () => {
    const one = await openSqliteStorage(file)
    await one.keepVectors('main', id, model, [
      { key, vector },
      { key: 'of a text that is gone when it is put', vector },
    ])
    await one.close()
    const two = await openSqliteStorage(file)
    expect(await two.cachedVectors('main', model, [key, 'another'])).toEqual([vector, undefined])
    expect(await two.cachedVectors('main', 'other-embedder', [key])).toEqual([undefined])
    expect(await two.cachedVectors('tenant', model, [key])).toEqual([undefined])
    await two.put('main', { ...entry, vectors: [vector], vectorKeys: [key] })
    expect(await two.cachedVectors('main', model, [key])).toEqual([vector])
    expect(await two.cachedVectors('tenant', model, [key])).toEqual([undefined])
    await two.close()
    expect(await keptCount()).toBe(0)
  })

  it.each<[string, (storage: SqliteStorage) => Promise<unknown>]>([
    ['document is removed', (storage) => storage.remove('main', id)],
    ['index is dropped', (storage) => storage.vectors.dropIndex('main')],
  ])('are dropped when their %s', async (_, work) => {
    const storage = await openSqliteStorage(file)
    await storage.keepVectors('main', id, model, [{ key, vector }])
    await work(storage)
    await storage.close()
    expect(await keptCount()).toBe(0)
  })
})
