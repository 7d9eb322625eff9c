import type { WordWeight } from '../core/index.js'

/** The words of a question, each with its share of the weight of all: how much it tells texts apart. */
export type Shares = ReadonlyMap<string, number>

/** Added to every idf: in an index of a few chunks alone it would hardly know a common word from a rare one. */
const BACKGROUND = 1
/** A pair of letters of a script without spaces is often no word, so that nothing follows from its absence. */
const UNSEEN_PAIR = 0.5
const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}々〆ー]/u

/** @returns shares that add up to 1; empty where there are no words */
export function sharesOf(words: readonly WordWeight[]): Shares {
  const weights = words.map(({ word, weight, count }) => {
    return (weight + BACKGROUND) * (count === 0 && WITHOUT_SPACES.test(word) ? UNSEEN_PAIR : 1)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return new Map(words.map(({ word }, index) => [word, weights[index]! / total]))
}

/** The words of the question among the terms of a text. */
export function heldBy(terms: readonly string[], shares: Shares): Set<string> {
  return new Set(terms.filter((term) => shares.has(term)))
}

/** The share of the question that some of its words carry, 0..1. */
export function coverage(words: Iterable<string>, shares: Shares): number {
  let sum = 0
  for (const word of words) sum += shares.get(word) ?? 0
  return Math.min(1, sum)
}

/**
 * What the best chunk must hold of a question of n words: 1.05 / n ** 0.75, so half of two words are too little and a
 * third of five enough, for the longer a question the more of its words are the asker's own. Measured by
 * bench/answers.mjs, on questions over documents that hold an answer and over documents of another kind.
 */
const LEAST_OF_ONE = 1.05
const FALL = 0.75
/** A short question need not be held wholly: a word that nearly every chunk has may be missing. */
const ENOUGH_IN_ANY_CASE = 0.75

/** Whether what the best chunk holds of a question is enough to answer it. Words the index never saw weigh fully. */
export function isEnough(held: number, shares: Shares): boolean {
  if (shares.size === 0) return false
  // Words that hardly tell texts apart make a question no longer: they are counted by their weight.
  const words = 1 / [...shares.values()].reduce((most, share) => Math.max(most, share), 0)
  return held >= Math.min(ENOUGH_IN_ANY_CASE, LEAST_OF_ONE * words ** -FALL)
}
