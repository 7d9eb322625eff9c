import { hashed, type Part } from './part.js'
import type { Condition } from './query.js'

/** Marks with 1 the records of a part that satisfy a condition: that hold each word whole or in all its parts. */
export function satisfying(condition: Condition, part: Part): Uint8Array {
  const marks = new Uint8Array(part.size).fill(1)
  for (const { whole, parts } of condition) {
    const word = parts.length > 0 ? holdingAll(parts, part) : new Uint8Array(part.size)
    if (whole !== undefined) mark(whole, part, word)
    for (let record = 0; record < marks.length; record++) marks[record]! &= word[record]!
  }
  return marks
}

function holdingAll(terms: readonly string[], part: Part): Uint8Array {
  const marks = new Uint8Array(part.size).fill(1)
  for (const term of terms) {
    const holding = new Uint8Array(part.size)
    mark(term, part, holding)
    for (let record = 0; record < marks.length; record++) marks[record]! &= holding[record]!
  }
  return marks
}

function mark(term: string, part: Part, marks: Uint8Array): void {
  const number = part.find(hashed(term))
  if (number < 0) return
  const { offsets, postings } = part.segment
  for (let i = offsets[number]!; i < offsets[number + 1]!; i++) marks[postings[i]!] = 1
}
