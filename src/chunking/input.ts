import {
  type ChunkInput,
  type Document,
  documentId,
  hash128,
  invalidOption,
  MAX_DOCUMENT_UNITS,
  refuseUnknownOptions,
  requireMetadata,
  TesseraError,
} from '../core/index.js'

const STRINGS = ['id', 'uri', 'mediaType', 'title', 'language', 'contentHash'] as const
const FIELDS = [...STRINGS, 'text', 'metadata', 'anchors', 'media'] as const

/** What a caller gave, as the parts of a document. @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION` */
export function readInput(input: ChunkInput): Exclude<ChunkInput, string> {
  const given = typeof input === 'string' ? { text: input } : input
  if (typeof given?.text !== 'string') throw invalidOption('text', given?.text, 'a string')
  refuseUnknownOptions(given, FIELDS, 'A document')
  for (const field of STRINGS) {
    const value: unknown = given[field]
    if (value !== undefined && typeof value !== 'string') throw invalidOption(field, value, 'a string')
  }
  requireMetadata(given.metadata, 'metadata')
  return given
}

/** Fills in what was not given. @throws TesseraError `DOCUMENT_TOO_LARGE`, and as {@link readInput} */
export function completeDocument(input: ChunkInput, mediaType: string): Document {
  const given = readInput(input)
  if (given.text.length > MAX_DOCUMENT_UNITS) {
    throw new TesseraError(
      'DOCUMENT_TOO_LARGE',
      `The text has ${given.text.length} characters; one document holds at most ${MAX_DOCUMENT_UNITS}.`,
      { given: given.text.length, most: MAX_DOCUMENT_UNITS },
    )
  }
  const contentHash = given.contentHash ?? hash128(given.text)
  return {
    ...given,
    id: given.id ?? (given.uri === undefined ? contentHash : documentId(given.uri, given.text)),
    mediaType: given.mediaType ?? mediaType,
    contentHash,
    metadata: given.metadata ?? {},
  }
}
