import { TesseraError } from '../../core/index.js'

/** The part of a `Response` that is read here. */
export interface ByteStream {
  body: ReadableStream<Uint8Array> | null
}

/**
 * The body of a response piece by piece, never more than `maxBytes` after decompression.
 *
 * @throws TesseraError `PROVIDER_RESPONSE` when there is more
 */
export async function* readChunks(response: ByteStream, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (!response.body) return
  const reader = response.body.getReader()
  let size = 0
  let finished = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        finished = true
        return
      }
      size += value.byteLength
      if (size > maxBytes) {
        throw new TesseraError('PROVIDER_RESPONSE', `The answer is larger than ${maxBytes} bytes.`, {
          maxBytes,
          retryable: false,
        })
      }
      yield value
    }
  } finally {
    // Frees the connection when the reader stops early; the stream may be broken already, and that is reported elsewhere.
    if (!finished) reader.cancel().catch(() => undefined)
  }
}

/** The whole body as text. */
export async function readText(response: ByteStream, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  for await (const chunk of readChunks(response, maxBytes)) parts.push(decoder.decode(chunk, { stream: true }))
  parts.push(decoder.decode())
  return parts.join('')
}
