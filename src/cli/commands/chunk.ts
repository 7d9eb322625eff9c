import type { Command } from 'commander'
import { invalidOption } from '../../core/options.js'
import type { CutDocument } from '../chunk/cut-file.js'
import { parseOptions } from '../database.js'
import { counted, type Output, safe } from '../output.js'
import { readSettings, type SettingFlags } from '../settings.js'
import type { CommandContext } from './context.js'
import { chunkingFlags, collected, outputFlags } from './flags.js'

interface ChunkFlags extends SettingFlags {
  option?: string[]
  show?: boolean
  compare?: string
}

export function registerChunk(program: Command, context: CommandContext): void {
  const command = program
    .command('chunk')
    .summary('show how a file is cut')
    .description('Cuts one file and shows the chunks; nothing is stored.')
    .argument('<file>', 'a file, or - for stdin')
    .option(
      '-o, --option <name=value>',
      "one of the strategy's own options, the value JSON or plain text; may be given again",
      collected,
    )
    .option('--show', 'draw the whole document with its chunks marked in it')
    .option('--compare <names>', 'compare strategies by numbers, for example markdown,recursive')
    .addHelpText('after', '\nExample:\n  tessera chunk README.md --strategy markdown --max-size 500 --show')
    .action((file: string, flags: ChunkFlags) => chunk(file, flags, context))
  outputFlags(chunkingFlags(command))
}

async function chunk(file: string, flags: ChunkFlags, { output, signal }: CommandContext): Promise<void> {
  refuseContradictions(flags)
  const { strategy = 'auto', maxSize, overlap } = readSettings(flags)
  const options = { maxSize, overlap, ...ownOptions(flags) }
  if (flags.compare !== undefined) await compare(file, flags.compare, options, output, signal)
  else await cut(file, strategy, options, flags.show === true, output, signal)
}

/** What `-o` says; a size may be named there too, but not twice. */
function ownOptions({ option, maxSize, overlap }: ChunkFlags): Record<string, unknown> {
  const options = parseOptions('--option', option)
  for (const [name, flag, value] of [
    ['maxSize', '--max-size', maxSize],
    ['overlap', '--overlap', overlap],
  ] as const) {
    if (value === undefined || !(name in options)) continue
    throw invalidOption('--option', `${name}=${JSON.stringify(options[name])}`, `left out where ${flag} is given`)
  }
  return options
}

function refuseContradictions({ compare, show, strategy }: ChunkFlags): void {
  if (compare === undefined) return
  if (show) throw invalidOption('--show', true, 'left out with --compare, which shows numbers')
  if (strategy !== undefined) throw invalidOption('--strategy', strategy, 'left out with --compare, which names them')
}

async function compare(
  file: string,
  names: string,
  options: Record<string, unknown>,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { comparedChunkers, compareChunkers, printComparison } = await import('../chunk/compare.js')
  const { loadFile } = await import('../chunk/cut-file.js')
  const chunkers = await comparedChunkers(names, options)
  const { document, warnings } = await loadFile(file, signal)
  const measured = await compareChunkers(document, chunkers, signal)
  if (output.json) output.document({ mediaType: document.mediaType, strategies: measured, warnings })
  else printComparison(measured, warnings, output)
}

async function cut(
  file: string,
  strategy: string,
  options: Record<string, unknown>,
  show: boolean,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { createChunker } = await import('../../chunking/index.js')
  const { chosenFor, loadFile } = await import('../chunk/cut-file.js')
  const asked = await createChunker(strategy, options)
  const { document, warnings } = await loadFile(file, signal)
  const made = await asked.chunkWithReport(document, { signal })
  const report = { ...made, warnings: [...warnings, ...made.warnings] }
  const chosen = await chosenFor(document, asked)
  const result = { document, strategy: chosen.strategy, report }
  if (show) await draw(result, output)
  else if (output.json) output.document({ strategy: chosen.strategy, ...report })
  else print(result, output)
}

async function draw(result: CutDocument, output: Output): Promise<void> {
  if (output.json) {
    const { drawChunks } = await import('../chunk/drawing.js')
    const rows = [...drawChunks(result.document.text, result.report)].filter((drawn) => !('begins' in drawn))
    output.document({ strategy: result.strategy, ...result.report, rows })
    return
  }
  const { printDrawing } = await import('../chunk/print-drawing.js')
  printDrawing(result, output, process.stdout.isTTY ? process.stdout.columns : undefined)
}

function print({ document, strategy, report }: CutDocument, output: Output): void {
  const { chunks, dropped, warnings } = report
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
    const stretch = document.text.slice(span.start, span.end).slice(0, 60).replace(/\s+/g, ' ')
    output.note(`left out (${reason}): ${stretch}`)
  }
  output.warnings(warnings)
  output.note(`${counted(chunks.length, 'chunk')} by ${strategy}`)
}
