import type { Command } from 'commander'
import type { Hit } from '../../core/search.js'
import { type Output, safe } from '../output.js'
import { placeLine } from '../place.js'
import type { CommandContext } from './context.js'
import { databaseFlags, outputFlags, searchFlags } from './flags.js'
import { noteEmptyIndex, readSearch, type SearchFlags, withSearch } from './search-request.js'

interface Flags extends SearchFlags {
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
    .action((words: string[], flags: Flags) => search(words, flags, context))
  outputFlags(searchFlags(databaseFlags(command)))
}

async function search(words: string[], flags: Flags, { output, signal }: CommandContext): Promise<void> {
  const request = await readSearch('query', words, flags, signal)
  const { query, method, filter, topK } = request
  const began = performance.now()
  const hits = await withSearch(request, output, async (pipeline) => {
    const found = await pipeline.search(query, { topK, filter, explain: flags.explain, signal })
    if (found.length === 0) await noteEmptyIndex(pipeline, output)
    return found
  })
  const timings = { totalMs: Math.round(performance.now() - began) }
  if (output.json) output.document({ query, method, hits: hits.map(hitJson), timings })
  else for (const [index, hit] of hits.entries()) printHit(hit, index + 1, output)
  if (hits.length === 0) output.note('Nothing was found.')
}

/** A hit as `--json` shows it. */
function hitJson(hit: Hit) {
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
