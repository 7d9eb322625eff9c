import type { NamedIndex } from '../engine/named-index.js'
import { parseStored, textColumn } from './codec.js'
import type { Connection } from './connection.js'
import type { SqlValue } from './driver.js'

/**
 * The postings of all segments up to a revision, merged. It holds nothing that the segments do not; it is there because
 * one large segment loads many times faster than thousands of small ones.
 */
export interface Pack {
  /** Of the last segment in it. */
  revision: number
  /** Of its records. */
  ids: string[]
  postings: Uint8Array
}

/** The pack of an index, unless another analyzer made it. */
export function readPack(db: Connection, indexId: number, analyzer: string): Pack | undefined {
  const row = db.get<{ revision: number; ids: SqlValue; postings: Uint8Array }>(
    `SELECT revision, ${textColumn('ids')}, postings FROM packs WHERE index_id = ? AND analyzer = ?`,
    indexId,
    analyzer,
  )
  return row && { ...row, ids: parseStored(row.ids) }
}

/** @param search up to date with `revision` */
export function savePack(
  db: Connection,
  indexId: number,
  search: NamedIndex,
  revision: number,
  analyzer: string,
): void {
  db.run(
    'INSERT OR REPLACE INTO packs (index_id, revision, analyzer, ids, postings) VALUES (?, ?, ?, ?, ?)',
    indexId,
    revision,
    analyzer,
    JSON.stringify(search.textIds()),
    search.postings.save(),
  )
}

/** Whether so many changed records make a new pack worth writing. */
export function isPackWorthwhile(changed: number, records: number): boolean {
  return changed >= SMALLEST_CHANGE && changed * LARGEST_SHARE >= records
}

/** Fewer changed records than this load quickly one by one. */
const SMALLEST_CHANGE = 1024
/** A pack is written anew when more than an eighth of it has changed, so that each record is rewritten a few times at most. */
const LARGEST_SHARE = 8
