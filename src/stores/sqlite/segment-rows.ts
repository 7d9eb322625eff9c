import type { Metadata, TextRecord } from '../../core/index.js'
import { type PackedVectors, type PreparedDocument, textRecord } from '../engine/entry.js'
import type { Leg, LooseRecord, LooseRecords, NamedIndex } from '../engine/named-index.js'
import {
  decodeOptionalText,
  decodeText,
  decodeVectors,
  encodeText,
  encodeVectors,
  parseStored,
  textColumn,
} from './codec.js'
import type { Connection } from './connection.js'
import { readChunk } from './document-rows.js'
import type { SqlValue } from './driver.js'
import type { IndexRecord } from './index-rows.js'
import { readPack } from './pack-rows.js'

/** What a segment belongs to: a document with all its chunks, or one loose record of a leg. */
type Kind = 'document' | Leg

type SegmentRow = {
  kind: SqlValue
  owner: SqlValue
  revision: number
  /** null: removed. The row stays, so that other processes learn of it. */
  ids: SqlValue
  metadata: SqlValue
  text: SqlValue
  analyzer: SqlValue
  postings: Uint8Array | null
  vectors: Uint8Array | null
}

const SEGMENT = ['kind', 'owner', 'ids', 'metadata', 'analyzer'].map(textColumn).join(', ')
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
    postings: isText ? (batch.postings[position] ?? null) : null,
    vectors: isText ? null : encodeVectors(vectorAt(batch.vectors, position)),
  })
}

/** Leaves a row that says what is gone. */
export function removeSegment(db: Connection, indexId: number, kind: Kind, owner: string): void {
  save(db, indexId, kind, owner, { ids: null, metadata: '', text: null, analyzer: null, postings: null, vectors: null })
}

/** How postings are made, for segments that another analyzer made. */
export interface Analysis {
  analyzerId: string
  encode(records: TextRecord[]): Uint8Array
}

/** How far the memory side of an index has come. */
export interface Progress {
  /** Of the last segment that was loaded; 0 before the first. */
  revision: number
  /** How many records have changed since the pack was written. */
  unpacked: number
}

/** Loads an index from the start: the pack, where there is one, and what came after it. */
export function loadIndex(db: Connection, indexId: number, search: NamedIndex, analysis: Analysis): Progress {
  const pack = readPack(db, indexId, analysis.analyzerId)
  if (pack) search.postings.addSegment(pack.postings)
  const progress = loadSegments(db, indexId, search, { revision: 0, unpacked: 0 }, analysis, pack?.revision)
  // What has been replaced or removed since is still in the pack.
  if (pack && progress.revision > pack.revision) {
    search.postings.delete(pack.ids.filter((id) => !search.hasText(id)))
  }
  return progress
}

/**
 * Brings the memory side of an index up to date, in order of writing.
 *
 * @param packed postings of segments up to this revision are there already
 */
export function loadSegments(
  db: Connection,
  indexId: number,
  search: NamedIndex,
  { revision, unpacked }: Progress,
  analysis: Analysis,
  packed = 0,
): Progress {
  for (;;) {
    const rows = db.all<SegmentRow>(
      `SELECT ${SEGMENT}, revision, vectors, iif(revision > ?, postings, NULL) AS postings
       FROM segments WHERE index_id = ? AND revision > ? ORDER BY revision LIMIT ${PAGE}`,
      packed,
      indexId,
      revision,
    )
    for (const row of rows) {
      const chunkIds = loadSegment(search, { ...row, postings: currentPostings(db, indexId, row, analysis) })
      if (row.revision > packed) unpacked += Math.max(1, chunkIds)
    }
    revision = rows.at(-1)?.revision ?? revision
    if (rows.length < PAGE) return { revision, unpacked }
  }
}

/** The postings of a row, made anew when another analyzer made them: questions are asked in the words of this one. */
function currentPostings(db: Connection, indexId: number, row: SegmentRow, analysis: Analysis): Uint8Array | null {
  if (row.postings === null || decodeOptionalText(row.analyzer) === analysis.analyzerId) return row.postings
  return analysis.encode(readTexts(db, indexId, row))
}

/** @returns how many records it has */
function loadSegment(search: NamedIndex, row: SegmentRow): number {
  const { ids, metadata, postings, vectors } = row
  const kind = decodeText(row.kind) as Kind
  const id = decodeText(row.owner)
  if (ids === null) {
    if (kind === 'document') search.removeDocument(id)
    else search.deleteLoose(kind, id)
    return 0
  }
  const packed = vectors ? { dimensions: search.spec.dimensions!, values: decodeVectors(vectors) } : undefined
  if (kind === 'document') {
    const chunkIds = parseStored<string[]>(ids)
    const readMetadata = () => parseStored<DocumentMetadata>(metadata)
    search.putDocument({ id, chunkIds, postings: postings ?? undefined, vectors: packed, readMetadata })
    return chunkIds.length
  }
  const record: LooseRecord = { ...parseStored(metadata), id }
  if (kind === 'vector') search.putLoose(record, { leg: kind, records: [record], vectors: packed! }, 0)
  else search.putLoose(record, { leg: kind, records: [record], postings: [postings ?? undefined] }, 0)
  return 1
}

/** The texts behind a segment, as the word index wants them. */
function readTexts(db: Connection, indexId: number, { owner, ids, metadata, ...row }: SegmentRow): TextRecord[] {
  const kind = decodeText(row.kind) as Kind
  if (kind === 'document') {
    return parseStored<string[]>(ids).map((id) => textRecord(readChunk(db, indexId, id)!))
  }
  const id = decodeText(owner)
  return [{ ...parseStored(metadata), id, text: readLooseText(db, indexId, kind, id) ?? '' }]
}

/** The text of a chunk or of a loose record. */
export function readText(db: Connection, indexId: number, leg: Leg, id: string): string | undefined {
  return readChunk(db, indexId, id)?.text ?? readLooseText(db, indexId, leg, id)
}

function readLooseText(db: Connection, indexId: number, leg: Leg, id: string): string | undefined {
  const row = db.get<{ text: SqlValue }>(
    `SELECT ${textColumn('text')} FROM segments WHERE index_id = ? AND kind = ? AND owner = ?`,
    indexId,
    leg,
    encodeText(id),
  )
  return row && decodeOptionalText(row.text)
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
