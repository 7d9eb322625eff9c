import type { Command } from 'commander'
import type { IngestedSource, IngestResult, RAGPipeline } from '../../pipeline/index.js'
import { parseMetadata } from '../database.js'
import { ExitCode } from '../exit-codes.js'
import { displayUri, type Output, safe } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import { type CommandContext, withPipeline } from './context.js'
import { chunkingFlags, databaseFlags, embeddingFlags, outputFlags } from './flags.js'

interface IngestFlags extends SettingFlags {
  metadata?: string[]
  prune?: boolean
}

export function registerIngest(program: Command, context: CommandContext): void {
  const command = program
    .command('ingest')
    .summary('bring files, folders and globs into the index')
    .description('Brings documents into the index. Unchanged files are skipped, changed ones replaced.')
    .argument('<source...>', 'files, folders, globs in quotes, or - for text on stdin')
    .option('--metadata <key=value...>', 'metadata for every document, to filter on')
    .option('--prune', 'remove documents of these folders and globs that are gone')
    .addHelpText('after', '\nExample:\n  tessera ingest README.md docs "notes/**/*.md" --metadata project=apollo')
    .action((sources: string[], flags: IngestFlags) => ingest(sources, flags, context))
  outputFlags(embeddingFlags(chunkingFlags(databaseFlags(command)), 'also embed the chunks, to search by meaning'))
}

async function ingest(
  sources: string[],
  flags: IngestFlags,
  { output, signal, exitWith }: CommandContext,
): Promise<void> {
  const settings = readSettings(flags)
  const metadata = parseMetadata(flags.metadata)
  const inputs = await Promise.all(sources.map((source) => (source === '-' ? fromStdin(signal) : source)))
  const { embeddingModel } = settings
  const result = await withPipeline(settings, 'create', { embeddingModel }, async (pipeline) => {
    const ingested = await pipeline.ingest(inputs, {
      strategy: settings.strategy ?? 'auto',
      chunkSize: settings.maxSize,
      chunkOverlap: settings.overlap,
      metadata,
      prune: flags.prune,
      signal,
      onProgress: ({ done, total, uri }) => output.progress(`${done}/${total} ${displayUri(uri)}`),
    })
    if (!embeddingModel) await noteMissingVectors(pipeline, ingested, output)
    return ingested
  })
  output.endProgress()
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
    `${stored.length} documents were stored without vectors in an index that was embedded with ${made.id}: ingest them again with --embedding-model, so that meaning finds them too.`,
  )
}

async function fromStdin(signal: AbortSignal): Promise<{ text: string; uri: string }> {
  const { readStdin } = await import('../../loading/index.js')
  const { documents } = await readStdin({ signal })
  return { text: documents[0]!.text, uri: 'stdin:' }
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
    const name = displayUri(document.uri)
    if (document.error) output.progressLine(`${output.style('red', 'failed')}  ${name}: ${document.error.message}`)
    for (const warning of document.warnings)
      output.note(`${output.style('yellow', 'note')}    ${name}: ${safe(warning)}`)
  }
  const counts = new Map<IngestedSource['status'], number>()
  for (const { status } of documents) counts.set(status, (counts.get(status) ?? 0) + 1)
  const parts = [...counts].map(([status, count]) => `${count} ${status}`)
  output.line(
    `${parts.join(', ') || 'nothing to ingest'}; ${chunksCreated} chunks in ${(durationMs / 1000).toFixed(1)} s`,
  )
}
