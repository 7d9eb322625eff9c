import { invalidOption } from '../../core/index.js'
import { BM25Index, type BM25Options, QUALITY } from '../../indexes/bm25/index.js'
import { type Analyzer, createAnalyzer } from '../../text/index.js'

/** How a storage weights and analyses words; texts for phrases it reads from its own record. */
export type WordOptions = Omit<BM25Options, 'text'>

/** {@link WordOptions} with the analyzer fixed. */
export type Words = WordOptions & { analyzer: Analyzer }

/** @param options default: the measured preset `QUALITY` and the English analyzer */
export function resolveWords(options: WordOptions = QUALITY): Words {
  return { ...options, analyzer: options.analyzer ?? createAnalyzer() }
}

/** An index without records, for making postings of others. */
export function createEncoder(words: Words): BM25Index {
  return new BM25Index(words)
}

/** Storages that share an index must rank alike. @throws TesseraError `INVALID_OPTION` */
export function requireSameWords(open: Words, wanted: Words): void {
  const keys = ['k1', 'b', 'contextWeight', 'documentWeight'] as const
  const other = keys.find((key) => open[key] !== wanted[key])
  if (other) {
    throw invalidOption(`bm25.${other}`, wanted[other], `${open[other]}, as the storage that has the file open`)
  }
  if (open.analyzer.id === wanted.analyzer.id) return
  throw invalidOption(
    'bm25.analyzer',
    wanted.analyzer.id,
    `"${open.analyzer.id}", as the storage that has the file open`,
  )
}
