import { afterEach, beforeEach } from 'vitest'
import type { Storage } from '../../src/core/index.js'
import { badInputConformance } from './bad-input.js'
import { Bench } from './bench.js'
import { documentConformance } from './documents.js'
import { reopeningConformance } from './reopening.js'
import { searchConformance } from './searching.js'
import { singleRecordConformance } from './single-records.js'

/** How the suite gets at the storage it examines. */
export interface StorageUnderTest {
  /** An empty storage. */
  create(): Promise<Storage>
  /** The same storage again after `close`; absent where nothing outlives it. */
  reopen?(): Promise<Storage>
  /** False: only whole documents go in, no single vectors or texts. Default true. */
  looseRecords?: boolean
  cleanUp?(): Promise<void>
}

/** What every storage must do; called inside a `describe` with the storage's name. */
export function storageConformance(subject: StorageUnderTest): void {
  const bench = new Bench()
  beforeEach(async () => {
    bench.storage = await subject.create()
  })
  afterEach(async () => {
    await bench.storage.close()
    await subject.cleanUp?.()
  })
  documentConformance(bench)
  searchConformance(bench)
  badInputConformance(bench)
  if (subject.looseRecords !== false) singleRecordConformance(bench)
  if (subject.reopen) reopeningConformance(bench, subject.reopen)
}
