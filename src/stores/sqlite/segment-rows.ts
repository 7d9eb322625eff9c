import type { Metadata, TextRecord } from '../../core/index.js'
import { type PackedVectors, type PreparedDocument, textRecord } from '../engine/entry.js'
import type { Leg, LooseRecords, NamedIndex } from '../engine/named-index.js'
import { decodeText, decodeVectors, encodeText, encodeVectors } from './codec.js'
import type { Connection } from './connection.js'
import { readChunk } from './document-rows.js'
import type { SqlValue } from './driver.js'
import type { IndexRecord } from './index-rows.js'

/** What a segment belongs to: a document with all its chunks, or one loose record of a leg. */
type Kind = 'document' | Leg

type SegmentRow = {
  kind: Kind
  owner: SqlValue
  revision: number
  /** null: removed. The row stays, so that other processes learn of it. */
  ids: string | null
  metadata: string
  text: SqlValue
  analyzer: string | null
  postings: Uint8Array | null
  vectors: Uint8Array | null
}

/** Segments read at a time: what bounds the memory of loading. */
const PAGE = 256

/** Writes the searchable side of a document. Metadata goes beside it, read when a filter first needs it. */
export function saveDocumentSegment(
  db: Connection,
  indexId: number,
  prepared: PreparedDocument,
  analyzer: string,
): void {
  const { entry, chunkIds, postings, vectors } = prepared
  const metadata: DocumentMetadata = {
    document: entry.document.metadata,
    chunks: entry.chunks.map((chunk) => (Object.keys(chunk.metadata).length > 0 ? chunk.metadata : null)),
  }
  save(db, indexId, 'document', entry.document.id, {
    ids: JSON.stringify(chunkIds),
    metadata: JSON.stringify(metadata),
    text: null,
    analyzer,
    postings,
    vectors: vectors ? encodeVectors(vectors.values) : null,
  })
}

/** Writes the loose record at a position of its batch. */
export function saveLooseSegment(
  db: Connection,
  indexId: number,
  batch: LooseRecords,
  position: number,
  analyzer: string,
): void {
  const { id, text, ...rest } = batch.records[position]!
  const isText = batch.leg === 'text'
  save(db, indexId, batch.leg, id, {
    ids: JSON.stringify([id]),
    metadata: JSON.stringify(rest),
    text: text === undefined ? null : encodeText(text),
    analyzer: isText ? analyzer : null,
    postings: isText ? batch.postings[position]! : null,
    vectors: isText ? null : encodeVectors(vectorAt(batch.vectors, position)),
  })
}

/** Leaves a row that says what is gone. */
export function removeSegment(db: Connection, indexId: number, kind: Kind, owner: string): void {
  save(db, indexId, kind, owner, { ids: null, metadata: '', text: null, analyzer: null, postings: null, vectors: null })
}

/**
 * Brings the memory side up to date, in order of writing.
 *
 * @param after the revision it already has
 * @param encode makes postings anew where another analyzer made them
 * @returns the revision it has now
 */
export function loadSegments(
  db: Connection,
  indexId: number,
  search: NamedIndex,
  after: number,
  words: { analyzerId: string; encode: (records: TextRecord[]) => Uint8Array },
): number {
  let revision = after
  for (;;) {
    const rows = db.all<SegmentRow>(
      `SELECT kind, owner, revision, ids, metadata, analyzer, postings, vectors FROM segments
       WHERE index_id = ? AND revision > ? ORDER BY revision LIMIT ${PAGE}`,
      indexId,
      revision,
    )
    for (const row of rows) {
      // Made by another analyzer, its words are not those that questions are asked with now.
      const isStale = row.postings !== null && row.analyzer !== words.analyzerId
      if (isStale) row.postings = words.encode(readTexts(db, indexId, row))
      loadSegment(search, row)
    }
    revision = rows.at(-1)?.revision ?? revision
    if (rows.length < PAGE) return revision
  }
}

function loadSegment(search: NamedIndex, { kind, owner, ids, metadata, postings, vectors }: SegmentRow): void {
  const id = decodeText(owner)
  const packed = vectors && { dimensions: search.spec.dimensions!, values: decodeVectors(vectors) }
  if (kind === 'document') {
    if (ids === null) search.removeDocument(id)
    else
      search.putDocument({
        id,
        chunkIds: JSON.parse(ids),
        postings: postings!,
        vectors: packed ?? undefined,
        readMetadata: () => documentMetadata(metadata),
      })
    return
  }
  if (ids === null) {
    search.deleteLoose(kind, id)
    return
  }
  const records = [{ ...JSON.parse(metadata), id }]
  if (kind === 'text') search.putLoose(records[0], { leg: 'text', records, postings: [postings!] }, 0)
  else search.putLoose(records[0], { leg: 'vector', records, vectors: packed! }, 0)
}

/** The texts behind a segment, as the word index wants them. */
function readTexts(db: Connection, indexId: number, { kind, owner, ids, metadata }: SegmentRow): TextRecord[] {
  if (kind === 'document') {
    return (JSON.parse(ids!) as string[]).map((id) => textRecord(readChunk(db, indexId, id)!))
  }
  const id = decodeText(owner)
  return [{ ...JSON.parse(metadata), id, text: readLooseText(db, indexId, kind, id) ?? '' }]
}

/** The text of a chunk or of a loose record. */
export function readText(db: Connection, indexId: number, leg: Leg, id: string): string | undefined {
  return readChunk(db, indexId, id)?.text ?? readLooseText(db, indexId, leg, id)
}

function readLooseText(db: Connection, indexId: number, leg: Leg, id: string): string | undefined {
  const row = db.get<{ text: SqlValue }>(
    'SELECT text FROM segments WHERE index_id = ? AND kind = ? AND owner = ?',
    indexId,
    leg,
    encodeText(id),
  )
  return row && row.text !== null ? decodeText(row.text) : undefined
}

/** How many vectors the index holds, without loading it. */
export function countVectors(db: Connection, { id, spec }: IndexRecord): number {
  if (spec.dimensions === undefined) return 0
  return db.number('SELECT sum(length(vectors)) FROM segments WHERE index_id = ?', id) / (spec.dimensions * 4)
}

interface DocumentMetadata {
  document: Metadata
  /** null: none of its own. */
  chunks: (Metadata | null)[]
}

function documentMetadata(json: string): DocumentMetadata {
  return JSON.parse(json) as DocumentMetadata
}

function vectorAt({ dimensions, values }: PackedVectors, position: number): Float32Array {
  return values.subarray(position * dimensions, (position + 1) * dimensions)
}

type NewSegment = Pick<SegmentRow, 'ids' | 'metadata' | 'text' | 'analyzer' | 'postings' | 'vectors'>

function save(db: Connection, indexId: number, kind: Kind, owner: string, segment: NewSegment): void {
  const { ids, metadata, text, analyzer, postings, vectors } = segment
  db.run(
    `INSERT OR REPLACE INTO segments (index_id, kind, owner, revision, ids, metadata, text, analyzer, postings, vectors)
     VALUES (?1, ?2, ?3, (SELECT coalesce(max(revision), 0) + 1 FROM segments WHERE index_id = ?1), ?4, ?5, ?6, ?7, ?8, ?9)`,
    indexId,
    kind,
    encodeText(owner),
    ids,
    metadata,
    text,
    analyzer,
    postings,
    vectors,
  )
}
