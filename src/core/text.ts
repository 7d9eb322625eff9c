/** A stretch of `Document.text` in UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Free data that travels with a document or chunk, can be filtered on, and survives storage unchanged. */
export type Metadata = Record<string, Json>
