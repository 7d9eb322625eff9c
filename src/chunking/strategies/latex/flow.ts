import type { Block, Span } from '../../../core/index.js'
import { skipSpaceBack } from '../../packer/space.js'
import { arrange, attachEnds, END } from './arrange.js'
import { PERCENT } from './characters.js'
import { environmentBlock, type FlowInside } from './environment.js'
import { type Family, SECTION_LEVELS } from './names.js'
import type { Node } from './node.js'
import { isComment, type Piece, piecesOf, type Range } from './pieces.js'
import { proseBlocks } from './prose.js'
import { createBlock, deeper, insideEnvironment, type Scope, type Source } from './source.js'

const PARAGRAPH = 0.5
const STANDALONE = 0.55
/** A slide is a page of its own. */
const FRAME = 0.9
const ITEM = 0.4
const PROOF = 0.45
/** Cuts at `\appendix` and at the borders of the document. */
export const BORDER = 0.95
/** Cuts inside a paragraph: before a display, and before text that goes on after one. */
const DISPLAY = 0.2
const IN_PARAGRAPH = 0.25
const SAME_SENTENCE = 0.15

/** Cuts before sectioning commands, from `\part` to `\subparagraph`. */
const SECTION_STRENGTHS = [0.99, 0.98, 0.97, 0.96, 0.94, 0.92, 0.9]

/** Environments that are part of the paragraph they stand in. */
const IN_FLOW: ReadonlySet<Family> = new Set(['math', 'table', 'list', 'literal', 'layout'])

/**
 * The text of a document or environment as blocks: headings, items, environments, and paragraphs with the displays and
 * lists that stand in them. A proof joins what it proves.
 */
export function flowBlocks(source: Source, range: Range, scope: Scope): Block[] {
  const blocks: Block[] = []
  let run: Piece[] = []
  let alone: Piece | undefined
  for (const piece of piecesOf(source.text, range)) {
    const role = roleOf(source, piece)
    if (alone) {
      const proof = role === 'environment' && piece.node!.family === 'proof'
      blocks.push(proof ? provenBlock(source, alone, piece, scope) : standaloneBlock(source, alone, scope))
      alone = undefined
      if (proof) continue
    }
    if (run.length > 0 && (role !== 'run' || piece.separate)) {
      blocks.push(runBlock(source, run, range, scope))
      run = []
    }
    if (role === 'end') {
      blocks.push(createBlock(source, piece, { kind: END, strength: 0, headings: piece.headings, scope }))
    } else if (role === 'heading') blocks.push(headingBlock(source, piece, scope))
    else if (role === 'run') run.push(piece)
    else if (role === 'item') blocks.push(itemBlock(source, piece, scope))
    else alone = piece
  }
  if (alone) blocks.push(standaloneBlock(source, alone, scope))
  if (run.length > 0) blocks.push(runBlock(source, run, range, scope))
  return attachEnds(blocks)
}

function roleOf(source: Source, { node }: Piece): 'run' | 'heading' | 'item' | 'environment' | 'end' {
  if (!node || node.kind === 'group') return 'run'
  if (node.name === 'enddocument') return 'end'
  if (node.kind === 'section' || node.kind === 'border') return 'heading'
  if (node.kind === 'item') return 'item'
  if (source.vocabulary.isWhole(node.name) || IN_FLOW.has(node.family)) return 'run'
  return isList(node) ? 'run' : 'environment'
}

function isList({ family, children }: Node): boolean {
  return family === 'list' || (family === 'other' && children.some(({ kind }) => kind === 'item'))
}

function headingBlock(source: Source, { start, end, node, headings }: Piece, scope: Scope): Block {
  const level = SECTION_LEVELS.get(node!.name)
  const strength = level === undefined ? BORDER : SECTION_STRENGTHS[level + 1]!
  const kind = level === undefined ? 'border' : 'heading'
  const options = { kind, strength, headings, scope }
  const block = createBlock(source, { start, end }, options)
  block.keepWithNext = true
  if (source.text.charCodeAt(start) === PERCENT) block.split = () => arrange(block, headingParts())
  return block

  function headingParts(): Block[] {
    const before = skipSpaceBack(source.text, start, node!.start)
    const prose = { start, end: before, groups: [], headings, scope, opened: [] }
    const comments = proseBlocks(source, prose, flowInside(source))
    for (const comment of comments) comment.keepWithNext = true
    return [...comments, createBlock(source, { start: node!.start, end }, options)]
  }
}

function itemBlock(source: Source, { start, end, headings, range }: Piece, scope: Scope): Block {
  const inner = deeper(scope)
  const block = createBlock(source, { start, end }, { kind: 'item', strength: ITEM * scope.weight, headings, scope })
  block.split = () => arrange(block, flowBlocks(source, range!, inner))
  return block
}

function standaloneBlock(source: Source, { node }: Piece, scope: Scope, strength = STANDALONE): Block {
  const wanted = node!.family === 'frame' ? FRAME : strength
  return environmentBlock(source, node!, scope, wanted * scope.weight, flowInside(source))
}

/** A theorem with its proof. */
function provenBlock(source: Source, theorem: Piece, proof: Piece, scope: Scope): Block {
  const span = { start: theorem.start, end: proof.end }
  const strength = STANDALONE * scope.weight
  const shown = { kind: 'proven', strength, headings: theorem.headings }
  // Both together are found by the name of what is proven.
  const block = createBlock(source, span, { ...shown, scope: insideEnvironment(source, scope, theorem.node!) })
  if (proof.node!.recovered) block.flag = 'recovered'
  block.split = () =>
    arrange(block, [standaloneBlock(source, theorem, scope), standaloneBlock(source, proof, scope, PROOF)])
  return block
}

/** A paragraph: text with the displays, lists and tables in it, or one of these alone. */
function runBlock(source: Source, run: readonly Piece[], range: Range, scope: Scope): Block {
  const first = run[0]!
  const { node } = first
  if (run.length === 1 && node && node.kind !== 'group') {
    return environmentBlock(source, node, scope, PARAGRAPH * scope.weight, flowInside(source))
  }
  const span = { start: first.start, end: run[run.length - 1]!.end }
  const kind = kindOfRun(source, span, range)
  const block = createBlock(source, span, { kind, strength: PARAGRAPH * scope.weight, headings: first.headings, scope })
  const introduces = source.text.charAt(span.end - 1) === ':'
  if (introduces || kind === 'comment' || span.end <= range.bodyStart) block.keepWithNext = true
  if (kind === 'paragraph') block.running = true
  if (run.some((piece) => piece.node?.recovered)) block.flag = 'recovered'
  block.split = () => arrange(block, runParts(source, run, range, scope))
  return block
}

function kindOfRun(source: Source, { start, end }: Span, { bodyEnd }: Range): string {
  if (start >= bodyEnd) return END
  if (isComment(source.text, start, end)) return 'comment'
  return start < source.codeEnd ? 'preamble' : 'paragraph'
}

function runParts(source: Source, run: readonly Piece[], range: Range, scope: Scope): Block[] {
  const blocks: Block[] = []
  for (let index = 0; index < run.length; ) {
    const first = run[index]!
    if (first.node && first.node.kind !== 'group') {
      const strength = first.node.family === 'math' ? DISPLAY : IN_PARAGRAPH
      blocks.push(environmentBlock(source, first.node, scope, strength * scope.weight, flowInside(source)))
      index++
      continue
    }
    const from = index
    while (index < run.length && (!run[index]!.node || run[index]!.node!.kind === 'group')) index++
    const stretch = run.slice(from, index)
    const parts = stretchBlocks(source, stretch, range, scope, from > 0, index < run.length)
    for (const part of parts) blocks.push(part)
  }
  return blocks
}

/** Text between two displays: its last sentence introduces the next one. */
function stretchBlocks(
  source: Source,
  stretch: readonly Piece[],
  range: Range,
  scope: Scope,
  followsNode: boolean,
  introduces: boolean,
): Block[] {
  const { start, headings } = stretch[0]!
  const { end } = stretch[stretch.length - 1]!
  const groups = stretch.flatMap(({ node }) => node ?? [])
  const goesOn = followsNode && /^[\p{Ll},.;]/u.test(source.text.slice(start, start + 2))
  const strength = (goesOn ? SAME_SENTENCE : IN_PARAGRAPH) * scope.weight
  const kind = start >= range.bodyEnd ? END : 'text'
  const whole = createBlock(source, { start, end }, { kind, strength, headings, scope })
  if (introduces) whole.keepWithNext = true
  if (kind === END) return [whole]
  const prose = { start, end, groups, headings, scope, opened: range.opened }
  return arrange(whole, proseBlocks(source, prose, flowInside(source)))
}

/** What an environment or group holds, its begin and end commands included. */
function flowInside(source: Source): FlowInside {
  return (node, { start, end }, scope, opened = []) => {
    const { bodyStart, bodyEnd, children: nodes, headings } = node
    const braces = node.braced ? [...opened, bodyStart - 1, bodyEnd] : opened
    const range = { start, end, bodyStart, bodyEnd, nodes, from: 0, to: nodes.length, headings, opened: braces }
    return flowBlocks(source, range, scope)
  }
}
