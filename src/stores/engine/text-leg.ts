import {
  type CallOptions,
  type Filter,
  requireIdList,
  requireInteger,
  type TextIndex,
  type TextMatch,
  type TextQuery,
  type TextRecord,
  validateFilter,
  type WordWeight,
} from '../../core/index.js'
import type { BM25Index } from '../../indexes/bm25/index.js'
import { refuseOwned } from './admit.js'
import { checkedRecords } from './entry.js'
import { EMBEDDED_CAPABILITIES, type IndexHost, requireIndexName } from './host.js'
import { NamedIndex } from './named-index.js'
import type { Words } from './words.js'

/** The words of an embedded storage: chunks of its documents, and records upserted by themselves. */
export class TextLeg implements TextIndex {
  readonly capabilities = EMBEDDED_CAPABILITIES
  readonly #host: IndexHost
  readonly #encoder: BM25Index
  readonly #empty: NamedIndex

  /** @param encoder makes postings; holds none itself */
  constructor(host: IndexHost, encoder: BM25Index, words: Words) {
    this.#host = host
    this.#encoder = encoder
    this.#empty = new NamedIndex('', words, () => undefined)
  }

  async search(
    indexName: string,
    query: string | TextQuery,
    topK: number,
    filter?: Filter,
    options: CallOptions = {},
  ): Promise<TextMatch[]> {
    requireIndexName(indexName)
    requireInteger('topK', topK, 1)
    validateFilter(filter)
    return this.#host.read(indexName, options, (index) => {
      if (!index) return []
      const scored = index.searchText(query, topK, filter)
      const texts = this.#host.texts(
        index,
        'text',
        scored.map(({ id }) => id),
      )
      return scored.map(({ id, score }, rank) => {
        const match: TextMatch = { id, score, metadata: structuredClone(index.metadata('text', id)) }
        const text = texts[rank]
        if (text !== undefined) match.text = text
        return match
      })
    })
  }

  /** A word weighs its idf; of an index that is not there, every word weighs the same. */
  async wordWeights(indexName: string, text: string): Promise<WordWeight[]> {
    requireIndexName(indexName)
    return this.#host.read(indexName, {}, (index) => (index ?? this.#empty).wordWeights(text))
  }

  async upsert(indexName: string, documents: readonly TextRecord[], options: CallOptions = {}): Promise<void> {
    requireIndexName(indexName)
    const last = checkedRecords(documents)
    if (last.length === 0) return
    const postings = last.map((record) => this.#encoder.encodeSegment([record]))
    const records = last.map(({ id, text, context, documentId, metadata }) => ({
      id,
      text,
      context,
      documentId,
      metadata,
    }))
    await this.#host.putLoose(indexName, { leg: 'text', records, postings }, options)
  }

  async delete(indexName: string, ids: readonly string[], options: CallOptions = {}): Promise<number> {
    requireIndexName(indexName)
    requireIdList(ids)
    return this.#host.deleteLoose(
      indexName,
      'text',
      (index) => {
        refuseOwned(index, ids)
        return ids
      },
      options,
    )
  }
}
