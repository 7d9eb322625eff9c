import {
  type Chunk,
  type Citation,
  type Document,
  type Hit,
  hash128,
  locate,
  type Place,
  type Storage,
} from '../core/index.js'
import { placeOf } from '../retrieval/index.js'
import { LineTable } from '../text/index.js'

/** Checks quotations against stored documents; remembers the documents of one answer. */
export class CitationChecker {
  readonly #refused = new Map<string, string>()
  readonly #storage: Storage
  readonly #indexName: string
  readonly #documents = new Map<string, Promise<Checked>>()

  constructor(storage: Storage, indexName: string) {
    this.#storage = storage
    this.#indexName = indexName
  }

  /**
   * A citation of what stands behind a stretch of a chunk's text, if the stored document still says exactly that; else
   * undefined, and the refusal is noted. The quotation is the source itself, tags included where the chunk is a rendering.
   *
   * @param from first UTF-16 unit in the chunk's text
   * @param to unit after the last one
   */
  async cite(hit: Hit, from: number, to: number, support: number): Promise<Omit<Citation, 'n'> | undefined> {
    const { documentId } = hit.chunk
    const { document, lines, fault } = await this.#document(documentId)
    const span = locate(hit.chunk, from, to)
    if (!document || !span || !says(document.text, hit.chunk, from, to)) {
      this.#refused.set(documentId, `${hit.uri ?? documentId}: ${fault ?? CHANGED}`)
      return undefined
    }
    const place: Place = { ...placeOf(hit.chunk, document), span, lines: lines.linesOf(span) }
    return { uri: hit.uri, documentId, place, quote: document.text.slice(span.start, span.end), support }
  }

  /** Why quotations were refused, once a document. */
  get warnings(): string[] {
    return [...this.#refused.values()]
  }

  #document(id: string): Promise<Checked> {
    let checked = this.#documents.get(id)
    if (!checked) {
      checked = this.#storage.document(this.#indexName, id).then(check)
      this.#documents.set(id, checked)
    }
    return checked
  }
}

type Checked =
  | { document: Document; lines: LineTable; fault?: undefined }
  | { document?: undefined; lines?: undefined; fault: string }

const CHANGED = 'the stored document does not say this at the cited place'

function check(document: Document | undefined): Checked {
  if (!document) return { fault: 'the document is not stored any more' }
  if (hash128(document.text) !== document.contentHash) return { fault: 'the stored document does not match its hash' }
  return { document, lines: new LineTable(document.text) }
}

/** Whether a document says what a chunk shows: all of it, or, of a rendering, every piece that was taken over as it is. */
function says(source: string, chunk: Chunk, from: number, to: number): boolean {
  if (!chunk.segments) {
    const span = locate(chunk, from, to)
    return span !== undefined && source.slice(span.start, span.end) === chunk.text.slice(from, to)
  }
  return chunk.segments.every(({ at, length, start, verbatim }) => {
    if (!verbatim || at + length <= from || at >= to) return true
    return source.startsWith(chunk.text.slice(at, at + length), start)
  })
}
