import { type Chunk, chunkId, documentId, hash128, type IndexEntry, type Metadata } from '../../src/core/index.js'

/** What a test says of a document; the rest is made up. */
export interface EntryOptions {
  metadata?: Metadata
  /** Metadata of each chunk. */
  chunkMetadata?: (position: number) => Metadata
  /** null: no vectors. Default: {@link vectorOf} each text. */
  vectors?: Float32Array[] | null
  embedder?: string
  edges?: IndexEntry['edges']
  vectorKeys?: string[]
  title?: string
}

export const DIMENSIONS = 8

/** A document of paragraphs, each of them a chunk, with made-up vectors. */
export function makeEntry(uri: string, paragraphs: readonly string[], options: EntryOptions = {}): IndexEntry {
  const text = paragraphs.join('\n\n')
  const id = documentId(uri, text)
  let start = 0
  const chunks = paragraphs.map((paragraph, index): Chunk => {
    const span = { start, end: start + paragraph.length }
    start = span.end + 2
    return {
      id: chunkId(id, span.start, span.end, paragraph),
      documentId: id,
      index,
      span,
      lines: [index * 2 + 1, index * 2 + 1],
      text: paragraph,
      open: '',
      close: '',
      context: options.title === undefined ? [] : [{ kind: 'title', text: options.title }],
      flags: [],
      metadata: options.chunkMetadata?.(index) ?? {},
    }
  })
  const vectors = options.vectors === undefined ? paragraphs.map((paragraph) => vectorOf(paragraph)) : options.vectors
  return {
    document: {
      id,
      uri,
      text,
      mediaType: 'text/plain',
      ...(options.title !== undefined && { title: options.title }),
      contentHash: hash128(text),
      metadata: options.metadata ?? {},
    },
    chunks,
    ...(vectors && { vectors }),
    ...(options.vectorKeys && { vectorKeys: options.vectorKeys }),
    ...(options.edges && { edges: options.edges }),
    fingerprints: { schema: 1, chunker: 'paragraphs', analyzer: 'test', embedder: options.embedder ?? 'test-embedder' },
  }
}

/** A vector that depends on the text alone and is never zero. */
export function vectorOf(text: string, dimensions = DIMENSIONS): Float32Array {
  const bytes = hash128(text)
  return Float32Array.from({ length: dimensions }, (_, i) => 1 + Number.parseInt(bytes.slice(i % 32, (i % 32) + 1), 16))
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! ** 2
    bb += b[i]! ** 2
  }
  return dot / Math.sqrt(aa * bb)
}
