import { type Document, TesseraError, throwIfAborted } from '../core/index.js'
import { type LoadedSource, loadSources, type PlannedSource } from '../loading/index.js'
import { stopsAll } from './faults.js'
import { cutDocument, type IngestTarget, storeDocument } from './ingest.js'
import type { IngestedSource, IngestOptions, IngestResult } from './options.js'
import { findGone, type PruneScope } from './prune.js'

/** How many documents wait for an embedding model at the same time. */
const MOST_UNDER_WAY = 1024

/** A document under way, in the order of the plan. */
interface UnderWay {
  outcome: Promise<IngestedSource>
  isDone: boolean
}

/** Loads, cuts, embeds and stores what was planned, document by document, and removes what is gone. */
export async function ingestPlan(
  target: IngestTarget,
  plan: readonly PlannedSource[],
  prune: PruneScope | undefined,
  options: IngestOptions,
): Promise<IngestResult> {
  const began = performance.now()
  const documents: IngestedSource[] = []
  const underWay: UnderWay[] = []
  const settle = async (): Promise<void> => {
    const done = await underWay.shift()!.outcome
    documents.push(done)
    options.onProgress?.({ done: documents.length, total: Math.max(plan.length, documents.length), uri: done.uri })
  }
  const mustWait = () => !target.embedding || target.embedding.isFull || underWay.length >= MOST_UNDER_WAY
  try {
    for await (const source of loadWithEvents(target, plan)) {
      underWay.push(watched(await beginSource(target, source, options)))
      while (underWay.length > 0 && (underWay[0]!.isDone || mustWait())) await settle()
    }
    while (underWay.length > 0) await settle()
  } finally {
    // What was begun is finished, whatever stopped the rest.
    await Promise.allSettled(underWay.map(({ outcome }) => outcome))
  }
  for (const { id, uri, chunks } of prune ? await findGone(target, prune, plan) : []) {
    throwIfAborted(target.signal)
    await target.storage.remove(target.indexName, id, { signal: target.signal })
    documents.push({ uri, id, status: 'removed', chunks, warnings: [] })
  }
  return summarise(documents, performance.now() - began)
}

/** @param work as a function, since a promise given back by an `async` function would be waited for */
function watched(work: () => Promise<IngestedSource>): UnderWay {
  const document: UnderWay = { outcome: work(), isDone: false }
  const markDone = () => {
    document.isDone = true
  }
  document.outcome.then(markDone, markDone)
  return document
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

/** Cuts a source's document. @returns what embeds and stores it, which is done beside that of other documents */
async function beginSource(
  target: IngestTarget,
  source: LoadedSource,
  options: IngestOptions,
): Promise<() => Promise<IngestedSource>> {
  const { uri } = source
  const nothing = { uri, id: '', chunks: 0 }
  if (source.status === 'failed') {
    return async () => ({ ...nothing, status: 'failed', error: source.error, warnings: [] })
  }
  if (source.status === 'skipped') return async () => ({ ...nothing, status: 'skipped', warnings: [source.message] })
  const document: Document = { ...source.document, metadata: { ...source.document.metadata, ...options.metadata } }
  const { id } = document
  const failed = (cause: unknown): IngestedSource => {
    throwIfAborted(target.signal)
    if (!TesseraError.isInstance(cause) || stopsAll(cause)) throw cause
    return { uri, id, status: 'failed', chunks: 0, error: cause, warnings: source.warnings }
  }
  try {
    const cut = await cutDocument(target, document)
    return async () => {
      try {
        const result = 'status' in cut ? cut : await storeDocument(target, cut)
        return { uri, id, ...result, warnings: [...source.warnings, ...result.warnings] }
      } catch (error) {
        return failed(error)
      }
    }
  } catch (error) {
    const outcome = failed(error)
    return async () => outcome
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
