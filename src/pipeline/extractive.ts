import { type Hit, locate, type WordWeight } from '../core/index.js'
import type { Analyzer } from '../text/index.js'
import { coverage, heldBy, isEnough, type Shares, sharesOf } from './coverage.js'
import { type Quotable, quotables } from './quotable.js'

/** A passage chosen as part of an answer: a sentence, row or piece of code, and what follows it there. */
export interface Extract {
  hit: Hit
  /** The quotables it is made of, neighbours in the text of the hit's chunk. */
  parts: readonly Quotable[]
  /** Share of the question's weight that its first part holds with what stands above it, 0..1. */
  support: number
}

/** Passages of an answer. */
const MOST_EXTRACTS = 3
/** A passage after the first must come up to this share of the best score, and add this share of the question. */
const LEAST_OF_BEST = 0.75
const LEAST_ADDED = 0.1
/** A sentence that holds less of the question is given with what follows it, up to this many UTF-16 units in all. */
const ENOUGH_BY_ITSELF = 0.7
const LONGEST_EXTRACT = 400
/** What the words above a sentence (title, headings, table header) and beside it count, against its own. */
const ABOVE_SHARE = 0.5
const BESIDE_SHARE = 0.4
/** What the retrieval's first place is worth; the second half of it, the third a third. */
const RANK_SHARE = 0.25
/** BM25's normalisation of lengths, for sentences. */
const K1 = 0.6
const B = 0.75
const USUAL_LENGTH = 25

/**
 * The passages that answer a question best: those that hold most of its informative words, in hits that rank high.
 * The numbers above were measured by bench/answers.mjs; around them the results hardly change.
 *
 * @param words the question's words with their weights
 * @returns best first; empty when nothing relevant was found
 */
export function extractAnswer(hits: readonly Hit[], words: readonly WordWeight[], analyzer: Analyzer): Extract[] {
  const shares = sharesOf(words)
  const chunks = hits.map((hit, rank) => readHit(hit, rank, shares, analyzer))
  if (!isEnough(Math.max(0, ...chunks.map(({ reach }) => reach)), shares)) return []
  const candidates = chunks.flatMap((chunk) => rate(chunk, shares))
  candidates.sort((a, b) => b.score - a.score || a.chunk.rank - b.chunk.rank || a.index - b.index)
  return choose(candidates, shares)
}

interface ReadHit {
  hit: Hit
  rank: number
  sentences: Sentence[]
  /** Share of the question that the chunk holds with its context. */
  reach: number
}

interface Sentence {
  quotable: Quotable
  /** Words of the question in it; above it (context, header, the label it stands under). */
  own: ReadonlySet<string>
  above: ReadonlySet<string>
  /** In terms. */
  length: number
}

function readHit(hit: Hit, rank: number, shares: Shares, analyzer: Analyzer): ReadHit {
  const wordsOf = (text: string) => heldBy(analyzer.analyze(text), shares)
  const context = wordsOf(hit.chunk.context.map(({ text }) => text).join('\n'))
  const reach = coverage(context.union(wordsOf(hit.text)), shares)
  const sentences: Sentence[] = []
  let label = new Set<string>()
  for (const quotable of quotables(hit.chunk)) {
    const terms = analyzer.analyze(quotable.text)
    const own = heldBy(terms, shares)
    const before = sentences.at(-1)?.quotable
    if (before && before.run !== quotable.run) label = new Set()
    sentences.push({ quotable, own, above: union(context, label, wordsOf(quotable.about)), length: terms.length })
    if (quotable.label) label = union(label, own)
  }
  return { hit, rank, sentences, reach }
}
