import type { Command } from 'commander'
import { invalidOption } from '../../core/options.js'
import type { Hit } from '../../core/search.js'
import type { RAGPipelineConfig } from '../../pipeline/index.js'
import { parseFilter } from '../database.js'
import { type Output, safe } from '../output.js'
import { placeLine } from '../place.js'
import { chooseReranking } from '../reranking.js'
import { readSettings, type SettingFlags, type Settings } from '../settings.js'
import { readQuery } from '../stdin.js'
import { type CommandContext, withIndex } from './context.js'
import { databaseFlags, outputFlags, searchFlags } from './flags.js'
import { noteMissingMeaning } from './meaning.js'

export interface SearchFlags extends SettingFlags {
  filter?: string
  method?: string
  rerank?: boolean
  explain?: boolean
}

export function registerSearch(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .summary('find the chunks that match a query best')
    .description('Finds the chunks that match a query best, without an answer.')
    .argument('<query...>', 'what to look for, or - for text on stdin')
    .option('--explain', 'show how each score came about')
    .addHelpText('after', '\nExample:\n  tessera search how are tables cut --top-k 3')
    .action((words: string[], flags: SearchFlags) => search(words, flags, context))
  outputFlags(searchFlags(databaseFlags(command)))
}

async function search(words: string[], flags: SearchFlags, { output, signal }: CommandContext): Promise<void> {
  const settings = readSettings(flags)
  const { config, method } = chooseMethod(settings, flags.method)
  const reranking = await chooseReranking(settings, flags)
  const filter = parseFilter(flags.filter)
  const query = await readQuery(words, signal)
  const began = performance.now()
  const hits = await withIndex(settings, { ...config, ...reranking }, async (pipeline) => {
    if (flags.method !== 'text') await noteMissingMeaning(pipeline, settings, method, output)
    return pipeline.search(query, { topK: settings.topK, filter, explain: flags.explain, signal })
  })
  const timings = { totalMs: Math.round(performance.now() - began) }
  if (output.json) output.document({ query, method, hits: hits.map(hitJson), timings })
  else for (const [index, hit] of hits.entries()) printHit(hit, index + 1, output)
  if (hits.length === 0) output.note('Nothing was found.')
}

/** Which legs are searched, and the pipeline for it. */
export function chooseMethod(
  settings: Settings,
  method: string | undefined,
): { config: RAGPipelineConfig; method: string } {
  const { embeddingModel } = settings
  const chosen = method ?? (embeddingModel ? 'hybrid' : 'text')
  if (!['text', 'vector', 'hybrid'].includes(chosen)) throw invalidOption('--method', chosen, 'text, vector or hybrid')
  if (chosen === 'text') return { config: {}, method: chosen }
  if (!embeddingModel) throw invalidOption('--method', chosen, 'text, or given together with --embedding-model')
  return { config: { embeddingModel, enableHybridSearch: chosen === 'hybrid' }, method: chosen }
}

/** A hit as `--json` shows it. */
export function hitJson(hit: Hit) {
  const { id, uri, text, place, score, scores, ranks, metadata, explanation, chunk } = hit
  return {
    id,
    documentId: chunk.documentId,
    uri: uri ?? null,
    text,
    place,
    context: chunk.context,
    score,
    scores,
    ranks,
    flags: chunk.flags,
    metadata,
    ...(explanation !== undefined && { explanation }),
  }
}

const EXCERPT_LINES = 6

function printHit(hit: Hit, n: number, output: Output): void {
  output.line(
    `${output.style('bold', `${n}. ${placeLine(hit.uri ?? hit.chunk.documentId, hit.place)}`)}  ${output.style('dim', hit.score.toFixed(3))}`,
  )
  const lines = safe(hit.text).split('\n')
  for (const line of lines.slice(0, EXCERPT_LINES)) output.line(`   ${line.slice(0, 160)}`)
  if (lines.length > EXCERPT_LINES)
    output.line(output.style('dim', `   ... ${lines.length - EXCERPT_LINES} more lines`))
  if (hit.explanation !== undefined) output.line(output.style('dim', `   ${JSON.stringify(hit.explanation)}`))
  output.line()
}
