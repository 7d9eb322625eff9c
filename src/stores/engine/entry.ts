import {
  type Chunk,
  type ContextPart,
  type EmbeddingVector,
  type IndexEntry,
  invalidOption,
  requireId,
  requireMetadata,
  requireNumber,
  type StoredDocument,
  TesseraError,
} from '../../core/index.js'
import type { BM25Index } from '../../indexes/bm25/index.js'

/** Vectors one after the other in one array: how a document's vectors are kept. */
export interface PackedVectors {
  dimensions: number
  values: Float32Array
  /** Position of the first vector without direction, which cosine cannot compare. */
  zeroAt?: number | undefined
}

/** A document ready to be put: checked, its words analysed, its vectors packed. */
export interface PreparedDocument {
  entry: IndexEntry
  chunkIds: readonly string[]
  postings: Uint8Array
  vectors: PackedVectors | undefined
}

/**
 * Does all of a put that needs no index: checks the entry and encodes it.
 *
 * @throws TesseraError as {@link checkEntry}, and `INVALID_VECTOR` or `DIMENSION_MISMATCH`
 */
export function prepareDocument(entry: IndexEntry, encoder: BM25Index): PreparedDocument {
  checkEntry(entry)
  const { chunks, vectors } = entry
  return {
    entry,
    chunkIds: chunks.map(({ id }) => id),
    vectors: vectors && vectors.length > 0 ? packVectors(vectors) : undefined,
    postings: encoder.encodeSegment(chunks.map(textRecord)),
  }
}

/**
 * Checks that an entry is of one piece: chunks of this document with different ids, vectors and keys for each chunk or
 * for none, data that JSON can hold.
 *
 * @throws TesseraError `INVALID_OPTION`
 */
export function checkEntry({ document, chunks, vectors, vectorKeys, edges }: IndexEntry): void {
  requireId(document.id, 'document.id')
  requireMetadata(document.metadata, 'document.metadata')
  requireChunks(document.id, chunks)
  for (const edge of edges ?? []) requireNumber('edge.weight', edge.weight, -Number.MAX_VALUE, Number.MAX_VALUE)
  if (vectors && vectors.length !== chunks.length) throw wrongCount('vectors', chunks.length, vectors.length)
  if (vectorKeys && vectorKeys.length !== (vectors?.length ?? 0)) {
    throw wrongCount('vectorKeys', vectors?.length ?? 0, vectorKeys.length)
  }
}

/** What the word index reads of a chunk. */
export function textRecord(chunk: Chunk): {
  id: string
  text: string
  context: readonly ContextPart[]
  documentId: string
} {
  return { id: chunk.id, text: chunk.text, context: chunk.context, documentId: chunk.documentId }
}

/** What is remembered of a document in listings. */
export function describeEntry({ document, chunks, fingerprints }: IndexEntry): StoredDocument {
  const { id, uri, title, mediaType, contentHash, metadata } = document
  return {
    id,
    ...(uri !== undefined && { uri }),
    ...(title !== undefined && { title }),
    mediaType,
    contentHash,
    metadata,
    fingerprints,
    chunks: chunks.length,
  }
}

/**
 * Puts dense vectors one after the other.
 *
 * @throws TesseraError `INVALID_VECTOR` for sparse and multi-vectors and for values that are not finite in float32,
 *   `DIMENSION_MISMATCH` when sizes differ
 */
export function packVectors(vectors: readonly (EmbeddingVector | readonly number[])[]): PackedVectors {
  const rows = vectors.map(denseRow)
  const dimensions = rows[0]!.length
  const values = new Float32Array(dimensions * rows.length)
  let zeroAt: number | undefined
  for (const [position, row] of rows.entries()) {
    if (row.length !== dimensions) throw uneven(position, dimensions, row.length)
    values.set(row, position * dimensions)
    if (isZero(values.subarray(position * dimensions, (position + 1) * dimensions), position)) zeroAt ??= position
  }
  return { dimensions, values, zeroAt }
}

/**
 * Checks what loose records have besides their vectors. One list may name an id twice; the last one stays, as if they
 * had come one after the other.
 *
 * @throws TesseraError `INVALID_OPTION`
 */
export function checkedRecords<T extends { id: string }>(records: readonly T[]): T[] {
  if (!Array.isArray(records)) throw invalidOption('documents', records, 'a list of records')
  for (const record of records) requireRecord(record)
  return lastOfEachId(records)
}

function requireRecord(record: unknown): void {
  if (record === null || typeof record !== 'object') throw invalidOption('record', record, 'an object with an id')
  const { id, text, metadata } = record as { id?: unknown; text?: unknown; metadata?: unknown }
  requireId(id, 'id')
  if (text !== undefined && typeof text !== 'string') throw invalidOption(`text of "${id}"`, text, 'a string')
  requireMetadata(metadata, 'metadata')
}

function lastOfEachId<T extends { id: string }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}

function requireChunks(documentId: string, chunks: readonly Chunk[]): void {
  const ids = new Set<string>()
  for (const chunk of chunks) {
    requireId(chunk.id, 'chunk.id')
    if (chunk.documentId !== documentId) throw invalidOption('chunk.documentId', chunk.documentId, `"${documentId}"`)
    if (ids.has(chunk.id)) throw invalidOption('chunk.id', chunk.id, 'different for each chunk')
    ids.add(chunk.id)
    requireMetadata(chunk.metadata, 'chunk.metadata')
  }
}

function denseRow(vector: EmbeddingVector | readonly number[], position: number): Float32Array | readonly number[] {
  const dense = vector instanceof Float32Array || isNumberList(vector)
  if (dense && vector.length > 0) return vector
  const expected = 'a Float32Array or a list of numbers, not empty'
  throw new TesseraError('INVALID_VECTOR', `Vector ${position} must be ${expected}.`, { position, expected })
}

function isNumberList(vector: unknown): vector is readonly number[] {
  return Array.isArray(vector) && vector.every((value) => typeof value === 'number')
}

function isZero(row: Float32Array, position: number): boolean {
  let squares = 0
  for (const value of row) squares += value * value
  if (Number.isFinite(squares)) return squares === 0
  const message = `Vector ${position} holds a value that is not a finite float32 number.`
  throw new TesseraError('INVALID_VECTOR', message, { position, expected: 'finite numbers' })
}

function uneven(position: number, expected: number, given: number): TesseraError {
  const message = `Vector ${position} has ${given} dimensions; the first one has ${expected}.`
  return new TesseraError('DIMENSION_MISMATCH', message, { position, expected, given })
}

function wrongCount(option: string, expected: number, given: number): TesseraError {
  const message = `${option} must hold one entry a chunk (${expected}); there are ${given}.`
  return new TesseraError('INVALID_OPTION', message, { option, expected, given })
}
