import type { Hit, WordWeight } from '../core/index.js'
import type { Analyzer } from '../text/index.js'
import { type Quotable, quotables } from './quotable.js'

/** A sentence chosen as part of an answer. */
export interface Extract {
  hit: Hit
  quotable: Quotable
  /** Share of the question's weight that its words carry, 0..1. */
  support: number
}

export interface ExtractOptions {
  /** Most sentences of an answer. */
  sentences: number
  /** Most characters of an answer. */
  characters: number
}

/** Below this share of the question's weight in the best chunk, nothing relevant was found. */
export const LEAST_SUPPORT = 0.35
/** What the words around a sentence add to its own: its chunk's context, and its neighbours. */
const CONTEXT_SHARE = 0.35
const NEIGHBOUR_SHARE = 0.25
/** A sentence after the first must come up to this share of the best one's score. */
const LEAST_OF_BEST = 0.6
/** How much the retrieval's own order counts. */
const RANK_SHARE = 0.25

/**
 * The sentences that answer a question best: those that hold most of its informative words, in hits that rank high.
 *
 * @param words the question's words with their weights
 * @returns best first; empty when nothing relevant was found
 */
export function extractAnswer(
  hits: readonly Hit[],
  words: readonly WordWeight[],
  analyzer: Analyzer,
  options: ExtractOptions,
): Extract[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || hits.length === 0) return []
  const weights = new Map(words.map(({ word, weight }) => [word, weight / total]))
  const candidates = hits.flatMap((hit, rank) => score(hit, rank, weights, analyzer))
  if (!candidates.some(({ reach }) => reach >= LEAST_SUPPORT)) return []
  candidates.sort((a, b) => b.score - a.score || a.order - b.order)
  return choose(candidates, options)
}

interface Candidate extends Extract {
  score: number
  /** Share of the question that the chunk with its context holds. */
  reach: number
  order: number
}

function score(hit: Hit, rank: number, weights: ReadonlyMap<string, number>, analyzer: Analyzer): Candidate[] {
  const parts = quotables(hit.chunk)
  const held = parts.map(({ text }) => wordsIn(text, weights, analyzer))
  const context = wordsIn(hit.chunk.context.map((part) => part.text).join('\n'), weights, analyzer)
  const reach = weigh(new Set([...context, ...held.flatMap((words) => [...words])]), weights)
  return parts.flatMap((quotable, index) => {
    const own = held[index]!
    if (quotable.label || own.size === 0) return []
    const support = weigh(own, weights)
    const around = new Set([...(held[index - 1] ?? []), ...(held[index + 1] ?? [])])
    const value =
      support +
      CONTEXT_SHARE * weigh(difference(context, own), weights) +
      NEIGHBOUR_SHARE * weigh(difference(around, own, context), weights) +
      RANK_SHARE / (rank + 1)
    return [{ hit, quotable, support, score: value * brevity(quotable.text), reach, order: rank * 10_000 + index }]
  })
}

/** Very long stretches (tables in one line, minified code) say too much at once. */
function brevity(text: string): number {
  return text.length <= 400 ? 1 : 400 / text.length
}

function choose(candidates: readonly Candidate[], { sentences, characters }: ExtractOptions): Extract[] {
  const chosen: Candidate[] = []
  const seen = new Set<string>()
  let room = characters
  for (const candidate of candidates) {
    const text = candidate.quotable.text.replace(/\s+/g, ' ').trim()
    if (chosen.length > 0 && (candidate.score < candidates[0]!.score * LEAST_OF_BEST || text.length > room)) continue
    if (seen.has(text)) continue
    seen.add(text)
    chosen.push(candidate)
    room -= text.length
    if (chosen.length === sentences) break
  }
  return chosen.map(({ hit, quotable, support }) => ({ hit, quotable, support }))
}

function wordsIn(text: string, weights: ReadonlyMap<string, number>, analyzer: Analyzer): Set<string> {
  return new Set(analyzer.analyze(text).filter((word) => weights.has(word)))
}

function weigh(words: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const word of words) sum += weights.get(word) ?? 0
  return sum
}

function difference(words: ReadonlySet<string>, ...others: ReadonlySet<string>[]): Set<string> {
  return new Set([...words].filter((word) => !others.some((other) => other.has(word))))
}
