import { type Citation, type Document, type Hit, hash128, type Place, type Span, type Storage } from '../core/index.js'
import { placeOf } from '../retrieval/index.js'
import { LineTable } from '../text/index.js'

/** Why a quotation was not given. */
export interface RefusedCitation {
  documentId: string
  uri?: string | undefined
  reason: string
}

/** Checks quotations against stored documents; remembers the documents of one answer. */
export class CitationChecker {
  readonly refused: RefusedCitation[] = []
  readonly #storage: Storage
  readonly #indexName: string
  readonly #documents = new Map<string, Promise<Checked>>()

  constructor(storage: Storage, indexName: string) {
    this.#storage = storage
    this.#indexName = indexName
  }

  /**
   * A citation of what a chunk shows at a span, if the stored document still says exactly that; else undefined, and the
   * refusal is noted.
   */
  async cite(hit: Hit, span: Span, quote: string, support: number): Promise<Omit<Citation, 'n'> | undefined> {
    const { documentId } = hit.chunk
    const checked = await this.#document(documentId)
    const reason = checked.fault ?? (checked.document!.text.slice(span.start, span.end) === quote ? undefined : CHANGED)
    if (reason !== undefined) {
      if (!this.refused.some((refusal) => refusal.documentId === documentId)) {
        this.refused.push({ documentId, uri: hit.uri, reason })
      }
      return undefined
    }
    const place: Place = { ...placeOf(hit.chunk, checked.document), span, lines: checked.lines!.linesOf(span) }
    return { uri: hit.uri, documentId, place, quote, support }
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

interface Checked {
  document?: Document
  lines?: LineTable
  fault?: string
}

const CHANGED = 'the stored document does not say this at the cited place'

function check(document: Document | undefined): Checked {
  if (!document) return { fault: 'the document is not stored any more' }
  if (hash128(document.text) !== document.contentHash) return { fault: 'the stored document does not match its hash' }
  return { document, lines: new LineTable(document.text) }
}
