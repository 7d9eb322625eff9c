import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect, makeEntry, vectorOf } from '../../../test/conformance/entries.js'
import type { TesseraError } from '../../core/index.js'
import { createAnalyzer } from '../../text/index.js'
import { Connection } from './connection.js'
import { openDriver } from './driver.js'
import { openSqliteStorage, type SqliteStorageOptions } from './index.js'
import { SCHEMA_VERSION } from './schema.js'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  file = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const fixture = (version: number) => fileURLToPath(new URL(`./fixtures/schema-${version}.db`, import.meta.url))

async function failureOf(work: Promise<unknown>): Promise<TesseraError> {
  return work.then(
    () => expect.fail('nothing was thrown'),
    (error: TesseraError) => error,
  )
}

const openingFails = async (path: string | URL, options: SqliteStorageOptions = {}) =>
  failureOf(openSqliteStorage(path, options))

/** SQL beside the storage, as another program would do it. */
async function sql(path: string, statement: string): Promise<void> {
  const connection = new Connection(await openDriver(path))
  connection.exec(statement)
  connection.close()
}

describe('the file', () => {
  it('and its folder are readable by their owner alone, also what SQLite puts beside it', async () => {
    const path = join(folder, 'new', 'deep', 'test.db')
    const storage = await openSqliteStorage(path)
    await storage.put('main', makeEntry('file:///a', ['text']))
    const names = readdirSync(join(folder, 'new', 'deep'))
    expect(names.sort()).toEqual(['test.db', 'test.db-shm', 'test.db-wal'])
    for (const name of names) expect(statSync(join(folder, 'new', 'deep', name)).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'new', 'deep')).mode & 0o777).toBe(0o700)
    await storage.close()
  })

  it('keeps the mode its owner gave it', async () => {
    await (await openSqliteStorage(file)).close()
    chmodSync(file, 0o640)
    await (await openSqliteStorage(file)).close()
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  it('may be named by a URL, and may be an empty file', async () => {
    writeFileSync(file, '')
    const storage = await openSqliteStorage(pathToFileURL(file))
    await storage.put('main', makeEntry('file:///a', ['text']))
    await storage.close()
    expect(statSync(file).size).toBeGreaterThan(0)
  })

  it.each([
    ['a text file', 'This is no database. '.repeat(300)],
    ['a short file', 'x'],
  ])('is refused and left alone when it is %s', async (_, content) => {
    writeFileSync(file, content)
    expect((await openingFails(file)).code).toBe('DATABASE_UNREADABLE')
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('is refused when it is a folder, or lies in a file', async () => {
    mkdirSync(file)
    expect((await openingFails(file)).code).toBe('DATABASE_UNREADABLE')
    writeFileSync(join(folder, 'plain'), '')
    expect((await openingFails(join(folder, 'plain', 'x.db'))).code).toBe('DATABASE_UNWRITABLE')
  })

  it('is refused and left alone when it is the database of another program', async () => {
    await sql(file, 'CREATE TABLE songs (title TEXT)')
    const before = readFileSync(file)
    expect((await openingFails(file)).code).toBe('DATABASE_UNREADABLE')
    expect(readFileSync(file)).toEqual(before)
    await sql(file, 'PRAGMA application_id = 77')
    expect((await openingFails(file)).code).toBe('DATABASE_UNREADABLE')
  })

  it('is refused when a later release wrote it', async () => {
    await (await openSqliteStorage(file)).close()
    await sql(file, `PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
    const error = await openingFails(file)
    expect(error.code).toBe('DATABASE_TOO_NEW')
    expect(error.details).toMatchObject({ version: SCHEMA_VERSION + 1, supported: SCHEMA_VERSION })
  })

  it.each(['', ':memory:', 'nul\0'])('is no file: %j', async (path) => {
    expect((await openingFails(path)).code).toBe('INVALID_OPTION')
  })

  it('takes no option that nobody reads, and no value out of range', async () => {
    expect((await openingFails(file, { bussyTimeout: 5 } as never)).code).toBe('UNKNOWN_OPTION')
    expect((await openingFails(file, { busyTimeout: -1 })).code).toBe('INVALID_OPTION')
    expect((await openingFails(file, { durability: 'none' as never })).code).toBe('INVALID_OPTION')
    expect(existsSync(file)).toBe(false)
  })

  it('is told to be damaged where it is', async () => {
    const storage = await openSqliteStorage(file)
    await storage.put('main', makeEntry('file:///a', ['some words']))
    await storage.close()
    await sql(file, `UPDATE segments SET postings = x'00112233'`)
    const damaged = await openSqliteStorage(file)
    expect((await failureOf(damaged.text.search('main', 'words', 1))).code).toBe('DATABASE_CORRUPT')
    expect((await damaged.documents('main').next()).done).toBe(false)
    await damaged.close()
    await sql(file, `UPDATE segments SET ids = '["a", '`)
    const again = await openSqliteStorage(file)
    expect((await failureOf(again.text.search('main', 'words', 1))).code).toBe('DATABASE_CORRUPT')
    await again.close()
  })

  it('is told to be damaged when its pages are overwritten', async () => {
    const storage = await openSqliteStorage(file)
    for (let d = 0; d < 50; d++) await storage.put('main', makeEntry(`file:///${d}`, ['some words']))
    await storage.close()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, 4096)
    writeFileSync(file, bytes)
    const code = await openSqliteStorage(file).then(
      async (damaged) => {
        const error = await failureOf(damaged.text.search('main', 'words', 1))
        await damaged.close().catch(() => {})
        return error.code
      },
      (error: TesseraError) => error.code,
    )
    expect(code).toBe('DATABASE_CORRUPT')
  })
})

describe('the schema', () => {
  it.each(Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1))('of version %i is read', async (version) => {
    copyFileSync(fixture(version), file)
    const storage = await openSqliteStorage(file)
    const [document] = await collect(storage.documents('main'))
    expect(document).toMatchObject({ uri: 'file:///fixture.md', title: 'Fixture', metadata: { lang: 'en' }, chunks: 2 })
    const [hit] = await storage.text.search('main', 'foxes', 5)
    expect(hit?.text).toBe('Red foxes run.')
    const [nearest] = await storage.vectors.query('main', vectorOf('Blue whales swim.'), 1)
    expect(nearest?.text).toBe('Blue whales swim.')
    expect(await storage.neighbours('main', hit!.id)).toEqual([
      { from: hit!.id, to: nearest!.id, kind: 'next', weight: 1 },
    ])
    expect(await storage.cachedVectors('main', 'test-embedder', ['key 1'])).toEqual([vectorOf('Red foxes run.')])
    expect((await storage.vectors.query('loose', [1, 0], 1))[0]).toMatchObject({ id: 'v', text: 'vee' })
    expect((await storage.text.search('loose', 'tea', 1))[0]).toMatchObject({ id: 't', text: 'tea time' })
    await storage.put('main', makeEntry('file:///new.md', ['Green frogs jump.']))
    expect(await storage.text.search('main', 'frogs', 5)).toHaveLength(1)
    await storage.close()
  })
})

describe('closing', () => {
  it.skipIf(!existsSync('/proc/self/fd'))('holds on to nothing that keeps the file open', async () => {
    // One of the drivers gives files back when its statements are collected, not when it is told to close.
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const openCount = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      collectGarbage()
      await new Promise((resolve) => setTimeout(resolve, 20))
      return readdirSync('/proc/self/fd').length
    }
    const before = await openCount()
    for (let i = 0; i < 20; i++) {
      const storage = await openSqliteStorage(join(folder, `${i}.db`))
      await storage.put('main', makeEntry('file:///a', ['text']))
      await storage.close()
    }
    expect(await openCount()).toBeLessThanOrEqual(before + 4)
  })
})

describe('two storages', () => {
  it('share one file in one process, by whatever path', async () => {
    const one = await openSqliteStorage(file)
    symlinkSync(file, join(folder, 'symbolic.db'))
    linkSync(file, join(folder, 'hard.db'))
    const two = await openSqliteStorage(join(folder, 'symbolic.db'))
    const three = await openSqliteStorage(join(folder, '.', 'hard.db'))
    await one.put('main', makeEntry('file:///a', ['shared words']))
    expect(await two.text.search('main', 'shared', 1)).toHaveLength(1)
    await one.close()
    await two.put('main', makeEntry('file:///b', ['shared too']))
    expect(await three.text.search('main', 'shared', 9)).toHaveLength(2)
    await two.close()
    expect(await three.text.search('main', 'shared', 9)).toHaveLength(2)
    expect((await failureOf(one.text.search('main', 'shared', 9))).code).toBe('STORE_CLOSED')
    await three.close()
  })

  it('opened at the same moment share it too', async () => {
    const storages = await Promise.all(Array.from({ length: 5 }, () => openSqliteStorage(file)))
    await Promise.all(storages.map((storage, i) => storage.put('main', makeEntry(`file:///${i}`, ['equal words']))))
    for (const storage of storages) expect(await storage.text.search('main', 'equal', 9)).toHaveLength(5)
    await Promise.all(storages.map((storage) => storage.close()))
  })

  it('must rank alike', async () => {
    const one = await openSqliteStorage(file)
    expect((await openingFails(file, { bm25: { k1: 5 } })).code).toBe('INVALID_OPTION')
    const analyzer = createAnalyzer({ stemmer: false })
    expect(
      (await openingFails(file, { bm25: { k1: 0.9, b: 0.4, contextWeight: 2, documentWeight: 0.3, analyzer } })).code,
    ).toBe('INVALID_OPTION')
    await one.put('main', makeEntry('file:///a', ['still open']))
    await one.close()
  })

  it('of a file that was deleted and made anew do not share the old one', async () => {
    const one = await openSqliteStorage(file)
    await one.put('main', makeEntry('file:///a', ['old words']))
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix)
    const two = await openSqliteStorage(file)
    expect(await two.text.search('main', 'old', 9)).toEqual([])
    await two.close()
    await one.close()
  })
})

describe('another connection', () => {
  it('that holds the write lock is waited for, then told of; nothing is half written', async () => {
    const storage = await openSqliteStorage(file, { busyTimeout: 60 })
    await storage.put('main', makeEntry('file:///a', ['first words']))
    const other = new Connection(await openDriver(file))
    other.exec('BEGIN IMMEDIATE')
    const began = performance.now()
    const error = await failureOf(storage.put('main', makeEntry('file:///b', ['second words'])))
    expect(error.code).toBe('INDEX_LOCKED')
    expect(performance.now() - began).toBeGreaterThan(50)
    expect(await storage.text.search('main', 'words', 9)).toHaveLength(1)
    const patient = await openSqliteStorage(file)
    const controller = new AbortController()
    const waiting = patient.put('main', makeEntry('file:///b', ['second words']), { signal: controller.signal })
    controller.abort()
    expect((await failureOf(waiting)).code).toBe('ABORTED')
    await patient.close()
    other.exec('ROLLBACK')
    await storage.put('main', makeEntry('file:///b', ['second words']))
    expect(await storage.text.search('main', 'words', 9)).toHaveLength(2)
    other.close()
    await storage.close()
  })

  it('gets its turn, and the event loop runs while it is waited for', async () => {
    const storage = await openSqliteStorage(file, { busyTimeout: 5000 })
    const other = new Connection(await openDriver(file))
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.exec('COMMIT'), 100)
    await storage.put('main', makeEntry('file:///a', ['patient words']))
    expect(await storage.text.search('main', 'patient', 1)).toHaveLength(1)
    other.close()
    await storage.close()
  })

  it('is told that a storage was closed while it waited', async () => {
    const storage = await openSqliteStorage(file)
    const other = new Connection(await openDriver(file))
    other.exec('BEGIN IMMEDIATE')
    const waiting = storage.put('main', makeEntry('file:///a', ['never written']))
    const closing = failureOf(waiting)
    await storage.close()
    expect((await closing).code).toBe('STORE_CLOSED')
    other.exec('COMMIT')
    other.close()
  })
})

describe('loading', () => {
  const many = (from: number, to: number, text: (d: number) => string) =>
    Array.from({ length: to - from }, (_, i) =>
      makeEntry(
        `file:///${from + i}`,
        Array.from({ length: 4 }, (_, p) => `${text(from + i)} paragraph${p}`),
      ),
    )

  it('gives the same answers from a pack and what came after it as from single segments', async () => {
    const storage = await openSqliteStorage(file)
    for (const entry of many(0, 300, (d) => `original words${d % 7}`)) await storage.put('main', entry)
    await storage.text.upsert('main', [{ id: 'loose', text: 'original loose words3' }])
    await storage.close()
    const packed = await openSqliteStorage(file)
    for (const entry of many(0, 20, (d) => `replaced words${d % 7}`)) await packed.put('main', entry)
    for (const { document } of many(20, 30, () => '')) await packed.remove('main', document.id)
    await packed.text.delete('main', ['loose'])
    for (const entry of many(300, 310, (d) => `late words${d % 7}`)) await packed.put('main', entry)
    const queries = ['original', 'replaced', 'late', 'words3 paragraph2', 'loose']
    const ask = (from: typeof storage) => Promise.all(queries.map((query) => from.text.search('main', query, 2000)))
    const expected = await ask(packed)
    expect(expected.map((hits) => hits.length)).toEqual([270 * 4, 20 * 4, 10 * 4, expect.any(Number), 0])
    await packed.close()
    const reopened = await openSqliteStorage(file)
    expect(await ask(reopened)).toEqual(expected)
    await reopened.close()
    await sql(file, 'DELETE FROM packs')
    const unpacked = await openSqliteStorage(file)
    expect(await ask(unpacked)).toEqual(expected)
    await unpacked.close()
  })

  it('analyses texts anew when the analyzer is another one', async () => {
    const storage = await openSqliteStorage(file)
    await storage.put('main', makeEntry('file:///a', ['The running foxes'], { title: 'Animals' }))
    await storage.text.upsert('main', [
      { id: 'x', text: 'jumping foxes', context: [{ kind: 'title', text: 'Insects' }] },
    ])
    await storage.close()
    const exact = await openSqliteStorage(file, {
      bm25: { analyzer: createAnalyzer({ stemmer: false, stopWords: false }) },
    })
    expect(await exact.text.search('main', 'run', 9)).toEqual([])
    expect(await exact.text.search('main', 'the', 9)).toHaveLength(1)
    expect(await exact.text.search('main', 'animals', 9)).toHaveLength(1)
    expect(await exact.text.search('main', 'insects', 9)).toHaveLength(1)
    await exact.close()
    const stemmed = await openSqliteStorage(file)
    expect(await stemmed.text.search('main', 'run', 9)).toHaveLength(1)
    await stemmed.close()
  })
})
