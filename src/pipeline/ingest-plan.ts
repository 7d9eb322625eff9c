import {
  type Chunker,
  type Document,
  type ErrorCode,
  type Fingerprints,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { type LoadedSource, loadSources, type PlannedSource } from '../loading/index.js'
import { type IngestTarget, ingestDocument } from './ingest.js'
import type { IngestedSource, IngestOptions, IngestResult } from './options.js'
import { findGone, type PruneScope } from './prune.js'

/** Where documents go and how they are made. */
export interface IngestPlanTarget extends IngestTarget {
  chunker: Chunker
  fingerprints: Fingerprints
}

/** Faults of the surroundings, not of a document: going on would only repeat them. */
const STOPS_ALL: ReadonlySet<ErrorCode> = new Set([
  'DATABASE_CORRUPT',
  'DATABASE_TOO_NEW',
  'DATABASE_UNREADABLE',
  'DIMENSION_MISMATCH',
  'EMBEDDER_MISMATCH',
  'INDEX_LOCKED',
  'MISSING_API_KEY',
  'MISSING_DEPENDENCY',
  'PROVIDER_AUTH',
  'STORE_CLOSED',
])

/** How many documents wait for an embedding model at the same time. */
const CONCURRENCY = 4

/** Loads, cuts, embeds and stores what was planned, document by document, and removes what is gone. */
export async function ingestPlan(
  target: IngestPlanTarget,
  plan: readonly PlannedSource[],
  prune: PruneScope | undefined,
  options: IngestOptions,
): Promise<IngestResult> {
  const began = performance.now()
  const documents: IngestedSource[] = []
  const underWay: Promise<IngestedSource>[] = []
  const settle = async (): Promise<void> => {
    const done = await underWay.shift()!
    documents.push(done)
    options.onProgress?.({ done: documents.length, total: Math.max(plan.length, documents.length), uri: done.uri })
  }
  const width = target.embedder ? CONCURRENCY : 1
  try {
    for await (const source of loadWithEvents(target, plan)) {
      underWay.push(ingestSource(target, source, options))
      if (underWay.length >= width) await settle()
    }
    while (underWay.length > 0) await settle()
  } finally {
    // What was begun is finished, whatever stopped the rest.
    await Promise.allSettled(underWay)
  }
  for (const { id, uri, chunks } of prune ? await findGone(target, prune, plan) : []) {
    throwIfAborted(target.signal)
    await target.storage.remove(target.indexName, id, { signal: target.signal })
    documents.push({ uri, id, status: 'removed', chunks, warnings: [] })
  }
  return summarise(documents, performance.now() - began)
}

async function* loadWithEvents(target: IngestTarget, plan: readonly PlannedSource[]): AsyncGenerator<LoadedSource> {
  const sources = loadSources(plan, { signal: target.signal })
  for (;;) {
    const details: Record<string, unknown> = {}
    const next = await target.events.stage('load', details, async () => {
      const result = await sources.next()
      Object.assign(
        details,
        result.done ? { end: true } : { uri: result.value.uri ?? null, status: result.value.status },
      )
      return result
    })
    if (next.done) return
    yield next.value
  }
}

async function ingestSource(
  target: IngestPlanTarget,
  source: LoadedSource,
  options: IngestOptions,
): Promise<IngestedSource> {
  const { uri } = source
  if (source.status === 'failed') return { uri, id: '', status: 'failed', chunks: 0, error: source.error, warnings: [] }
  if (source.status === 'skipped') return { uri, id: '', status: 'skipped', chunks: 0, warnings: [source.message] }
  const document: Document = { ...source.document, metadata: { ...source.document.metadata, ...options.metadata } }
  try {
    const result = await ingestDocument(target, document, target.chunker, target.fingerprints)
    return { uri, id: document.id, ...result, warnings: [...source.warnings, ...result.warnings] }
  } catch (cause) {
    throwIfAborted(target.signal)
    if (!TesseraError.isInstance(cause) || STOPS_ALL.has(cause.code)) throw cause
    return { uri, id: document.id, status: 'failed', chunks: 0, error: cause, warnings: source.warnings }
  }
}

function summarise(documents: IngestedSource[], durationMs: number): IngestResult {
  let documentsProcessed = 0
  let chunksCreated = 0
  for (const { status, chunks } of documents) {
    if (status === 'added' || status === 'updated') chunksCreated += chunks
    if (status === 'added' || status === 'updated' || status === 'unchanged') documentsProcessed++
  }
  return { documentsProcessed, chunksCreated, documents, durationMs: Math.round(durationMs) }
}
