import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeEntry, vectorOf } from '../../../test/conformance/entries.js'
import { asOrdinaryUser } from '../../../test/support/ordinary-user.js'
import { Connection } from './connection.js'
import { openDriver } from './driver.js'
import { openSqliteStorage } from './index.js'
import type { SqliteStorage } from './sqlite-storage.js'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  file = join(folder, 'te st#1.db')
  const storage = await openSqliteStorage(file)
  await storage.put('main', makeEntry('file:///a', ['red foxes run']))
  await storage.close()
})

afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

function protect(fileMode: number, folderMode: number): void {
  chmodSync(file, fileMode)
  chmodSync(folder, folderMode)
}

const foxes = async (storage: SqliteStorage) => (await storage.text.search('main', 'foxes', 9)).map(({ text }) => text)

const unwritable = { code: 'DATABASE_UNWRITABLE' }

describe('a database that cannot be written', () => {
  it.each([
    ['because of its file', 0o444, 0o777],
    ['because of its folder', 0o666, 0o555],
    ['because of both', 0o444, 0o555],
  ])('%s can be read', async (_, fileMode, folderMode) => {
    protect(fileMode, folderMode)
    await asOrdinaryUser(async () => {
      const storage = await openSqliteStorage(file, { durability: 'power' })
      expect(await foxes(storage)).toEqual(['red foxes run'])
      expect(await storage.vectors.query('main', vectorOf('red foxes run'), 1)).toHaveLength(1)
      expect(await storage.listIndexes()).toEqual(['main'])
      await expect(storage.put('main', makeEntry('file:///b', ['more foxes']))).rejects.toMatchObject(unwritable)
      await expect(storage.remove('main', makeEntry('file:///a', []).document.id)).rejects.toMatchObject(unwritable)
      await expect(storage.keepVectors('main', 'd', 'm', [])).rejects.toMatchObject(unwritable)
      expect(await foxes(storage)).toEqual(['red foxes run'])
      await storage.close()
    })
  })

  it('is left alone, with nothing made beside it', async () => {
    const before = readdirSync(folder)
    protect(0o444, 0o777)
    await asOrdinaryUser(async () => {
      const storage = await openSqliteStorage(file)
      expect(await foxes(storage)).toHaveLength(1)
      await storage.close()
    })
    expect(readdirSync(folder)).toEqual(before)
  })

  it('shows what its owner writes meanwhile', async () => {
    protect(0o644, 0o755)
    const reader = await asOrdinaryUser(async () => {
      const storage = await openSqliteStorage(file)
      expect(await foxes(storage)).toHaveLength(1)
      return storage
    })
    const owner = new Connection(await openDriver(file))
    for (const index of ['second', 'third']) {
      owner.exec(`UPDATE indexes SET name = '${index}'`)
      expect(await asOrdinaryUser(() => reader.listIndexes())).toEqual([index])
    }
    owner.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    owner.exec(`UPDATE indexes SET name = 'main'`)
    expect(await asOrdinaryUser(() => foxes(reader))).toEqual(['red foxes run'])
    owner.close()
    await reader.close()
  })

  it('is said to be unreadable where its last writes cannot be reached', async () => {
    writeFileSync(`${file}-wal`, 'x')
    rmSync(`${file}-shm`, { force: true })
    protect(0o444, 0o555)
    await asOrdinaryUser(async () => {
      await expect(openSqliteStorage(file)).rejects.toMatchObject({
        code: 'DATABASE_UNREADABLE',
        message: expect.stringMatching(/last writes stand in .*-wal/),
      })
    })
  })

  it('is refused, and left alone, when it would have to be brought up to date first', async () => {
    copyFileSync(fileURLToPath(new URL('./fixtures/schema-1.db', import.meta.url)), file)
    protect(0o444, 0o555)
    await asOrdinaryUser(() => expect(openSqliteStorage(file)).rejects.toMatchObject(unwritable))
  })

  it('cannot be made where nothing can', async () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o555 })
    await asOrdinaryUser(async () => {
      for (const path of ['new.db', 'new/deep/new.db']) {
        const opening = openSqliteStorage(join(folder, 'closed', path))
        await expect(opening).rejects.toMatchObject({
          code: 'DATABASE_UNWRITABLE',
          message: expect.stringMatching(/cannot be made.*permission denied/),
        })
      }
    })
  })
})
