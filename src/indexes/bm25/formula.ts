/**
 * Okapi BM25 with the idf that is never negative (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009;
 * the `1 +` as in Lucene). Pure formulas; what is counted is the index's business.
 */

/** Weight of a term that `having` of `total` records hold; above 0, even when all hold it. */
export function idf(total: number, having: number): number {
  return Math.log(1 + (total - having + 0.5) / (having + 0.5))
}

/** Everything about a collection that the length normalisation needs, so that {@link saturation} costs one division. */
export interface Normalisation {
  readonly k1: number
  /** `k1 * (1 - b)`. */
  readonly fixed: number
  /** `k1 * b / averageLength`. */
  readonly perLength: number
}

/**
 * @param k1 how slowly repetition stops to count; 0: a term counts once
 * @param b how much longer records are marked down, 0..1
 */
export function normalisation(k1: number, b: number, averageLength: number): Normalisation {
  return { k1, fixed: k1 * (1 - b), perLength: averageLength > 0 ? (k1 * b) / averageLength : 0 }
}

/** What a term frequency is worth in a record of the given length, from 0 to below `k1 + 1`. */
export function saturation(frequency: number, length: number, { k1, fixed, perLength }: Normalisation): number {
  return (frequency * (k1 + 1)) / (frequency + fixed + perLength * length)
}

/**
 * Frequency of a term over two fields, weighted before saturation as in BM25F, so that a word of the context counts like
 * `contextWeight` words of the text. Lengths are combined alike.
 */
export function weighted(text: number, context: number, contextWeight: number): number {
  return text + contextWeight * context
}
