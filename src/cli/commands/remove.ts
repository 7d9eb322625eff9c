import type { Command } from 'commander'
import { documentId } from '../../core/hash.js'
import type { Storage, StoredDocument } from '../../core/storage.js'
import { fileUri } from '../../loading/file-uri.js'
import { ExitCode } from '../exit-codes.js'
import { displayUri } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import { type CommandContext, withIndex } from './context.js'
import { databaseFlags, outputFlags } from './flags.js'

export function registerRemove(program: Command, context: CommandContext): void {
  const command = program
    .command('remove')
    .summary('remove documents from the index')
    .description('Removes documents with all their chunks from the index. Files on disk are not touched.')
    .argument('<uri...>', 'paths, uris or ids as `tessera list` shows them')
    .addHelpText('after', '\nExample:\n  tessera remove docs/old.md')
    .action((uris: string[], flags: SettingFlags) => remove(uris, flags, context))
  outputFlags(databaseFlags(command))
}

async function remove(
  uris: string[],
  flags: SettingFlags,
  { output, signal, exitWith }: CommandContext,
): Promise<void> {
  const removed: string[] = []
  const missing: string[] = []
  const settings = readSettings(flags)
  await withIndex(settings, {}, async (pipeline, storage) => {
    for (const name of uris) {
      const stored = await findDocument(storage, settings.index, name)
      const isGone = stored !== undefined && (await pipeline.remove(stored.id, { signal }))
      if (isGone) removed.push(stored.uri ?? stored.id)
      else missing.push(name)
    }
  })
  if (output.json) output.document({ removed, missing })
  else {
    for (const uri of removed) output.line(`removed ${displayUri(uri)}`)
    for (const name of missing) output.progressLine(`not in the index: ${displayUri(name)}`)
  }
  if (missing.length > 0) exitWith(ExitCode.failure)
}

/** A document by its uri, the path of its file or its id. */
async function findDocument(storage: Storage, index: string, name: string): Promise<StoredDocument | undefined> {
  const ids = [documentId(name, ''), documentId(fileUri(name), ''), name]
  return (await storage.describeDocuments(index, ids)).find((document) => document !== undefined)
}
