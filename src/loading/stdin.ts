import { type CallOptions, MAX_DOCUMENT_UNITS, throwIfAborted } from '../core/index.js'
import { plainMediaType } from '../text/index.js'
import { tooLarge } from './encoding.js'
import { readBytes } from './read-bytes.js'
import type { ReadResult } from './readers/reader.js'

/** How stdin becomes a document. */
export interface StdinOptions extends CallOptions {
  /** Where the bytes come from. Default: `process.stdin`. */
  stream?: AsyncIterable<Uint8Array | string> | undefined
  /** What to call it in messages; its extension tells the format. Default `stdin`. */
  name?: string | undefined
  /** Identity of the document. Default: none, the text is the identity. */
  uri?: string | undefined
  /** Default: by name, else by content. */
  mediaType?: string | undefined
}

/**
 * Reads standard input to its end, in any encoding that a file may have.
 *
 * @throws TesseraError as for a file; `ABORTED` between two pieces
 */
export async function readStdin(options: StdinOptions = {}): Promise<ReadResult> {
  const { stream = process.stdin, name = 'stdin', uri, mediaType, signal } = options
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    throwIfAborted(signal)
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    pieces.push(bytes)
    size += bytes.length
    if (size > MAX_DOCUMENT_UNITS * 3) throw tooLarge(name, size)
  }
  const plain = mediaType === undefined ? {} : { mediaType: plainMediaType(mediaType) }
  return readBytes(Buffer.concat(pieces), { name, uri, ...plain })
}
