import { nearestNames, TesseraError } from '../../core/errors.js'
import type { Storage } from '../../core/storage.js'
import type { RAGPipeline, RAGPipelineConfig } from '../../pipeline/index.js'
import { findDatabase, requireDatabase } from '../database.js'
import type { Output } from '../output.js'
import type { Settings } from '../settings.js'

/** What a command gets from the program around it. */
export interface CommandContext {
  output: Output
  /** Fires on Ctrl-C and when the process is told to end. */
  signal: AbortSignal
  /** Sets the exit code of a command that does not throw. */
  exitWith(code: number): void
}

/** Runs work on the pipeline of a database, which is made where there is none, and closes it again. */
export async function withPipeline<T>(
  { db, index }: Settings,
  more: RAGPipelineConfig,
  work: (pipeline: RAGPipeline) => Promise<T>,
): Promise<T> {
  const { RAGPipeline } = await import('../../pipeline/index.js')
  const pipeline = new RAGPipeline({ db: findDatabase(db), indexName: index, ...more })
  try {
    return await work(pipeline)
  } finally {
    await pipeline.close()
  }
}

/**
 * Runs work on the pipeline of an index that must be there.
 *
 * @throws TesseraError `SOURCE_NOT_FOUND` without a database, `INDEX_NOT_FOUND` where it has only other indexes
 */
export async function withIndex<T>(
  { db, index }: Settings,
  more: RAGPipelineConfig,
  work: (pipeline: RAGPipeline, storage: Storage) => Promise<T>,
): Promise<T> {
  const path = requireDatabase(db)
  const { RAGPipeline } = await import('../../pipeline/index.js')
  const { openSqliteStorage } = await import('../../stores/index.js')
  const storage = await openSqliteStorage(path)
  try {
    await requireIndex(storage, index, path)
    return await work(new RAGPipeline({ storage, indexName: index, ...more }), storage)
  } finally {
    await storage.close()
  }
}

/** A database without any index is like an index without documents; one with others tells of a typing error. */
async function requireIndex(storage: Storage, name: string, path: string): Promise<void> {
  const known = await storage.vectors.listIndexes()
  if (known.length === 0 || known.includes(name)) return
  const near = nearestNames(name, known)
  const hint = near.length > 0 ? ` Did you mean "${near[0]}"?` : ''
  const message = `${path} has no index "${name}".${hint} It has: ${known.join(', ')}.`
  throw new TesseraError('INDEX_NOT_FOUND', message, { index: name, known, didYouMean: near })
}
