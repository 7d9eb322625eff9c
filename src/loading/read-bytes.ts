import { mediaTypeOfName } from '../text/index.js'
import { binaryError, detectBinary } from './binary.js'
import type { ReaderSource, ReadResult } from './readers/reader.js'
import { type ReaderRegistry, readerRegistry } from './readers/registry.js'

/**
 * Reads some bytes with the reader for their format. What the first bytes say of a binary format counts more than the
 * extension; what is text and of no known type goes to the text reader.
 *
 * @throws TesseraError `UNSUPPORTED_MEDIA_TYPE`, `BINARY_FILE`, `ENCODING_ERROR`, `DOCUMENT_TOO_LARGE`
 */
export async function readBytes(
  bytes: Uint8Array,
  source: ReaderSource,
  readers: ReaderRegistry = readerRegistry,
): Promise<ReadResult> {
  const binary = detectBinary(bytes, source.name)
  const mediaType = binary?.mediaType ?? source.mediaType ?? mediaTypeOfName(source.name)
  const reader = mediaType === undefined ? undefined : readers.findByMediaType(mediaType)
  if (binary && reader === undefined) throw binaryError(source.name, binary)
  const { documents, warnings } = await (await readers.get(reader ?? 'text')).read(bytes, { ...source, mediaType })
  const isEmpty = documents.every(({ text }) => !/\S/.test(text))
  return { documents, warnings: isEmpty ? [...warnings, `"${source.name}" holds no text.`] : warnings }
}
