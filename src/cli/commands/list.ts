import type { Command } from 'commander'
import type { StoredDocument } from '../../core/storage.js'
import { displayUri } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import { type CommandContext, withIndex } from './context.js'
import { databaseFlags, outputFlags } from './flags.js'

export function registerList(program: Command, context: CommandContext): void {
  const command = program
    .command('list')
    .summary('list the documents of the index')
    .description('Lists the documents of the index with their number of chunks.')
    .addHelpText('after', '\nExample:\n  tessera list --json')
    .action((flags: SettingFlags) => list(flags, context))
  outputFlags(databaseFlags(command))
}

async function list(flags: SettingFlags, { output, signal }: CommandContext): Promise<void> {
  const documents: StoredDocument[] = []
  await withIndex(readSettings(flags), {}, async (pipeline) => {
    for await (const document of pipeline.documents({ signal })) documents.push(document)
  })
  if (output.json) {
    output.document({
      documents: documents.map(({ id, uri, title, mediaType, chunks, metadata }) => ({
        id,
        uri: uri ?? null,
        title: title ?? null,
        mediaType,
        chunks,
        metadata,
      })),
    })
    return
  }
  for (const { uri, id, chunks } of documents) output.line(`${String(chunks).padStart(6)}  ${displayUri(uri ?? id)}`)
  if (documents.length === 0) output.note('The index holds no documents.')
}
