import type { Command } from 'commander'
import { ExitCode } from '../exit-codes.js'
import { readSettings, type SettingFlags } from '../settings.js'
import { type CommandContext, withPipeline } from './context.js'
import { databaseFlags, outputFlags } from './flags.js'

export function registerRemove(program: Command, context: CommandContext): void {
  const command = program
    .command('remove')
    .summary('remove documents from the index')
    .description('Removes documents with all their chunks from the index. Files on disk are not touched.')
    .argument('<uri...>', 'paths or uris as `tessera list` shows them')
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
  await withPipeline(readSettings(flags), 'existing', {}, async (pipeline) => {
    for (const uri of uris) ((await pipeline.remove(uri, { signal })) ? removed : missing).push(uri)
  })
  if (output.json) output.document({ removed, missing })
  else {
    for (const uri of removed) output.line(`removed ${uri}`)
    for (const uri of missing) output.progressLine(`not in the index: ${uri}`)
  }
  if (missing.length > 0) exitWith(ExitCode.failure)
}
