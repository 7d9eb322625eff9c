import {
  type Chunk,
  type Chunker,
  type ContextPart,
  type Document,
  type Embedder,
  type EmbeddingVector,
  type Fingerprints,
  hash128,
  type StageEvents,
  type Storage,
  type StoredDocument,
  TesseraError,
} from '../core/index.js'
import { embeddedInput } from './embedded-input.js'

/** What it takes to bring one document into an index. */
export interface IngestTarget {
  storage: Storage
  indexName: string
  embedder?: Embedder | undefined
  events: StageEvents
  signal?: AbortSignal | undefined
}

/** What became of one document. */
export interface IngestedDocument {
  status: 'added' | 'updated' | 'unchanged'
  chunks: number
  warnings: string[]
}

/** Cuts, embeds and stores one document; a document that is there already, made the same way, is left alone. */
export async function ingestDocument(
  target: IngestTarget,
  document: Document,
  chunker: Chunker,
  fingerprints: Fingerprints,
): Promise<IngestedDocument> {
  const { storage, indexName, events, signal } = target
  const [known] = await storage.describeDocuments(indexName, [document.id])
  if (known && isSame(known, document, fingerprints)) return { status: 'unchanged', chunks: known.chunks, warnings: [] }

  const report = await events.stage('chunk', { uri: document.uri ?? null, strategy: chunker.strategy }, () =>
    chunker.chunkWithReport(document, { signal }),
  )
  const chunks = report.chunks.map((chunk) => withDocumentContext(chunk, document))
  const warnings = [...report.warnings, ...chunkWarnings(chunks)]
  const embedded = target.embedder ? await embedChunks(target, target.embedder, chunks) : undefined
  if (embedded && embedded.truncated > 0) {
    warnings.push(
      `${embedded.truncated} of ${chunks.length} chunks were longer than the embedding model reads; their ends were not embedded`,
    )
  }
  await events.stage('store', { uri: document.uri ?? null, chunks: chunks.length }, () =>
    storage.put(
      indexName,
      { document, chunks, fingerprints, ...(embedded && { vectors: embedded.vectors, vectorKeys: embedded.keys }) },
      { signal },
    ),
  )
  return { status: known ? 'updated' : 'added', chunks: chunks.length, warnings }
}

function isSame(known: StoredDocument, document: Document, fingerprints: Fingerprints): boolean {
  return (
    known.contentHash === document.contentHash &&
    known.title === document.title &&
    known.mediaType === document.mediaType &&
    JSON.stringify(known.metadata) === JSON.stringify(document.metadata) &&
    (Object.keys(fingerprints) as (keyof Fingerprints)[]).every((key) => known.fingerprints[key] === fingerprints[key])
  )
}

/** Title and file name help to find every chunk of a document. */
function withDocumentContext(chunk: Chunk, document: Document): Chunk {
  const title: ContextPart[] =
    document.title === undefined || chunk.context.some((part) => part.kind === 'title')
      ? []
      : [{ kind: 'title', text: document.title }]
  const name = fileName(document.uri)
  const file: ContextPart[] = name === undefined ? [] : [{ kind: 'file', text: name }]
  return { ...chunk, context: [...title, ...chunk.context, ...file] }
}

function fileName(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined
  const last = uri.split(/[?#]/, 1)[0]!.split('/').at(-1)
  if (!last) return undefined
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

function chunkWarnings(chunks: readonly Chunk[]): string[] {
  const flagged = chunks.filter((chunk) => chunk.flags.length > 0)
  if (flagged.length === 0) return []
  const flags = [...new Set(flagged.flatMap((chunk) => chunk.flags))].sort()
  return [`${flagged.length} of ${chunks.length} chunks gave something up: ${flags.join(', ')}`]
}

/** Vectors for all chunks; what was embedded before, in this document or another, is not embedded again. */
async function embedChunks(
  target: IngestTarget,
  embedder: Embedder,
  chunks: readonly Chunk[],
): Promise<{ vectors: EmbeddingVector[]; keys: string[]; truncated: number }> {
  const inputs = chunks.map((chunk) => embeddedInput(chunk, embedder.maxInputTokens))
  const keys = inputs.map((input) => hash128(input))
  const vectors = [...((await target.storage.cachedVectors?.(embedder.id, keys)) ?? keys.map(() => undefined))]
  const wanted = new Map<string, number[]>()
  for (const [index, key] of keys.entries()) {
    if (vectors[index] === undefined) wanted.set(key, [...(wanted.get(key) ?? []), index])
  }
  const missing = [...wanted.values()]
  const details = {
    embedder: embedder.id,
    inputs: missing.length,
    reused: inputs.length - missing.length,
    inputType: 'document',
  }
  const truncated = await target.events.stage('embed', details, async () => {
    if (missing.length === 0) return 0
    const made = await embedder.embed(
      missing.map(([first]) => inputs[first!]!),
      { inputType: 'document', signal: target.signal },
    )
    for (const [position, indexes] of missing.entries()) {
      for (const index of indexes) vectors[index] = made.vectors[position]
    }
    return made.truncated.length
  })
  if (vectors.some((vector) => vector === undefined)) {
    throw new TesseraError(
      'PROVIDER_RESPONSE',
      `The embedder "${embedder.id}" gave fewer vectors than it was given texts.`,
      {
        embedder: embedder.id,
        inputs: missing.length,
      },
    )
  }
  return { vectors: vectors as EmbeddingVector[], keys, truncated }
}
