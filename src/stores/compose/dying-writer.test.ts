import { afterEach, describe, expect, it } from 'vitest'
import { collect, makeEntry, vectorOf } from '../../../test/conformance/entries.js'
import type { IndexEntry, Storage, TextIndex, VectorStore } from '../../core/index.js'
import { MemoryStorage } from '../memory/index.js'
import { InMemoryVectorStore } from '../memory-vector-store.js'
import { composeStorage, type DocumentStore } from './index.js'

/** Three engines that outlive the writers that use them. */
class Engines {
  readonly documents = new MemoryStorage()
  readonly text = new MemoryStorage().text
  readonly vectors = new InMemoryVectorStore()

  compose(): Storage {
    return composeStorage(this)
  }

  /** A storage whose process ends before its write number `lives`: from then on nothing it does takes effect. */
  composeMortal(lives: number): { storage: Storage; writes: () => number } {
    let writes = 0
    const guard = <T extends object>(engine: T, methods: readonly string[]): T =>
      new Proxy(engine, {
        get: (target, name) => {
          const value = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            if (methods.includes(String(name)) && writes++ >= lives) return Promise.reject(new Error('the writer died'))
            return value.apply(target, args)
          }
        },
      })
    const documents = guard<DocumentStore>(this.documents, ['put', 'remove'])
    const text = guard<TextIndex>(this.text, ['upsert', 'delete'])
    const vectors = guard<VectorStore>(this.vectors, ['upsert', 'delete'])
    return { storage: composeStorage({ documents, text, vectors }), writes: () => writes }
  }
}

const old = makeEntry('file:///a', ['kept paragraph words', 'old paragraph words', 'older paragraph words'])
const next = makeEntry('file:///a', ['kept paragraph words', 'next paragraph words'])
const bystander = makeEntry('file:///b', ['other paragraph words'])

/** What a reader sees: every part of it must belong to the same version of the document. */
async function expectExactly(storage: Storage, entries: IndexEntry[]): Promise<void> {
  const chunks = entries.flatMap((entry) => entry.chunks)
  const ids = chunks.map(({ id }) => id).sort()
  expect((await storage.text.search('main', 'paragraph words', 20)).map(({ id }) => id).sort()).toEqual(ids)
  expect((await storage.vectors.query('main', vectorOf('q'), 20)).map(({ id }) => id).sort()).toEqual(ids)
  expect((await collect(storage.documents('main'))).map(({ contentHash }) => contentHash)).toEqual(
    entries.map(({ document }) => document.contentHash),
  )
  // The cut to topK comes after what is not committed is left out.
  const topK = Math.max(1, ids.length)
  expect(await storage.text.search('main', 'paragraph words', topK)).toHaveLength(ids.length)
  expect(await storage.vectors.query('main', vectorOf('q'), topK)).toHaveLength(ids.length)
}

describe('a writer that dies', () => {
  let engines = new Engines()
  afterEach(() => {
    engines = new Engines()
  })

  /** @returns how many writes the work takes when nobody dies */
  async function atEveryWrite(
    prepare: IndexEntry[],
    work: (storage: Storage) => Promise<unknown>,
    before: IndexEntry[],
    after: IndexEntry[],
    commit: number,
  ): Promise<number> {
    for (let lives = 0; ; lives++) {
      engines = new Engines()
      for (const entry of prepare) await engines.compose().put('main', entry)
      const { storage, writes } = engines.composeMortal(lives)
      const acknowledged = await work(storage).then(
        () => true,
        () => false,
      )
      const reader = engines.compose()
      await expectExactly(reader, lives < commit ? before : after)
      if (acknowledged) return writes()
      await work(reader)
      await expectExactly(reader, after)
    }
  }

  it('while adding leaves nothing to see, and adding again makes it whole', async () => {
    const writes = await atEveryWrite(
      [bystander],
      (storage) => storage.put('main', old),
      [bystander],
      [old, bystander],
      3,
    )
    expect(writes).toBe(3)
  })

  it('while replacing leaves the old version whole or the new one', async () => {
    const put = (storage: Storage) => storage.put('main', next)
    const writes = await atEveryWrite([old, bystander], put, [old, bystander], [next, bystander], 3)
    expect(writes).toBe(5)
  })

  it('while replacing metadata alone leaves the old version to its own filter', async () => {
    const version = (lang: string) => makeEntry('file:///a', ['same paragraph words'], { metadata: { lang } })
    for (let lives = 0; ; lives++) {
      engines = new Engines()
      await engines.compose().put('main', version('en'))
      const { storage } = engines.composeMortal(lives)
      const acknowledged = await storage.put('main', version('de')).then(
        () => true,
        () => false,
      )
      const reader = engines.compose()
      const counts = async (lang: string) => [
        (await reader.text.search('main', 'paragraph', 5, { lang })).length,
        (await reader.vectors.query('main', vectorOf('q'), 5, { lang })).length,
      ]
      expect(await counts('en')).toEqual(lives < 3 ? [1, 1] : [0, 0])
      expect(await counts('de')).toEqual(lives < 3 ? [0, 0] : [1, 1])
      if (acknowledged) return
    }
  })

  it('while removing leaves the document whole or nothing of it', async () => {
    const remove = (storage: Storage) => storage.remove('main', old.document.id)
    const writes = await atEveryWrite([old, bystander], remove, [old, bystander], [bystander], 1)
    expect(writes).toBe(3)
  })

  it('leaves so many chunks that a search has to ask again, and still finds all that is committed', async () => {
    for (let d = 0; d < 40; d++) {
      const { storage } = engines.composeMortal(2)
      await expect(storage.put('main', makeEntry(`file:///dead${d}`, ['needle needle needle']))).rejects.toThrow('died')
    }
    const storage = engines.compose()
    const alive = makeEntry('file:///alive', ['a needle in a very long paragraph of other words'])
    await storage.put('main', alive)
    expect((await storage.text.search('main', 'needle', 1)).map(({ id }) => id)).toEqual([alive.chunks[0]!.id])
    const far = await storage.vectors.query('main', vectorOf('needle needle needle'), 1)
    expect(far.map(({ id }) => id)).toEqual([alive.chunks[0]!.id])
  })
})

describe('a composed storage', () => {
  it('lets writes to one document take turns, whatever their order of arrival', async () => {
    const engines = new Engines()
    const storage = engines.compose()
    const versions = Array.from({ length: 12 }, (_, v) =>
      makeEntry('file:///a', [`version${v} paragraph words`, 'kept paragraph words']),
    )
    const writes = versions.map(async (entry, v) => {
      if (v % 4 === 3) await storage.remove('main', entry.document.id)
      else await storage.put('main', entry)
    })
    await Promise.all(writes)
    await expectExactly(storage, [])
    await Promise.all(versions.map((entry) => storage.put('main', entry)))
    await expectExactly(storage, [versions.at(-1)!])
  })

  it('uses a leg of the document store without writing to it twice', async () => {
    const documents = new MemoryStorage()
    const storage = composeStorage({ documents, text: documents.text, vectors: new InMemoryVectorStore() })
    await storage.put('main', old)
    expect(await storage.text.search('main', 'older', 5)).toHaveLength(1)
    await storage.remove('main', old.document.id)
    expect(await storage.text.search('main', 'older', 5)).toEqual([])
    expect(await documents.vectors.count('main')).toBe(0)
  })

  it('finds vectors of the document store again, and keeps vectors there', async () => {
    const storage = composeStorage({ text: new MemoryStorage().text })
    await storage.put('main', makeEntry('file:///a', ['text'], { vectorKeys: ['key'] }))
    expect(await storage.cachedVectors!('main', 'test-embedder', ['key'])).toEqual([vectorOf('text')])
    expect(await storage.cachedVectors!('other', 'test-embedder', ['key'])).toEqual([undefined])
  })

  it('refuses what would never be found', async () => {
    const storage = new Engines().compose()
    await expect(storage.vectors.upsert('main', [])).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
    await expect(storage.text.upsert('main', [])).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
    await expect(storage.vectors.delete('main', [])).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
    await expect(storage.vectors.dropIndex('main')).rejects.toMatchObject({ code: 'FEATURE_NOT_AVAILABLE' })
  })

  it('says what its engines can do together, and takes no unknown option', () => {
    const storage = new Engines().compose()
    expect(storage.capabilities).toEqual({
      filter: 'pre',
      vectors: ['dense'],
      text: 'own-analyzer',
      hybrid: false,
      transactions: false,
      readYourWrites: true,
    })
    expect(() => composeStorage({ docs: 1 } as never)).toThrow('"docs"')
  })
})
