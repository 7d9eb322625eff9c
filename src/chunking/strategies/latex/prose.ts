import type { Block, Span } from '../../../core/index.js'
import { sentences } from '../../../text/index.js'
import { isSpace, skipSpace, skipSpaceBack } from '../../packer/space.js'
import { afterLineBreak, lineEnd, PERCENT, skipBlanks } from './characters.js'
import type { FlowInside } from './environment.js'
import { lineBlocks } from './lines.js'
import { commentsAbove, lineStart } from './pieces.js'
import { type Prose, type Protected, proseWithin, protectedSpans } from './protected-spans.js'
import { createBlock, deeper, type Source } from './source.js'

/** A place where a cut may fall. */
interface Boundary {
  at: number
  strength: number
}

const SENTENCE = 0.25
const LINE = 0.2
const WORD = 0.1
/** Arguments nested deeper than this are cut without regard for their braces. */
const DEEPEST_ARGUMENT = 8

/**
 * Running text as sentences, in code as lines. A cut falls neither into a formula nor into the braces of a command, as
 * long as they fit; a larger argument is taken apart like a paragraph, and its parts get their braces again.
 */
export function* proseBlocks(source: Source, prose: Prose, flowInside: FlowInside): Generator<Block> {
  const { headings, scope } = prose
  const spans = protectedSpans(source, prose)
  let inside = 0
  let start = prose.start
  let strength = SENTENCE
  for (const boundary of [...boundaries(source, prose, spans), { at: prose.end, strength: 0 }]) {
    while (inside < spans.length && spans[inside]!.end <= boundary.at) inside++
    const span = inside < spans.length ? spans[inside]! : undefined
    if (boundary.at < start || (span && span.start < boundary.at && boundary.at < prose.end)) continue
    const visible = skipSpace(source.text, start, boundary.at)
    const end = skipSpaceBack(source.text, visible, boundary.at)
    if (visible < end) {
      const sentence = proseWithin(prose, visible, end)
      const options = { kind: 'sentence', strength: strength * scope.weight, headings, scope }
      const block = createBlock(source, { start: visible, end }, options)
      block.split = () => wordBlocks(source, sentence, flowInside)
      yield block
      strength = boundary.strength
    } else strength = Math.max(strength, boundary.strength)
    start = boundary.at
  }
}

/** Where sentences begin, and lines where they matter; ascending. */
function boundaries(source: Source, prose: Prose, spans: readonly Protected[]): Boundary[] {
  const { text } = source
  if (prose.start < source.codeEnd) return lineStarts(text, prose)
  const found: Boundary[] = []
  for (const { start } of sentences(text, prose.start, prose.end)) found.push({ at: start, strength: SENTENCE })
  for (const { kind, start, end } of spans) {
    if (kind !== 'comment' && kind !== 'definition') continue
    const first = lineStart(text, start, prose.start)
    // A comment behind text belongs to it; one that has a line to itself is a unit.
    if (first < 0) continue
    found.push({ at: first, strength: LINE }, { at: skipSpace(text, end, prose.end), strength: LINE })
  }
  for (const at of emptyLines(text, prose)) found.push({ at, strength: PARAGRAPH_INSIDE })
  // Comment lines at the end stay with the last sentence, which may introduce what follows.
  const comments = commentsAbove(text, prose.start, prose.end)
  const limit = comments > prose.start ? comments : prose.end
  return found.filter(({ at }) => at < limit).sort((a, b) => a.at - b.at)
}

/** Paragraphs inside a group that is taken apart. */
const PARAGRAPH_INSIDE = 0.35

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

function* emptyLines(text: string, { start, end }: Span): Generator<number> {
  let empty = false
  for (let at = start; at < end; ) {
    const stop = lineEnd(text, at, end)
    if (skipBlanks(text, at, stop) === stop) empty = true
    else {
      if (empty && at > start) yield at
      empty = false
    }
    at = afterLineBreak(text, stop)
  }
}

/** A sentence as runs of plain words and, each by itself, words that hold a formula, an argument or a comment. */
function* wordBlocks(source: Source, prose: Prose, flowInside: FlowInside): Generator<Block> {
  const { text } = source
  const { end, headings, scope } = prose
  const spans = protectedSpans(source, prose)
  const strength = WORD * scope.weight
  let next = 0
  let plain = -1
  for (let at = skipSpace(text, prose.start, end); at < end; ) {
    const wordStart = at
    const firstSpan = next
    while (at < end && !isSpace(text.charCodeAt(at))) {
      if (next < spans.length && spans[next]!.start <= at) at = Math.max(at + 1, spans[next++]!.end)
      else at++
    }
    if (next === firstSpan) {
      if (plain < 0) plain = wordStart
    } else {
      if (plain >= 0) yield words(plain, wordStart)
      plain = -1
      yield atomBlock(source, proseWithin(prose, wordStart, at), spans.slice(firstSpan, next), flowInside)
    }
    at = skipSpace(text, at, end)
  }
  if (plain >= 0) yield words(plain, end)

  function words(start: number, before: number): Block {
    const span = { start, end: skipSpaceBack(text, start, before) }
    const block = createBlock(source, span, { kind: 'words', strength, headings, scope })
    block.divisible = true
    return block
  }
}

function atomBlock(source: Source, prose: Prose, spans: readonly Protected[], flowInside: FlowInside): Block {
  const { text } = source
  const { start, end, headings, scope, opened } = prose
  const block = createBlock(source, { start, end }, { kind: 'atom', strength: WORD * scope.weight, headings, scope })
  const largest = spans.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a))
  if (largest.kind === 'braces' && opened.length < 2 * DEEPEST_ARGUMENT) {
    const inner = { ...prose, scope: deeper(scope), opened: [...opened, largest.start, largest.end - 1] }
    const { group } = largest
    block.split = () =>
      group ? flowInside(group, { start, end }, inner.scope, opened) : proseBlocks(source, inner, flowInside)
    const open = openingOf(text, start, largest.start)
    // The brace stands on a line of its own: the part before it may end in a comment.
    block.wrap = () => ({ open, close: '\n}' })
  } else if (largest.kind === 'definition' || text.charCodeAt(start) === PERCENT) {
    block.split = () => lineBlocks(source, { start, end, bodyStart: start, bodyEnd: end }, headings, scope)
  }
  return block
}

const LONGEST_OPENING = 120

/** The command whose argument opens at `brace`, with the arguments before it; an environment brings its own. */
function openingOf(text: string, floor: number, brace: number): string {
  const before = text.slice(Math.max(floor, brace - LONGEST_OPENING), brace)
  const command = /\\[a-zA-Z@]+\*?(?:<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\})*$/.exec(before)?.[0] ?? ''
  return command.startsWith('\\begin') ? '{' : `${command}{`
}
