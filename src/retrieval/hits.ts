import type { Chunk, Document, Hit, Json, Place, Storage, StoredDocument } from '../core/index.js'
import type { Fused } from './fusion.js'

/** How the two legs placed the chunks that were found. */
export interface HitTrace {
  text: ReadonlyMap<string, { rank: number; score: number }>
  vector: ReadonlyMap<string, { rank: number; score: number }>
  /** The score is one of fusion. */
  fused: boolean
  explain: boolean
}

/** Loads what a person sees of ranked chunks. One whose document is not (or no longer) committed is left out. */
export async function toHits(
  storage: Storage,
  indexName: string,
  ranked: readonly Fused[],
  trace: HitTrace,
): Promise<Hit[]> {
  const chunks = await storage.chunks(
    indexName,
    ranked.map(({ id }) => id),
  )
  const ids = [...new Set(chunks.flatMap((chunk) => (chunk ? [chunk.documentId] : [])))]
  const described = await storage.describeDocuments(indexName, ids)
  const documents = new Map(described.flatMap((document) => (document ? [[document.id, document]] : [])))
  return ranked.flatMap((item, index) => {
    const chunk = chunks[index]
    const document = chunk && documents.get(chunk.documentId)
    return document ? [toHit(item, chunk, document, trace)] : []
  })
}

function toHit(item: Fused, chunk: Chunk, document: StoredDocument, trace: HitTrace): Hit {
  const text = trace.text.get(item.id)
  const vector = trace.vector.get(item.id)
  return {
    chunk,
    id: chunk.id,
    text: chunk.text,
    uri: document.uri,
    title: document.title,
    place: placeOf(chunk),
    score: item.score,
    scores: {
      ...(vector && { vector: vector.score }),
      ...(text && { text: text.score }),
      ...(trace.fused && { fused: item.score }),
    },
    ranks: { ...(vector && { vector: vector.rank }), ...(text && { text: text.rank }) },
    metadata: { ...document.metadata, ...chunk.metadata },
    ...(trace.explain && { explanation: explain(item, vector, text) }),
  }
}

function explain(
  item: Fused,
  vector: { rank: number; score: number } | undefined,
  text: { rank: number; score: number } | undefined,
): Json {
  return {
    score: item.score,
    vector: vector ? { ...vector, contribution: item.contributions[0] ?? vector.score } : null,
    text: text ? { ...text, contribution: item.contributions[1] ?? text.score } : null,
  }
}

/** Where a person finds a chunk. */
export function placeOf(chunk: Chunk, document?: Document): Place {
  const heading = chunk.context.filter((part) => part.kind === 'heading').map((part) => part.text)
  const anchor = document?.anchors?.findLast(({ start }) => start <= chunk.span.start)
  return {
    span: chunk.span,
    lines: chunk.lines,
    ...(heading.length > 0 && { heading }),
    ...(anchor?.page !== undefined && { page: anchor.page }),
  }
}
