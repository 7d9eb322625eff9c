import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import type { DatabaseReport, DoctorReport, EmbeddingReport, IndexReport, ModelReport } from '../doctor/report.js'
import { ExitCode } from '../exit-codes.js'
import { counted, displayUri, type Output, safe } from '../output.js'
import type { SettingFlags } from '../settings.js'
import type { CommandContext } from './context.js'
import { databaseFlags, embeddingFlags, generationFlags, outputFlags, rerankingFlags } from './flags.js'

export function registerDoctor(program: Command, context: CommandContext): void {
  const command = program
    .command('doctor')
    .summary('say what is configured, installed and reachable, and what is wrong')
    .description(
      'Says what is configured, installed and reachable, which models answer and how fast, and what to do about what does not work. A model that is named gets one small request; otherwise nothing touches the network. Exits with 1 when something configured does not work.',
    )
    .addHelpText('after', '\nExample:\n  tessera doctor --embedding-model ollama:nomic-embed-text')
    .action((flags: SettingFlags) => doctor(flags, context))
  generationFlags(embeddingFlags(databaseFlags(command), 'a model to try'))
  outputFlags(rerankingFlags(command, 'a model to try'))
}

async function doctor(flags: SettingFlags, { output, signal, exitWith }: CommandContext): Promise<void> {
  const { examine } = await import('../doctor/examine.js')
  const report = await examine(flags, signal, (text) => output.progress(text))
  output.endProgress()
  if (output.json) output.document(report)
  else print(report, output)
  if (report.problems.length > 0) exitWith(ExitCode.failure)
}

const LABEL_WIDTH = 12

function print(report: DoctorReport, output: Output): void {
  const row = (label: string, text: string) => output.line(label.padEnd(LABEL_WIDTH) + safe(text))
  const { node, sqlite, config, environment } = report
  row('tessera', report.version)
  row('node', `${node.version}, ${report.platform}`)
  row('sqlite', `${sqlite.driver}, ${sqlite.version === null ? 'does not load' : `SQLite ${sqlite.version}`}`)
  row(
    'config',
    config ? `${displayPath(config.path)}: ${config.sets.join(', ') || 'sets nothing'}` : 'no tessera.config.json',
  )
  row('database', databaseLine(report.database))
  for (const index of report.database.indexes) row('  index', indexLine(index))
  row('embedding', report.embedding ? embeddingLine(report.embedding) : 'none named: searches by words')
  row(
    'generation',
    report.generation ? modelLine(report.generation) : 'none named: answers in the words of the documents',
  )
  row(
    'reranking',
    report.reranking
      ? modelLine(report.reranking)
      : 'none named: --rerank asks the generation model, where there is one',
  )
  row('keys', environment.keys.join(', ') || 'none in the environment')
  if (environment.addresses.length > 0) row('addresses', environment.addresses.join(', '))
  row('strategies', report.strategies.join(', '))
  for (const { name, version, purpose, install } of report.packages) {
    row('package', `${name} ${version ?? 'not installed'}: ${purpose}`)
    if (version === null) row('', install)
  }
  output.line()
  if (report.problems.length === 0) output.line(output.style('green', 'No problems.'))
  for (const { problem, remedy } of report.problems) {
    output.line(`${output.style('red', 'problem')} ${safe(problem)}`)
    output.line(`        ${safe(remedy)}`)
  }
}

function databaseLine({ path, found, readable, bytes, schema }: DatabaseReport): string {
  const name = displayPath(path)
  if (!found) return `none yet; \`tessera ingest\` makes ${name}`
  if (!readable) return `${name}, cannot be used`
  return `${name}, ${((bytes ?? 0) / 1e6).toFixed(1)} MB, schema ${schema}`
}

function indexLine({ name, documents, chunks, vectors, dimensions, embedders, chunkers }: IndexReport): string {
  const meaning =
    vectors === 0 ? 'no vectors' : `${counted(vectors, 'vector')} of ${embedders.join(', ')} (${dimensions} dimensions)`
  const cut = [...new Set(chunkers.map((chunker) => chunker.split('@', 1)[0]))].join(', ')
  return `${name}: ${counted(documents, 'document')}, ${counted(chunks, 'chunk')} by ${cut}, ${meaning}`
}

function embeddingLine(model: EmbeddingReport): string {
  const match = { true: ', as in the index', false: ', not the model of the index', null: '' }[`${model.matchesIndex}`]
  return `${modelLine(model)}${model.dimensions === null ? '' : `, ${model.dimensions} dimensions`}${match}`
}

function modelLine({ id, reachable, answers, latencyMs }: ModelReport): string {
  if (answers) return `${id} answers in ${latencyMs} ms`
  return reachable === false ? `${id} is not reachable` : `${id} does not answer`
}

function displayPath(path: string): string {
  return displayUri(pathToFileURL(path).href)
}
