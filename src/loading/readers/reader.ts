import type { Document, VariantMetadata } from '../../core/index.js'

/** What a reader is told of the bytes it gets. */
export interface ReaderSource {
  /** Identity of the document; parts of a file add a fragment. */
  uri?: string | undefined
  /** File name, for messages and for what its extension says. */
  name: string
  /** What the name or the first bytes say; undefined where only the content can tell. */
  mediaType?: string | undefined
}

/** What a reader made of some bytes. */
export interface ReadResult {
  /** Usually one; a file that holds many documents gives many, each with a uri of its own. */
  documents: Document[]
  /** What had to be guessed or replaced. */
  warnings: string[]
}

/** Turns the bytes of one format into documents. Reads nothing but the bytes it is given. */
export interface Reader {
  /** @throws TesseraError when the bytes cannot be read; nothing is left out silently */
  read(bytes: Uint8Array, source: ReaderSource): ReadResult | Promise<ReadResult>
}

/** What a reader says of itself before it is loaded. */
export interface ReaderMetadata extends VariantMetadata {
  /** What it reads, binary formats included: `application/pdf`, or all of a kind: `text/*`. */
  mediaTypes: string[]
}
