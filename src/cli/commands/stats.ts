import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { requireDatabase } from '../database.js'
import { displayUri } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import { type CommandContext, withIndex } from './context.js'
import { databaseFlags, outputFlags } from './flags.js'

export function registerStats(program: Command, context: CommandContext): void {
  const command = program
    .command('stats')
    .summary('say what the index holds and how it is searched')
    .description('Counts documents and chunks and says how they are searched.')
    .addHelpText('after', '\nExample:\n  tessera stats')
    .action((flags: SettingFlags) => stats(flags, context))
  outputFlags(databaseFlags(command))
}

async function stats(flags: SettingFlags, { output }: CommandContext): Promise<void> {
  const settings = readSettings(flags)
  const db = requireDatabase(settings.db)
  const { QUALITY } = await import('../../indexes/index.js')
  const { createAnalyzer } = await import('../../text/index.js')
  const counts = await withIndex(settings, {}, (pipeline) => pipeline.getStats())
  const result = { ...counts, database: db, textSearch: { ...QUALITY, analyzer: createAnalyzer().id } }
  if (output.json) {
    output.document(result)
    return
  }
  output.line(`database   ${displayUri(pathToFileURL(db).href)}`)
  output.line(`index      ${result.indexName}`)
  output.line(`documents  ${result.totalDocuments}`)
  output.line(`chunks     ${result.totalChunks}`)
  if (result.embedder) {
    output.line(`vectors    ${result.totalVectors} of ${result.embedder}, ${result.embeddingDimension} dimensions`)
  }
  const { k1, b, contextWeight, documentWeight } = QUALITY
  output.line(
    `words      BM25 k1 ${k1}, b ${b}, context x${contextWeight}, document ${documentWeight}; ${result.textSearch.analyzer}`,
  )
}
