import { Readable } from 'node:stream'
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
 * @throws TesseraError as for a file; `ABORTED` at once, also while a piece is waited for
 */
export async function readStdin(options: StdinOptions = {}): Promise<ReadResult> {
  const { stream = process.stdin, name = 'stdin', uri, mediaType, signal } = options
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of untilAborted(stream, signal)) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    pieces.push(bytes)
    size += bytes.length
    if (size > MAX_DOCUMENT_UNITS * 3) throw tooLarge(name, size)
  }
  const plain = mediaType === undefined ? {} : { mediaType: plainMediaType(mediaType) }
  return readBytes(Buffer.concat(pieces), { name, uri, ...plain })
}

/** The pieces of a stream. What is left unread is given up, so that nothing keeps the process waiting for it. */
async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  throwIfAborted(signal)
  const iterator = stream[Symbol.asyncIterator]()
  const finished = new AbortController()
  const aborted = new Promise<{ done: true }>((resolve) => {
    const giveUp = () => resolve({ done: true })
    signal?.addEventListener('abort', giveUp, { once: true, signal: finished.signal })
  })
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      throwIfAborted(signal)
      if (next.done) return
      yield next.value
    }
  } finally {
    finished.abort()
    if (stream instanceof Readable) stream.destroy()
  }
}
