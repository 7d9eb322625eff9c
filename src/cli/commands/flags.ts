import type { Command } from 'commander'

/** For an option that may be given several times, each time with one value. */
export function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** Flags of every command. */
export function outputFlags(command: Command): Command {
  return command
    .option('--json', 'print one JSON document on stdout')
    .option('-q, --quiet', 'no progress and notes on stderr')
    .option('--no-color', 'no colours')
}

/** Flags of commands that work on a database. */
export function databaseFlags(command: Command): Command {
  return command
    .option('--db <file>', 'database file (default: the nearest .tessera/tessera.db upwards, else a new one here)')
    .option('--index <name>', 'collection inside the database (default: "default")')
}

/** Flags of commands that cut documents. */
export function chunkingFlags(command: Command): Command {
  return command
    .option('-s, --strategy <name>', 'chunking strategy, see `tessera strategies` (default: auto, by type of document)')
    .option('--max-size <n>', 'upper limit of a chunk in characters')
    .option('--overlap <n>', 'characters repeated from the end of the previous chunk')
}

/** Flags of commands that can embed. */
export function embeddingFlags(command: Command, purpose: string): Command {
  return command
    .option('--embedding-model <provider:model>', purpose)
    .option('--embedding-base-url <url>', "address of its server, instead of the provider's own")
}

/** Flags of commands that can write. */
export function generationFlags(command: Command): Command {
  return command
    .option('--generation-model <provider:model>', 'a language model that writes the answer')
    .option('--generation-base-url <url>', "address of its server, instead of the provider's own")
}

/** Flags of commands that can rerank. */
export function rerankingFlags(command: Command, purpose: string): Command {
  return command
    .option('--reranking-model <provider:model>', purpose)
    .option('--reranking-base-url <url>', "address of its server, instead of the provider's own")
}

/** Flags of commands that find chunks. */
export function searchFlags(command: Command): Command {
  embeddingFlags(command, 'the model the index was built with: words and meaning are searched together')
  command.option('--rerank', 'have the best candidates judged anew by the reranking model, else the generation model')
  rerankingFlags(command, 'a language model or one made for reranking; named here, it reranks')
  return command
    .option('-k, --top-k <n>', 'how many chunks to find (default: 5)')
    .option(
      '--filter <json>',
      'only documents whose metadata match, for example \'{"lang":"en"}\'; @FILE reads it from a file',
    )
    .option('--method <method>', 'text, vector or hybrid (default: hybrid with an embedding model, else text)')
}
