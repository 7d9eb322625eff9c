import type { Command } from 'commander'
import { registerAsk } from './ask.js'
import { registerChunk } from './chunk.js'
import type { CommandContext } from './context.js'
import { registerDoctor } from './doctor.js'
import { registerIngest } from './ingest.js'
import { registerList } from './list.js'
import { registerRemove } from './remove.js'
import { registerSearch } from './search.js'
import { registerStats } from './stats.js'
import { registerStrategies } from './strategies.js'

/** Adds every command, in the order help lists them. */
export function registerCommands(program: Command, context: CommandContext): void {
  registerIngest(program, context)
  registerAsk(program, context)
  registerSearch(program, context)
  registerList(program, context)
  registerRemove(program, context)
  registerStats(program, context)
  registerChunk(program, context)
  registerStrategies(program, context)
  registerDoctor(program, context)
}
