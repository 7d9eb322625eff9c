/**
 * Numbers terms by their 64-bit hash, in two words. An index of millions of terms then holds no strings at all; that two
 * of a million terms share a hash has a chance of 1 in 37 million.
 */
export class TermTable {
  /** High and low words of term `i` at `2 * i` and `2 * i + 1`. */
  keys: Uint32Array
  size = 0
  /** Open addressing: 0 is empty, otherwise the number of the term plus 1. */
  #slots: Uint32Array

  constructor(expected: number) {
    this.keys = new Uint32Array(2 * Math.max(8, expected))
    this.#slots = new Uint32Array(slotsFor(expected))
  }

  /** A table over keys that are all different. */
  static of(keys: Uint32Array): TermTable {
    const table = new TermTable(keys.length >>> 1)
    for (let i = 0; i < keys.length; i += 2) table.add(keys[i]!, keys[i + 1]!)
    return table
  }

  /** The number of a term, or -1. */
  find(high: number, low: number): number {
    const mask = this.#slots.length - 1
    for (let at = low & mask; ; at = (at + 1) & mask) {
      const number = this.#slots[at]! - 1
      if (number < 0 || (this.keys[2 * number] === high && this.keys[2 * number + 1] === low)) return number
    }
  }

  /** The number of a term, new ones counted up from 0. */
  add(high: number, low: number): number {
    const mask = this.#slots.length - 1
    let at = low & mask
    for (; ; at = (at + 1) & mask) {
      const number = this.#slots[at]! - 1
      if (number < 0) break
      if (this.keys[2 * number] === high && this.keys[2 * number + 1] === low) return number
    }
    if (2 * this.size === this.keys.length) this.keys = copyInto(new Uint32Array(4 * this.size), this.keys)
    this.keys[2 * this.size] = high
    this.keys[2 * this.size + 1] = low
    this.#slots[at] = ++this.size
    if (2 * this.size > this.#slots.length) this.#grow()
    return this.size - 1
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let at = this.keys[2 * number + 1]! & mask
      while (this.#slots[at] !== 0) at = (at + 1) & mask
      this.#slots[at] = number + 1
    }
  }
}

/** Writes the hash of a term to `into[at]` (high word) and `into[at + 1]` (low word). */
export function hashTerm(term: string, into: Uint32Array, at: number): void {
  let high = 0x9e3779b9 ^ term.length
  let low = 0x7f4a7c15
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i)
    high = Math.imul(high ^ unit, 0xcc9e2d51)
    high = (high << 15) | (high >>> 17)
    low = Math.imul(low ^ unit, 0x1b873593)
    low = (low << 13) | (low >>> 19)
  }
  into[at] = avalanche(high ^ (low >>> 7))
  into[at + 1] = avalanche(low ^ Math.imul(high, 0xe6546b64))
}

/** The finaliser of MurmurHash3 (Austin Appleby, public domain): every bit of the input moves every bit of the output. */
function avalanche(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function slotsFor(expected: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, 2 * expected + 2)))
}

function copyInto(target: Uint32Array, source: Uint32Array): Uint32Array {
  target.set(source)
  return target
}
