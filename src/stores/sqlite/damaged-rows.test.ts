import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect, makeEntry, vectorOf } from '../../../test/conformance/entries.js'
import type { TesseraError } from '../../core/index.js'
import { Connection } from './connection.js'
import { openDriver } from './driver.js'
import { openSqliteStorage } from './index.js'
import { SCHEMA_VERSION } from './schema.js'

const fixture = fileURLToPath(new URL(`./fixtures/schema-${SCHEMA_VERSION}.db`, import.meta.url))

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  file = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a damaged row', () => {
  const damages = [
    ["documents SET record = CAST(x'7b22ff' AS TEXT)", "documents SET record = '{'", "documents SET record = 'null'"],
    ["documents SET uri = CAST(x'ff' AS TEXT)", "texts SET text = CAST(x'ff41' AS TEXT)", "texts SET extra = '['"],
    ["chunks SET body = CAST(x'c3' AS TEXT)", "chunks SET body = 'x'", "edges SET kind = CAST(x'ff' AS TEXT)"],
    ["segments SET ids = '['", "segments SET ids = CAST(x'ff' AS TEXT)", "segments SET metadata = '{'"],
    ["segments SET owner = CAST(x'ff' AS TEXT) WHERE revision = 1", "indexes SET embedder = CAST(x'ff' AS TEXT)"],
  ].flat()

  it.each(damages)('is told of: UPDATE %s', async (damage) => {
    copyFileSync(fixture, file)
    const connection = new Connection(await openDriver(file))
    connection.exec(`UPDATE ${damage}`)
    connection.close()
    const storage = await openSqliteStorage(file)
    const [id, chunkIds] = ['file:///fixture.md', makeEntry('file:///fixture.md', ['Red foxes run.']).chunks]
    const reads: (() => Promise<unknown>)[] = [
      () => collect(storage.documents('main')),
      async () => {
        for (const { id } of await collect(storage.documents('main'))) await storage.document('main', id)
      },
      () =>
        storage.chunks(
          'main',
          chunkIds.map((chunk) => chunk.id),
        ),
      () => storage.neighbours('main', chunkIds[0]!.id),
      () => storage.vectors.query('main', vectorOf(id), 5, { lang: 'en' }),
    ]
    const codes = new Set<string | undefined>()
    for (const read of reads)
      codes.add(
        await read().then(
          () => undefined,
          (error: TesseraError) => error.code,
        ),
      )
    codes.delete(undefined)
    expect([...codes]).toEqual(['DATABASE_CORRUPT'])
    await storage.close()
  })
})
