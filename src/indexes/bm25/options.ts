import { invalidOption, refuseUnknownOptions, requireNumber } from '../../core/options.js'
import { type Analyzer, createAnalyzer } from '../../text/analyzer.js'

/** The numbers of a ranking. */
export interface BM25Parameters {
  /** How slowly repetition stops to count, 0..100. */
  readonly k1: number
  /** How much longer records are marked down, 0..1. */
  readonly b: number
  /** How many words of the text a word of the context is worth, 0..100. 0: context is not searched. */
  readonly contextWeight: number
  /** Share of the score of the whole document that is added to each of its matching chunks, 0..100. 0: none. */
  readonly documentWeight: number
}

/** How a BM25 index reads and weighs words. */
export interface BM25Options extends Partial<{ [K in keyof BM25Parameters]: BM25Parameters[K] | undefined }> {
  /** Default: `createAnalyzer()`. */
  analyzer?: Analyzer | undefined
  /** Gives the text of a record; needed only by queries with `phrases`, which are looked for in it. */
  text?: ((id: string) => string | undefined) | undefined
}

/** The formula as textbooks have it. */
export const TEXTBOOK: BM25Parameters = { k1: 1.5, b: 0.75, contextWeight: 1, documentWeight: 0 }

/** What measures best on mixed documents whose chunks carry context such as titles and headings. */
export const QUALITY: BM25Parameters = { k1: 0.9, b: 0.4, contextWeight: 2, documentWeight: 0.3 }

/** The options with every default filled in. */
export interface ResolvedOptions extends BM25Parameters {
  readonly analyzer: Analyzer
  readonly text: ((id: string) => string | undefined) | undefined
}

/**
 * Checks options and fills them up from {@link TEXTBOOK}.
 *
 * @throws TesseraError `UNKNOWN_OPTION` or `INVALID_OPTION`
 */
export function resolveOptions(options: BM25Options): ResolvedOptions {
  refuseUnknownOptions(options, [...Object.keys(TEXTBOOK), 'analyzer', 'text'], 'BM25')
  const { analyzer = createAnalyzer(), text } = options
  if (
    typeof analyzer?.analyze !== 'function' ||
    typeof analyzer.words !== 'function' ||
    typeof analyzer.id !== 'string'
  ) {
    throw invalidOption('analyzer', analyzer, 'an analyzer, as createAnalyzer() makes them')
  }
  if (text !== undefined && typeof text !== 'function') throw invalidOption('text', text, 'a function from id to text')
  return {
    k1: requireNumber('k1', options.k1 ?? TEXTBOOK.k1, 0, 100),
    b: requireNumber('b', options.b ?? TEXTBOOK.b, 0, 1),
    contextWeight: requireNumber('contextWeight', options.contextWeight ?? TEXTBOOK.contextWeight, 0, 100),
    documentWeight: requireNumber('documentWeight', options.documentWeight ?? TEXTBOOK.documentWeight, 0, 100),
    analyzer,
    text,
  }
}
