import type { Tokenizer } from '../../src/core/index.js'

/** Words and single marks. */
export const wordTokenizer: Tokenizer = fromPattern('test-words', /\w+|[^\w\s]|\s+/gu)

/** Pairs of units wherever they fall, so that counts do not add up over a cut and tokens begin inside characters. */
export const pairTokenizer: Tokenizer = {
  id: 'test-pairs',
  encode(text) {
    const length = Math.ceil(text.length / 2)
    return { ids: new Uint32Array(length), offsets: Uint32Array.from({ length }, (_, index) => index * 2) }
  },
  count: (text) => Math.ceil(text.length / 2),
}

/** Costs more than its parts: joining two stretches may add tokens. */
export const unfairTokenizer: Tokenizer = {
  id: 'test-unfair',
  encode(text) {
    const offsets = [...text.matchAll(/\S+|\s/gu)].map((match) => match.index)
    return { ids: new Uint32Array(offsets.length), offsets: Uint32Array.from(offsets) }
  },
  count: (text) => [...text.matchAll(/\S+|\s/gu)].length + Math.floor(text.length / 7),
}

function fromPattern(id: string, pattern: RegExp): Tokenizer {
  return {
    id,
    encode(text) {
      const offsets = [...text.matchAll(pattern)].map((match) => match.index)
      return { ids: new Uint32Array(offsets.length), offsets: Uint32Array.from(offsets) }
    },
    count: (text) => [...text.matchAll(pattern)].length,
  }
}
