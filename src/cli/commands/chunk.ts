import type { Command } from 'commander'
import type { ChunkReport } from '../../core/chunking.js'
import { parseOptions } from '../database.js'
import { type Output, safe } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import type { CommandContext } from './context.js'
import { chunkingFlags, outputFlags } from './flags.js'

interface ChunkFlags extends SettingFlags {
  option?: string[]
}

export function registerChunk(program: Command, context: CommandContext): void {
  const command = program
    .command('chunk')
    .summary('show how a file is cut')
    .description('Cuts one file and shows the chunks; nothing is stored.')
    .argument('<file>', 'a file, or - for stdin')
    .option('-o, --option <name=value...>', "one of the strategy's own options; the value is JSON or plain text")
    .addHelpText('after', '\nExample:\n  tessera chunk README.md --strategy markdown --max-size 500')
    .action((file: string, flags: ChunkFlags) => chunk(file, flags, context))
  outputFlags(chunkingFlags(command))
}

async function chunk(file: string, flags: ChunkFlags, { output, signal }: CommandContext): Promise<void> {
  const { strategy = 'auto', maxSize, overlap } = readSettings(flags)
  const { AutoChunker, createChunker } = await import('../../chunking/index.js')
  const options = { ...parseOptions(flags.option), maxSize, overlap }
  const chosen = await createChunker(strategy, options)
  const document = await load(file, signal)
  const chunker = chosen instanceof AutoChunker ? await chosen.chunkerFor(document) : chosen
  const report = await chunker.chunkWithReport(document, { signal })
  if (output.json) output.document({ strategy: chunker.strategy, ...report })
  else print(report, document.text, chunker.strategy, output)
}

async function load(file: string, signal: AbortSignal) {
  const { loadSources, readStdin, resolveSources } = await import('../../loading/index.js')
  if (file === '-') return (await readStdin({ signal })).documents[0]!
  const { invalidOption } = await import('../../core/index.js')
  const plan = await resolveSources(file, { signal })
  if (plan.length !== 1) throw invalidOption('file', file, 'the path of one file')
  for await (const source of loadSources(plan, { signal })) {
    if (source.status === 'ok') return source.document
    if (source.status === 'failed') throw source.error
  }
  throw invalidOption('file', file, 'the path of one readable file')
}

function print({ chunks, dropped, warnings }: ChunkReport, source: string, strategy: string, output: Output): void {
  for (const { index, lines, text, context, flags } of chunks) {
    const heading = context.map((part) => part.text).join(' > ')
    const marks = flags.length > 0 ? `  ${output.style('yellow', flags.join(', '))}` : ''
    const place = lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}-${lines[1]}`
    output.line(
      output.style('bold', `#${index}  ${place}, ${text.length} characters  ${safe(heading).replace(/\s+/g, ' ')}`) +
        marks,
    )
    output.line(safe(text))
    output.line()
  }
  for (const { span, reason } of dropped) {
    output.note(`left out (${reason}): ${source.slice(span.start, span.end).slice(0, 60).replace(/\s+/g, ' ')}`)
  }
  for (const warning of warnings) output.note(`note: ${warning}`)
  output.note(`${chunks.length} chunks by ${strategy}`)
}
