import type { Span } from '../../../core/index.js'
import { sentences } from '../../../text/index.js'
import { skipSpace } from '../../packer/space.js'
import { afterLineBreak, lineEnd, skipBlanks } from './characters.js'
import { commentsAbove, lineStart } from './pieces.js'
import type { Prose, Protected } from './protected-spans.js'
import type { Source } from './source.js'

/** A place where a cut may fall. */
export interface Boundary {
  at: number
  strength: number
}

/** Between sentences. */
export const SENTENCE = 0.25
const LINE = 0.2
/** Paragraphs inside braces that are taken apart; elsewhere they are no part of the same text. */
const PARAGRAPH_INSIDE = 0.35

/** Where sentences begin, and lines where they matter; ascending. In code it is the lines alone. */
export function boundaries(source: Source, prose: Prose, spans: readonly Protected[]): Boundary[] {
  const { text } = source
  if (prose.scope.isCode || prose.start < source.codeEnd) return lineStarts(text, prose)
  const found: Boundary[] = []
  for (const { start } of sentences(text, prose.start, prose.end)) found.push({ at: start, strength: SENTENCE })
  const sentencesFound = found.length
  for (const { kind, start, end } of spans) {
    if (kind !== 'comment' && kind !== 'definition') continue
    const first = lineStart(text, start, prose.start)
    // A comment behind text belongs to it; one that has a line to itself is a unit.
    if (first < 0) continue
    found.push({ at: first, strength: LINE }, { at: skipSpace(text, end, prose.end), strength: LINE })
  }
  if (prose.opened.length > 0) {
    for (const at of emptyLines(text, prose)) found.push({ at, strength: PARAGRAPH_INSIDE })
  }
  if (found.length > sentencesFound) found.sort((a, b) => a.at - b.at)
  // Comment lines at the end stay with the last sentence, which may introduce what follows.
  const comments = commentsAbove(text, prose.start, prose.end)
  const limit = comments > prose.start ? comments : prose.end
  return found.filter(({ at }) => at < limit)
}

function lineStarts(text: string, { start, end }: Span): Boundary[] {
  const found: Boundary[] = []
  for (let at = start; at < end; ) {
    const stop = lineEnd(text, at, end)
    if (stop >= end) break
    at = afterLineBreak(text, stop)
    found.push({ at, strength: LINE })
  }
  return found
}

function emptyLines(text: string, { start, end }: Span): number[] {
  const found: number[] = []
  let empty = false
  for (let at = start; at < end; ) {
    const stop = lineEnd(text, at, end)
    if (skipBlanks(text, at, stop) === stop) empty = true
    else {
      if (empty && at > start) found.push(at)
      empty = false
    }
    at = afterLineBreak(text, stop)
  }
  return found
}
