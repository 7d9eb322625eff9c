import {
  type Chunk,
  type ContextPart,
  type EmbeddingVector,
  type IndexEntry,
  invalidOption,
  type Metadata,
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
  requireJson(document.metadata, 'document.metadata')
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

/** Checks what a loose record has besides its vector. @throws TesseraError `INVALID_OPTION` */
export function requireRecord(record: { id: string; metadata?: Metadata | undefined }): void {
  requireId(record.id, 'id')
  requireJson(record.metadata, 'metadata')
}

/** Ids are kept as UTF-8, which lone surrogates would not survive. */
function requireId(id: unknown, where: string): void {
  if (typeof id === 'string' && id !== '' && id.isWellFormed()) return
  throw invalidOption(where, id, 'a non-empty string of whole characters')
}

/** Refuses metadata that would not survive storage: functions, symbols, bigints, dates, numbers that are not finite, loops. */
function requireJson(metadata: Metadata | undefined, where: string): void {
  try {
    JSON.stringify(metadata, function (this: Record<string, unknown>, key: string, value: unknown) {
      const given = this[key]
      const kind = typeof given
      const lost =
        kind === 'function' || kind === 'symbol' || kind === 'bigint' || (kind === 'number' && !Number.isFinite(given))
      if (lost || given !== value) throw notJson(where, `${kind} at "${key}"`)
      return value
    })
  } catch (error) {
    if (TesseraError.isInstance(error)) throw error
    throw notJson(where, error instanceof Error ? error.message : String(error))
  }
}

function requireChunks(documentId: string, chunks: readonly Chunk[]): void {
  const ids = new Set<string>()
  for (const chunk of chunks) {
    requireId(chunk.id, 'chunk.id')
    if (chunk.documentId !== documentId) throw invalidOption('chunk.documentId', chunk.documentId, `"${documentId}"`)
    if (ids.has(chunk.id)) throw invalidOption('chunk.id', chunk.id, 'different for each chunk')
    ids.add(chunk.id)
    requireJson(chunk.metadata, 'chunk.metadata')
  }
}

function notJson(where: string, given: string): TesseraError {
  const expected = 'data that JSON can hold'
  return new TesseraError('INVALID_OPTION', `${where} must be ${expected}; it has ${given}.`, {
    option: where,
    given,
    expected,
  })
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
