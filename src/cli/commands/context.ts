import type { RAGPipeline, RAGPipelineConfig } from '../../pipeline/index.js'
import { findDatabase, requireDatabase } from '../database.js'
import type { Output } from '../output.js'
import type { Settings } from '../settings.js'

/** What a command gets from the program around it. */
export interface CommandContext {
  output: Output
  /** Fires on Ctrl-C. */
  signal: AbortSignal
  /** Sets the exit code of a command that does not throw. */
  exitWith(code: number): void
}

/** Runs work on the pipeline of a database and closes it again. */
export async function withPipeline<T>(
  settings: Settings,
  access: 'create' | 'existing',
  more: RAGPipelineConfig,
  work: (pipeline: RAGPipeline) => Promise<T>,
): Promise<T> {
  const db = access === 'create' ? findDatabase(settings.db) : requireDatabase(settings.db)
  const { RAGPipeline } = await import('../../pipeline/index.js')
  const pipeline = new RAGPipeline({ db, indexName: settings.index, ...more })
  try {
    return await work(pipeline)
  } finally {
    await pipeline.close()
  }
}
