import type { Piece } from './pieces.js'
import type { Source } from './source.js'

/** Longest text between a theorem and its proof, in UTF-16 units. */
const LONGEST_ASIDE = 1000

/** Where the proof stands that follows an environment, labels and comments aside; -1 without one. */
export function proofAfter({ text, vocabulary }: Source, pieces: readonly Piece[], index: number): number {
  let next = index + 1
  while (next < pieces.length && isAside(text, pieces[next]!)) next++
  const node = pieces[next]?.node
  return node?.family === 'proof' && !vocabulary.isWhole(node.name) ? next : -1
}

const LABELS_AND_COMMENT = /^[ \t]*(?:\\label[ \t]*\{[^{}]*\}[ \t]*)*(?:%.*)?$/

function isAside(text: string, { start, end, node }: Piece): boolean {
  if (node || end - start > LONGEST_ASIDE) return false
  return text
    .slice(start, end)
    .split(/[\r\n]+/)
    .every((line) => LABELS_AND_COMMENT.test(line))
}
