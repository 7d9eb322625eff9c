import type { Command } from 'commander'
import type { RAGResponse } from '../../core/search.js'
import { displayUri, type Output, safe } from '../output.js'
import { placeLine } from '../place.js'
import type { CommandContext } from './context.js'
import { databaseFlags, generationFlags, outputFlags, searchFlags } from './flags.js'
import { noteEmptyIndex, readSearch, type SearchFlags, withSearch } from './search-request.js'

export function registerAsk(program: Command, context: CommandContext): void {
  const command = program
    .command('ask')
    .summary('answer a question from the documents, with citations')
    .description(
      'Answers a question from the documents. Every citation is checked against the stored document; without a generation model the answer is in the words of the documents.',
    )
    .argument('<question...>', 'the question, or - for text on stdin')
    .addHelpText('after', '\nExample:\n  tessera ask "How do I cut a long table?"')
    .action((words: string[], flags: SearchFlags) => ask(words, flags, context))
  outputFlags(generationFlags(searchFlags(databaseFlags(command))))
}

async function ask(words: string[], flags: SearchFlags, { output, signal }: CommandContext): Promise<void> {
  const request = await readSearch('question', words, flags, signal)
  const { query: question, filter, topK, settings, config } = request
  const generating = { ...request, config: { ...config, generationModel: settings.generationModel } }
  const response = await withSearch(generating, output, async (pipeline) => {
    const answered = await pipeline.query(question, { topK, filter, includeSources: false, signal })
    if (answered.abstained) await noteEmptyIndex(pipeline, output)
    return answered
  })
  if (output.json) output.document(toJson(question, response))
  else print(response, output)
}

function toJson(question: string, { answer, abstained, citations, warnings, metadata }: RAGResponse) {
  return {
    question,
    answer,
    generator: metadata.generator,
    reranked: metadata.reranked,
    abstained,
    citations: citations.map(({ n, uri, documentId, place, quote }) => ({
      n,
      uri: uri ?? null,
      documentId,
      place,
      quote,
    })),
    warnings,
    timings: { totalMs: metadata.queryTime },
  }
}

function print({ answer, abstained, citations, warnings }: RAGResponse, output: Output): void {
  output.line(abstained ? output.style('yellow', answer) : safe(answer))
  if (citations.length > 0) output.line()
  for (const { n, uri, documentId, place } of citations) {
    output.line(`${output.style('cyan', `[${n}]`)} ${placeLine(uri ?? documentId, place)}`)
  }
  for (const warning of warnings) {
    // Of the documents a warning begins with, people see the path as everywhere else.
    const told = warning.replace(/^file:\S+(?=: )/, (uri) => displayUri(uri))
    output.progressLine(`${output.style('yellow', 'note')} ${told}`)
  }
}
