import type { Metric } from '../../core/index.js'
import type { IndexSpec } from '../engine/spec.js'
import { decodeOptionalText, decodeText, encodeText, textColumn } from './codec.js'
import type { Connection } from './connection.js'
import type { SqlValue } from './driver.js'

type IndexRow = {
  id: number
  dimensions: number | null
  metric: SqlValue
  embedder: SqlValue
  declared: number
}

/** An index as its row tells. */
export interface IndexRecord {
  id: number
  name: string
  spec: IndexSpec
}

export function readIndex(db: Connection, name: string): IndexRecord | undefined {
  const row = db.get<IndexRow>(
    `SELECT id, dimensions, ${textColumn('metric')}, ${textColumn('embedder')}, declared FROM indexes WHERE name = ?`,
    encodeText(name),
  )
  if (!row) return undefined
  const { id, dimensions, metric, embedder, declared } = row
  return {
    id,
    name,
    spec: {
      dimensions: dimensions ?? undefined,
      metric: decodeText(metric) as Metric,
      embedder: decodeOptionalText(embedder),
      declared: declared !== 0,
    },
  }
}

/** Names of all indexes, or of those that hold a document; in no particular order. */
export function readIndexNames(db: Connection, withDocuments: boolean): string[] {
  const condition = withDocuments ? 'WHERE EXISTS (SELECT 1 FROM documents WHERE index_id = indexes.id)' : ''
  return db
    .all<{ name: SqlValue }>(`SELECT ${textColumn('name')} FROM indexes ${condition}`)
    .map(({ name }) => decodeText(name))
}

/** Inserts the index or changes its spec. @returns its id */
export function saveIndex(db: Connection, name: string, spec: IndexSpec): number {
  db.run(
    `INSERT INTO indexes (name, dimensions, metric, embedder, declared) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET dimensions = excluded.dimensions, metric = excluded.metric,
       embedder = excluded.embedder, declared = excluded.declared`,
    encodeText(name),
    spec.dimensions ?? null,
    spec.metric,
    spec.embedder === undefined ? null : encodeText(spec.embedder),
    Number(spec.declared),
  )
  return db.number('SELECT id FROM indexes WHERE name = ?', encodeText(name))
}

/** Removes an index and, with it, everything it holds. @returns whether it was there */
export function deleteIndex(db: Connection, name: string): boolean {
  const record = readIndex(db, name)
  if (record) db.run('DELETE FROM indexes WHERE id = ?', record.id)
  return record !== undefined
}
