import type { Chunk, Document, Edge, EdgeKind, Fingerprints, StoredDocument } from '../../core/index.js'
import { describeEntry, type PreparedDocument } from '../engine/entry.js'
import { decodeOptionalText, decodeText, encodeText, parseStored, textColumn } from './codec.js'
import type { Connection } from './connection.js'
import type { SqlValue } from './driver.js'
import { insertVectorKeys } from './vector-rows.js'

type DocumentRow = { id: SqlValue; uri: SqlValue; record: SqlValue }
type EdgeRow = { source: SqlValue; target: SqlValue; kind: SqlValue; weight: number }

const DOCUMENT = ['id', 'uri', 'record'].map(textColumn).join(', ')

/** Writes a document with its chunks and edges in place of the one of the same id. Only inside a transaction. */
export function insertDocument(db: Connection, indexId: number, { entry }: PreparedDocument): void {
  const { document, chunks } = entry
  deleteDocument(db, indexId, document.id)
  const { id, uri, ...record } = describeEntry(entry)
  db.run(
    'INSERT INTO documents (index_id, id, uri, record) VALUES (?, ?, ?, ?)',
    indexId,
    encodeText(id),
    uri === undefined ? null : encodeText(uri),
    JSON.stringify(record),
  )
  const seq = db.number('SELECT last_insert_rowid()')
  const { language, anchors, media } = document
  db.run(
    'INSERT INTO texts (document, text, extra) VALUES (?, ?, ?)',
    seq,
    encodeText(document.text),
    JSON.stringify({ language, anchors, media }),
  )
  for (const chunk of chunks) {
    db.run(
      'INSERT INTO chunks (document, index_id, id, body) VALUES (?, ?, ?, ?)',
      seq,
      indexId,
      encodeText(chunk.id),
      JSON.stringify(chunk),
    )
  }
  for (const { from, to, kind, weight } of entry.edges ?? []) {
    db.run(
      'INSERT INTO edges (document, index_id, source, target, kind, weight) VALUES (?, ?, ?, ?, ?, ?)',
      seq,
      indexId,
      encodeText(from),
      encodeText(to),
      kind,
      weight,
    )
  }
  insertVectorKeys(db, indexId, seq, entry)
}

/** Chunks, edges, text and vector keys go with it. */
export function deleteDocument(db: Connection, indexId: number, id: string): void {
  db.run('DELETE FROM documents WHERE index_id = ? AND id = ?', indexId, encodeText(id))
}

export function readDocument(db: Connection, indexId: number, id: string): Document | undefined {
  const row = db.get<DocumentRow & { text: SqlValue; extra: SqlValue }>(
    `SELECT ${DOCUMENT}, ${textColumn('text')}, ${textColumn('extra')}
     FROM documents JOIN texts ON document = seq WHERE index_id = ? AND id = ?`,
    indexId,
    encodeText(id),
  )
  if (!row) return undefined
  const { fingerprints: _, chunks: __, ...known } = storedDocument(row)
  return { ...known, ...parseStored(row.extra), text: decodeText(row.text) } as Document
}

export function readStoredDocument(db: Connection, indexId: number, id: string): StoredDocument | undefined {
  const row = db.get<DocumentRow>(
    `SELECT ${DOCUMENT} FROM documents WHERE index_id = ? AND id = ?`,
    indexId,
    encodeText(id),
  )
  return row && storedDocument(row)
}

/** What orders a listing, of every document; their texts are not touched. */
export function listDocuments(db: Connection, indexId: number): { id: string; uri: string | undefined }[] {
  const rows = db.all<{ id: SqlValue; uri: SqlValue }>(
    `SELECT ${textColumn('id')}, ${textColumn('uri')} FROM documents WHERE index_id = ?`,
    indexId,
  )
  return rows.map(({ id, uri }) => ({ id: decodeText(id), uri: decodeOptionalText(uri) }))
}

/** Fingerprints of the document that was put last. */
export function readNewestFingerprints(db: Connection, indexId: number): Fingerprints | undefined {
  const row = db.get<DocumentRow>(
    `SELECT ${DOCUMENT} FROM documents WHERE index_id = ? ORDER BY seq DESC LIMIT 1`,
    indexId,
  )
  return row && storedDocument(row).fingerprints
}

/** Ids of a document's chunks, in order. */
export function readChunkIds(db: Connection, indexId: number, documentId: string): string[] {
  const rows = db.all<{ id: SqlValue }>(
    `SELECT ${textColumn('c.id')} FROM documents d JOIN chunks c ON c.document = d.seq
     WHERE d.index_id = ? AND d.id = ? ORDER BY c.rowid`,
    indexId,
    encodeText(documentId),
  )
  return rows.map(({ id }) => decodeText(id))
}

export function readChunk(db: Connection, indexId: number, id: string): Chunk | undefined {
  const row = db.get<{ body: SqlValue }>(
    `SELECT ${textColumn('body')} FROM chunks WHERE index_id = ? AND id = ?`,
    indexId,
    encodeText(id),
  )
  return row && parseStored(row.body)
}

/** Edges that touch a chunk and of which both ends are there. */
export function readEdges(db: Connection, indexId: number, chunkId: string): Edge[] {
  const id = encodeText(chunkId)
  const rows = db.all<EdgeRow>(
    `SELECT ${textColumn('source')}, ${textColumn('target')}, ${textColumn('kind')}, weight FROM edges e
     WHERE (index_id = ?1 AND source = ?2 OR index_id = ?1 AND target = ?2)
       AND EXISTS (SELECT 1 FROM chunks c WHERE c.index_id = ?1 AND c.id = e.source)
       AND EXISTS (SELECT 1 FROM chunks c WHERE c.index_id = ?1 AND c.id = e.target)`,
    indexId,
    id,
  )
  return rows.map(({ source, target, kind, weight }) => ({
    from: decodeText(source),
    to: decodeText(target),
    kind: decodeText(kind) as EdgeKind,
    weight,
  }))
}

function storedDocument({ id, uri, record }: DocumentRow): StoredDocument {
  return {
    id: decodeText(id),
    ...(uri !== null && { uri: decodeText(uri) }),
    ...parseStored<Omit<StoredDocument, 'id' | 'uri'>>(record),
  }
}
