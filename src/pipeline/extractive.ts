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
/** BM25's normalisation of lengths, for sentences of more than the usual number of terms. */
const K1 = 1.2
const B = 0.5
const USUAL_LENGTH = 25

/**
 * The passages that answer a question best: those that hold most of its informative words, in hits that rank high.
 * The numbers above were measured by bench/answers.mjs; around them the results hardly change.
 *
 * @param words the question's words with their weights
 * @returns best first; empty when nothing relevant was found
 */
export function extractAnswer(hits: readonly Hit[], words: readonly WordWeight[], analyzer: Analyzer): Extract[] {
  const shares = sharesOf(aboutSomething(words, analyzer))
  const chunks = hits.map((hit, rank) => readHit(hit, rank, shares, analyzer))
  if (
    !isEnough(
      chunks.reduce((most, { reach }) => Math.max(most, reach), 0),
      shares,
    )
  )
    return []
  const candidates = chunks.flatMap((chunk) => rate(chunk, shares))
  candidates.sort((a, b) => b.score - a.score || a.chunk.rank - b.chunk.rank || a.index - b.index)
  return choose(candidates, shares)
}

/** Words that ask, and say nothing of what about; stop words are gone already. */
const ASKING = 'many much often happens mean tell explain describe show give please'

/** All words where nothing else is asked. */
function aboutSomething(words: readonly WordWeight[], analyzer: Analyzer): readonly WordWeight[] {
  const asking = new Set(analyzer.analyze(ASKING))
  const others = words.filter(({ word }) => !asking.has(word))
  return others.length > 0 ? others : words
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
  const reach = coverage(union(context, wordsOf(hit.text)), shares)
  const sentences: Sentence[] = []
  let label: ReadonlySet<string> = new Set()
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

interface Candidate {
  chunk: ReadHit
  /** Of its sentence. */
  index: number
  score: number
  /** Words of the question in the sentence and above it. */
  held: ReadonlySet<string>
}

function rate(chunk: ReadHit, shares: Shares): Candidate[] {
  return chunk.sentences.flatMap(({ quotable, own, above, length }, index) => {
    // What holds no word of the question may still be its answer, by what stands above it; one word cannot.
    if (quotable.label || (own.size === 0 && (length < 2 || above.size === 0))) return []
    const held = union(own, above)
    const around = union(held, neighbour(chunk, index - 1), neighbour(chunk, index + 1))
    const [byItself, withAbove, withAll] = [own, held, around].map((words) => coverage(words, shares))
    const value = byItself! + ABOVE_SHARE * (withAbove! - byItself!) + BESIDE_SHARE * (withAll! - withAbove!)
    return [{ chunk, index, held, score: value * brevity(length) + RANK_SHARE / (chunk.rank + 1) }]
  })
}

function neighbour({ sentences }: ReadHit, index: number): ReadonlySet<string> {
  return sentences[index]?.own ?? new Set()
}

/**
 * BM25's saturation of a word that occurs once, below 1 for long sentences. Short ones gain nothing: a command line of
 * three words would beat every sentence that explains it.
 */
function brevity(length: number): number {
  return (K1 + 1) / (1 + K1 * (1 - B + B * Math.max(1, length / USUAL_LENGTH)))
}

/** The best, then those that come close to it and say something more. Best first. */
function choose(candidates: readonly Candidate[], shares: Shares): Extract[] {
  const chosen: Extract[] = []
  let held: ReadonlySet<string> = new Set()
  for (const candidate of candidates) {
    if (candidate.score < LEAST_OF_BEST * candidates[0]!.score) break
    const joined = union(held, candidate.held)
    if (chosen.length > 0 && coverage(joined, shares) - coverage(held, shares) < LEAST_ADDED) continue
    const extract = withWhatFollows(candidate, shares)
    if (chosen.some((other) => overlap(other, extract))) continue
    chosen.push(extract)
    held = joined
    if (chosen.length === MOST_EXTRACTS) break
  }
  return chosen
}

function withWhatFollows({ chunk, index, held }: Candidate, shares: Shares): Extract {
  const { hit, sentences } = chunk
  const first = sentences[index]!
  let end = index + 1
  // Code is grouped already: what follows a group is another member or statement.
  if (first.quotable.kind !== 'code' && coverage(first.own, shares) < ENOUGH_BY_ITSELF) {
    for (let next = end; next < sentences.length; next++) {
      const { quotable } = sentences[next]!
      if (quotable.run !== first.quotable.run || quotable.to - first.quotable.from > LONGEST_EXTRACT) break
      // A label at the end would introduce what is not quoted.
      if (!quotable.label) end = next + 1
    }
  }
  const parts = sentences.slice(index, end).map(({ quotable }) => quotable)
  return { hit, parts, support: coverage(held, shares) }
}

/** Chunks of one document may overlap, and so may what is quoted of them. */
function overlap(a: Extract, b: Extract): boolean {
  if (a.hit.chunk.documentId !== b.hit.chunk.documentId) return false
  const [first, second] = [a, b].map(({ hit, parts }) => locate(hit.chunk, parts[0]!.from, parts.at(-1)!.to))
  return first !== undefined && second !== undefined && first.start < second.end && second.start < first.end
}

function union(...sets: ReadonlySet<string>[]): Set<string> {
  return new Set(sets.flatMap((set) => [...set]))
}
