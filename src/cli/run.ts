import { Command, CommanderError } from 'commander'
import { TesseraError } from '../core/errors.js'
import { registerCommands } from './commands/index.js'
import { ExitCode } from './exit-codes.js'
import { Output } from './output.js'
import { version } from './version.js'

/** Codes of errors that mean "called wrongly" rather than "failed". */
const MISUSE = new Set(['UNKNOWN_OPTION', 'INVALID_OPTION', 'INVALID_FILTER', 'UNKNOWN_STRATEGY', 'UNKNOWN_PROVIDER'])

/** Runs the command line. @returns the exit code */
export async function runCli(args: readonly string[]): Promise<number> {
  const output = new Output(args)
  const abort = new AbortController()
  let interruption: number | undefined
  const interrupt = (name: NodeJS.Signals) => {
    interruption ??= name === 'SIGTERM' ? ExitCode.terminated : ExitCode.interrupted
    abort.abort()
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  process.stdout.on('error', ignoreClosedPipe)
  const program = new Command('tessera')
    .description('Search your documents and get answers with citations that can be checked.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .showSuggestionAfterError()
    .showHelpAfterError('--help tells how it is called.')
    .exitOverride()
    .hook('preAction', (_, command) => output.follow(command.opts()))
    .addHelpText('after', '\nExample:\n  tessera ingest docs && tessera ask "How do I configure streaming?"')
    .configureOutput({ writeErr: (text) => output.progressLine(text.trimEnd()) })
  let code: number = ExitCode.ok
  registerCommands(program, { output, signal: abort.signal, exitWith: (value) => (code = value) })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return ExitCode.ok
      output.jsonError('USAGE', error.message.replace(/^error: /, ''))
      return ExitCode.usage
    }
    if (interruption !== undefined) {
      const told = TesseraError.isInstance(error)
      output.error(told ? error : new TesseraError('ABORTED', 'The command was interrupted.', {}, error))
      return interruption
    }
    output.error(error)
    return TesseraError.isInstance(error) && MISUSE.has(error.code) ? ExitCode.usage : ExitCode.failure
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

/** `tessera list | head` is no failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}
