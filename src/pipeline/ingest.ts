import {
  type Chunk,
  type Chunker,
  type ContextPart,
  type Document,
  type Fingerprints,
  type StageEvents,
  type Storage,
  type StoredDocument,
  stableJson,
} from '../core/index.js'
import { embeddedInput } from './embedded-input.js'
import type { EmbeddedInputs, EmbeddingQueue } from './embedding-queue.js'

/** What it takes to bring documents into an index. */
export interface IngestTarget {
  storage: Storage
  indexName: string
  chunker: Chunker
  fingerprints: Fingerprints
  /** Absent where documents are searched by words alone. */
  embedding?: EmbeddingQueue | undefined
  events: StageEvents
  signal?: AbortSignal | undefined
}

/** What became of one document. */
export interface IngestedDocument {
  status: 'added' | 'updated' | 'unchanged'
  chunks: number
  warnings: string[]
}

/** A document that is to be stored: cut, but not embedded yet. */
export interface CutDocument {
  document: Document
  isKnown: boolean
  chunks: Chunk[]
  warnings: string[]
}

/** Cuts a document, unless it is there already, made the same way. */
export async function cutDocument(
  target: IngestTarget,
  document: Document,
): Promise<CutDocument | (IngestedDocument & { status: 'unchanged' })> {
  const { storage, indexName, events, signal, chunker, fingerprints } = target
  const [known] = await storage.describeDocuments(indexName, [document.id])
  if (known && isSame(known, document, fingerprints)) return { status: 'unchanged', chunks: known.chunks, warnings: [] }
  const report = await events.stage('chunk', { uri: document.uri ?? null, strategy: chunker.strategy }, () =>
    chunker.chunkWithReport(document, { signal }),
  )
  const chunks = report.chunks.map((chunk) => withDocumentContext(chunk, document))
  const lost = target.embedding ? [] : lostVectors(known)
  const warnings = [...report.warnings, ...chunkWarnings(chunks), ...lost]
  return { document, isKnown: known !== undefined, chunks, warnings }
}

/** Embeds and stores a document that has been cut. */
export async function storeDocument(target: IngestTarget, cut: CutDocument): Promise<IngestedDocument> {
  const { storage, indexName, embedding, events, signal, fingerprints } = target
  const { document, isKnown, chunks } = cut
  const warnings = [...cut.warnings]
  const put = (embedded?: EmbeddedInputs): Promise<void> => {
    if (embedded && embedded.truncated > 0) {
      warnings.push(
        `${embedded.truncated} of ${chunks.length} chunks were longer than the embedding model reads; their ends were not embedded`,
      )
    }
    const vectors = embedded && { vectors: embedded.vectors, vectorKeys: embedded.keys }
    return events.stage('store', { uri: document.uri ?? null, chunks: chunks.length }, () =>
      storage.put(indexName, { document, chunks, fingerprints, ...vectors }, { signal }),
    )
  }
  if (embedding) {
    const inputs = chunks.map((chunk) => embeddedInput(chunk, embedding.embedder.maxInputTokens))
    await embedding.embed(document.id, inputs, put)
  } else await put()
  return { status: isKnown ? 'updated' : 'added', chunks: chunks.length, warnings }
}

/** Vectors that were paid for are kept when a document is ingested again without naming a model. */
function isSame(known: StoredDocument, document: Document, fingerprints: Fingerprints): boolean {
  return (
    known.contentHash === document.contentHash &&
    known.title === document.title &&
    known.mediaType === document.mediaType &&
    stableJson(known.metadata) === stableJson(document.metadata) &&
    (Object.keys(fingerprints) as (keyof Fingerprints)[]).every(
      (key) =>
        known.fingerprints[key] === fingerprints[key] || (key === 'embedder' && fingerprints.embedder === 'none'),
    )
  )
}

function lostVectors(known: StoredDocument | undefined): string[] {
  if (!known || known.chunks === 0 || known.fingerprints.embedder === 'none') return []
  const { embedder } = known.fingerprints
  return [`its vectors are gone, since it changed and no embedding model is configured; "${embedder}" made them`]
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
