import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { storageConformance } from '../../../test/conformance/storage.js'
import { openSqliteStorage } from './index.js'

describe('SqliteStorage', () => {
  let folder = ''
  storageConformance({
    create: () => {
      folder = mkdtempSync(join(tmpdir(), 'tessera-'))
      return openSqliteStorage(join(folder, 'test.db'))
    },
    reopen: () => openSqliteStorage(join(folder, 'test.db')),
    cleanUp: async () => rmSync(folder, { recursive: true }),
  })
})
