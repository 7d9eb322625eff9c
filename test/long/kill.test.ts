import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt, expectKept, makeWrites, writeAndKill } from '../kill.js'

const ROUNDS = 50

describe('a database file', () => {
  let folder = ''
  beforeAll(() => {
    ensureBuilt()
    folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it(`keeps whole documents over ${ROUNDS} killed writers`, { timeout: 600_000 }, async () => {
    const file = join(folder, 'killed.db')
    const writes = makeWrites(ROUNDS * 40, 5)
    let held = 0
    for (let round = 0; round < ROUNDS; round++) {
      held = await expectKept(file, writes, await writeAndKill(file, writes, held, 100 + round))
    }
    expect(held).toBeGreaterThan(ROUNDS)
  })
})
