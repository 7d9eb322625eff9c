import type { Command } from 'commander'
import { TesseraError } from '../../core/errors.js'
import { invalidOption } from '../../core/options.js'
import type { IngestSource } from '../../loading/index.js'
import type { IngestedSource, IngestResult, RAGPipeline } from '../../pipeline/index.js'
import { parseMetadata } from '../database.js'
import { ExitCode } from '../exit-codes.js'
import { counted, displayUri, type Output, safe } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import { inputsOf, readDocuments, withStdin } from '../stdin.js'
import { type CommandContext, withPipeline } from './context.js'
import { chunkingFlags, collected, databaseFlags, embeddingFlags, outputFlags } from './flags.js'

/** What has no uri came in there. */
const STDIN = 'stdin'

interface IngestFlags extends SettingFlags {
  metadata?: string[]
  uri?: string
  prune?: boolean
}

/** How far an ingest has come. */
interface Progress {
  stored: number
  done: number
  total: number
}

export function registerIngest(program: Command, context: CommandContext): void {
  const command = program
    .command('ingest')
    .summary('bring files, folders and globs into the index')
    .description('Brings documents into the index. Unchanged files are skipped, changed ones replaced.')
    .argument('<source...>', 'files, folders, globs in quotes, or - for text on stdin')
    .option('--metadata <key=value>', 'metadata for every document, to filter on; may be given again', collected)
    .option(
      '--uri <name>',
      'what to call the text on stdin; the same name again replaces it (default: the text itself)',
    )
    .option('--prune', 'remove documents of these folders and globs that are gone')
    .addHelpText('after', '\nExample:\n  tessera ingest README.md docs "notes/**/*.md" --metadata project=apollo')
    .action((sources: string[], flags: IngestFlags) => ingestOrTell(sources, flags, context))
  outputFlags(embeddingFlags(chunkingFlags(databaseFlags(command)), 'also embed the chunks, to search by meaning'))
}

/** Runs {@link ingest}, and where it is interrupted tells how far it came. */
async function ingestOrTell(sources: string[], flags: IngestFlags, context: CommandContext): Promise<void> {
  const progress: Progress = { stored: 0, done: 0, total: 0 }
  try {
    await ingest(sources, flags, context, progress)
  } catch (error) {
    if (!TesseraError.isInstance(error) || error.code !== 'ABORTED') throw error
    const { stored, done, total } = progress
    const far = total === 0 ? 'Interrupted' : `Interrupted after ${done} of ${total} documents`
    throw new TesseraError('ABORTED', `${far}; what was stored before (${stored}) is kept.`, { ...progress }, error)
  }
}

async function ingest(
  sources: string[],
  flags: IngestFlags,
  { output, signal, exitWith }: CommandContext,
  progress: Progress,
): Promise<void> {
  const settings = readSettings(flags)
  const metadata = parseMetadata(flags.metadata)
  const readsStdin = sources.includes('-')
  if (flags.uri !== undefined && !readsStdin)
    throw invalidOption('--uri', flags.uri, 'left out, or given with - for stdin')
  if (flags.prune && sources.every((source) => source === '-'))
    throw invalidOption('--prune', true, 'left out, or given with a folder or a glob')
  const stdin = readsStdin ? await readDocuments(flags.uri, signal) : undefined
  const inputs = sources.flatMap<IngestSource>((source) => (source === '-' && stdin ? inputsOf(stdin) : [source]))
  const { embeddingModel } = settings
  const ingestedAll = await withPipeline(settings, { embeddingModel }, async (pipeline) => {
    pipeline.on('store:end', ({ failed }) => {
      if (failed === undefined) progress.stored++
    })
    const ingested = await pipeline.ingest(inputs, {
      strategy: settings.strategy ?? 'auto',
      chunkSize: settings.maxSize,
      chunkOverlap: settings.overlap,
      metadata,
      prune: flags.prune,
      signal,
      onProgress: ({ done, total, uri }) => {
        Object.assign(progress, { done, total })
        output.progress(`${done}/${total} ${displayUri(uri ?? STDIN)}`)
      },
    })
    if (!embeddingModel) await noteMissingVectors(pipeline, ingested, output)
    return ingested
  })
  output.endProgress()
  const result = stdin ? withStdin(ingestedAll, stdin) : ingestedAll
  if (output.json) output.document(toJson(result))
  else report(result, output)
  if (result.documents.some(({ status }) => status === 'failed')) exitWith(ExitCode.failure)
}

/** An index that was embedded gets documents that only words find, when no model is named. */
async function noteMissingVectors(pipeline: RAGPipeline, { documents }: IngestResult, output: Output): Promise<void> {
  const stored = documents.filter(({ status, chunks }) => (status === 'added' || status === 'updated') && chunks > 0)
  const made = stored.length > 0 ? await pipeline.getIndexEmbedder() : undefined
  if (!made) return
  output.note(
    `${counted(stored.length, 'document')} got no vectors in an index that was embedded with ${made.id}: ingest again with --embedding-model, to be found by meaning too.`,
  )
}

function toJson({ documentsProcessed, chunksCreated, documents, durationMs }: IngestResult) {
  return {
    documentsProcessed,
    chunksCreated,
    documents: documents.map(({ uri, status, chunks, error, warnings }) => ({
      uri: uri ?? null,
      status,
      chunks,
      error: error?.toJSON() ?? null,
      warnings,
    })),
    durationMs,
  }
}

function report({ documents, chunksCreated, durationMs }: IngestResult, output: Output): void {
  for (const document of documents) {
    const name = displayUri(document.uri ?? STDIN)
    if (document.error) output.progressLine(`${output.style('red', 'failed')}  ${name}: ${document.error.message}`)
    for (const warning of document.warnings)
      output.note(`${output.style('yellow', 'note')}    ${name}: ${safe(warning)}`)
  }
  const counts = new Map<IngestedSource['status'], number>()
  for (const { status } of documents) counts.set(status, (counts.get(status) ?? 0) + 1)
  const parts = [...counts].map(([status, count]) => `${count} ${status}`)
  output.line(
    `${parts.join(', ') || 'nothing to ingest'}; ${counted(chunksCreated, 'chunk')} in ${(durationMs / 1000).toFixed(1)} s`,
  )
}
