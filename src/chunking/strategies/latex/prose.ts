import type { Block, Span } from '../../../core/index.js'
import { isSpace, skipSpace, skipSpaceBack } from '../../packer/space.js'
import { arrange } from './arrange.js'
import { boundaries, SENTENCE } from './boundaries.js'
import { BACKSLASH, lineEnd, PERCENT, skipBlanks } from './characters.js'
import type { FlowInside } from './environment.js'
import { type Prose, type Protected, proseWithin, protectedSpans, spansWithin } from './protected-spans.js'
import { createBlock, deeper, type Source } from './source.js'
import { parseDefinition } from './tree.js'
import { openingOf, type Unit, unitsOf } from './units.js'

const COMMA = 44
const WORD = 0.1
/** Between the commands of a word. */
const INSIDE_WORD = 0.05
/** Between the arguments of a command. */
const INSIDE_COMMAND = 0.02
/** A brace on a line of its own: the part before it may end in a comment. */
const CLOSE_BELOW = '\n}'
/** Arguments nested deeper than this are cut without regard for their braces. */
const DEEPEST_ARGUMENT = 8

/**
 * Running text as sentences, in code as lines. A cut falls neither into a formula nor into the braces of a command, as
 * long as they fit; a larger argument is taken apart like a paragraph, and its parts get their braces again.
 */
export function proseBlocks(source: Source, prose: Prose, flowInside: FlowInside): Block[] {
  const blocks: Block[] = []
  const { headings, scope } = prose
  const spans = protectedSpans(source, prose)
  let inside = 0
  let start = prose.start
  let strength = SENTENCE
  const places = boundaries(source, prose, spans)
  places.push({ at: prose.end, strength: 0 })
  for (const boundary of places) {
    while (inside < spans.length && spans[inside]!.end <= boundary.at) inside++
    const span = inside < spans.length ? spans[inside]! : undefined
    if (boundary.at < start || (span && span.start < boundary.at && boundary.at < prose.end)) continue
    const visible = skipSpace(source.text, start, boundary.at)
    const end = skipSpaceBack(source.text, visible, boundary.at)
    if (visible < end) {
      const options = { kind: 'sentence', strength: strength * scope.weight, headings, scope }
      const block = createBlock(source, { start: visible, end }, options)
      block.running = true
      block.split = () => arrange(block, wordsWithin(visible, end))
      blocks.push(block)
      strength = boundary.strength
    } else strength = Math.max(strength, boundary.strength)
    start = boundary.at
  }
  return blocks

  function wordsWithin(from: number, to: number): Block[] {
    return wordBlocks(source, proseWithin(prose, from, to), spansWithin(spans, from, to), flowInside)
  }
}

/** A sentence as runs of plain words and, each by itself, words that hold a formula, an argument or a comment. */
function wordBlocks(source: Source, prose: Prose, spans: readonly Protected[], flowInside: FlowInside): Block[] {
  const blocks: Block[] = []
  const { text } = source
  const { end, scope } = prose
  const strength = WORD * scope.weight
  let next = 0
  let plain = -1
  for (let at = skipSpace(text, prose.start, end); at < end; ) {
    const wordStart = at
    const firstSpan = next
    while (at < end && !isSpace(text.charCodeAt(at))) {
      if (next < spans.length && spans[next]!.start <= at) at = Math.min(end, Math.max(at + 1, spans[next++]!.end))
      else at++
    }
    if (next === firstSpan) {
      if (plain < 0) plain = wordStart
    } else {
      if (plain >= 0) blocks.push(words(source, prose, plain, wordStart, strength))
      plain = -1
      const word = proseWithin(prose, wordStart, at)
      blocks.push(heldBlock(source, word, spans.slice(firstSpan, next), flowInside))
    }
    at = skipSpace(text, at, end)
  }
  if (plain >= 0) blocks.push(words(source, prose, plain, end, strength))
  return blocks
}

/** A word that holds something to be kept whole. One that is too large is cut between its units first. */
function heldBlock(source: Source, prose: Prose, spans: readonly Protected[], flowInside: FlowInside): Block {
  const { start, end, headings, scope } = prose
  const units = unitsOf(source.text, prose, spans, prose.opened)
  if (units.length === 1) return unitBlock(source, prose, units[0]!, WORD, flowInside)
  const options = { kind: 'atom', strength: WORD * scope.weight, headings, scope }
  const inner = { ...prose, scope: deeper(scope) }
  const block = createBlock(source, { start, end }, options)
  block.split = () =>
    arrange(
      block,
      units.map((unit) => unitBlock(source, inner, unit, unit.goesOn ? INSIDE_COMMAND : INSIDE_WORD, flowInside)),
    )
  return block
}

function unitBlock(source: Source, prose: Prose, unit: Unit, cut: number, flowInside: FlowInside): Block {
  const { text } = source
  const { headings, scope, opened } = prose
  const { start, end, span } = unit
  const strength = cut * scope.weight
  const block = createBlock(source, { start, end }, { kind: 'atom', strength, headings, scope })
  const inner = { ...proseWithin(prose, start, end), scope: deeper(scope) }
  if (!span) block.divisible = true
  else if (span.kind === 'comment') {
    block.split = () => [words(source, prose, start, end, strength)]
    block.wrap = () => ({ open: '% ', close: '' })
  } else if (span.keys) {
    const { keys } = span
    block.split = () => arrange(block, keyBlocks(source, inner, keys))
    const close = text.slice(keys.start, keys.end).includes('%') ? CLOSE_BELOW : '}'
    block.wrap = () => ({ open: openingOf(text, start, keys.start - 1), close })
  } else if (opened.length >= 2 * DEEPEST_ARGUMENT) return block
  else if (span.kind === 'definition') {
    block.split = () => arrange(block, definitionBlocks(source, inner, span, flowInside))
  } else if (span.kind === 'braces') {
    block.split = () => arrange(block, argumentBlocks(source, inner, span, flowInside))
    block.wrap = () => ({ open: openingOf(text, start, span.start), close: CLOSE_BELOW })
  }
  return block
}

/** What a command holds in braces, with the command. */
function argumentBlocks(
  source: Source,
  prose: Prose,
  { start, end, group }: Protected,
  flowInside: FlowInside,
): Block[] {
  const { scope, opened } = prose
  if (group) return flowInside(group, prose, scope, opened)
  return proseBlocks(source, { ...prose, opened: [...opened, start, end - 1] }, flowInside)
}

function words(source: Source, { headings, scope }: Prose, start: number, before: number, strength: number): Block {
  const span = { start, end: skipSpaceBack(source.text, start, before) }
  const block = createBlock(source, span, { kind: 'words', strength, headings, scope })
  block.divisible = true
  return block
}

/** A citation of many keys, cut after its commas; those in comments separate nothing. */
function keyBlocks(source: Source, { start, end, headings, scope }: Prose, keys: Span): Block[] {
  const blocks: Block[] = []
  const strength = WORD * scope.weight
  const { text } = source
  let from = start
  const addKeys = (to: number) => {
    blocks.push(createBlock(source, { start: from, end: to }, { kind: 'keys', strength, headings, scope }))
    from = to
  }
  for (let at = keys.start; at < keys.end; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === PERCENT) at = lineEnd(text, at, keys.end)
    else if (code === COMMA) {
      const next = skipBlanks(text, at + 1, keys.end)
      // A comment on the same line is about the key before it.
      if (next < keys.end && text.charCodeAt(next) === PERCENT) at = lineEnd(text, next, keys.end) - 1
      addKeys(at + 1)
    }
  }
  if (from < end) addKeys(end)
  return blocks
}

/** A definition, read like the document but for its lines, so that the environments in it are made whole again. */
function definitionBlocks(source: Source, prose: Prose, span: Span, flowInside: FlowInside): Block[] {
  const groups = parseDefinition(source, span).filter(({ kind }) => kind === 'group')
  const scope = { ...prose.scope, isCode: true }
  return proseBlocks(source, { ...prose, groups, scope, opened: [...prose.opened, span.start] }, flowInside)
}
