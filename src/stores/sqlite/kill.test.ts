import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '../../../test/conformance/entries.js'
import { ensureBuilt, expectKept, makeWrites, runWriter, writeAndKill } from '../../../test/kill.js'
import { openSqliteStorage } from './index.js'

describe('a database file', () => {
  let folder = ''
  beforeAll(() => {
    ensureBuilt()
    folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('keeps whole documents, and all that were acknowledged, when its writer is killed', async () => {
    const file = join(folder, 'killed.db')
    const writes = makeWrites(400, 1)
    let held = 0
    for (let round = 0; round < 6; round++) {
      held = await expectKept(file, writes, await writeAndKill(file, writes, held, round))
    }
    expect(held).toBeGreaterThan(6)
  })

  it('shows one process what another one writes, while both have it open', async () => {
    const file = join(folder, 'shared.db')
    const storage = await openSqliteStorage(file)
    const writes = makeWrites(60, 2)
    expect(await storage.text.search('main', 'common', 9)).toEqual([])
    const seen = new Set<number>()
    let looking: Promise<unknown> = Promise.resolve()
    await runWriter(file, writes, 0, () => {
      looking = looking.then(async () => seen.add((await storage.text.search('main', 'common', 1000)).length))
    })
    await looking
    expect(seen.size).toBeGreaterThan(1)
    const documents = await collect(storage.documents('main'))
    const chunks = documents.reduce((sum, document) => sum + document.chunks, 0)
    expect(await storage.text.search('main', 'common', 1000)).toHaveLength(chunks)
    await storage.close()
    await expectKept(file, writes, writes.length)
  })

  it('takes the writes of two processes at once', async () => {
    const file = join(folder, 'two.db')
    const [ours, theirs] = [makeWrites(30, 3), makeWrites(60, 4)]
    const storage = await openSqliteStorage(file)
    const other = runWriter(file, theirs)
    for (const write of ours) {
      if ('put' in write) await storage.put('ours', write.put)
      else await storage.remove('ours', write.remove)
    }
    expect(await other).toBe(theirs.length)
    await storage.close()
    await expectKept(file, theirs, theirs.length)
  })
})
