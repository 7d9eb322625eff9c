import type { Block, Span } from '../../../core/index.js'
import { skipSpaceBack } from '../../packer/space.js'
import { arrange, attachEnds, END, joinBegin } from './arrange.js'
import { BIBLIOGRAPHY, hasOwnHeading } from './bibliography.js'
import { PERCENT } from './characters.js'
import { environmentBlock, type FlowInside } from './environment.js'
import { type Family, SECTION_LEVELS } from './names.js'
import type { Node } from './node.js'
import { isComment, type Piece, piecesOf, type Range } from './pieces.js'
import { proofAfter } from './proof.js'
import { proseBlocks } from './prose.js'
import { apart, createBlock, deeper, insideEnvironment, type Scope, type Source } from './source.js'

const PARAGRAPH = 0.5
const STANDALONE = 0.55
/** A slide is a page of its own. */
const FRAME = 0.9
const ITEM = 0.4
/** A bibliography prints a heading of its own. */
const REFERENCES = 0.95
const PROOF = 0.45
/** Before what stands between a theorem and its proof. */
const ASIDE = 0.2
/** Cuts at `\appendix` and at the borders of the document. */
export const BORDER = 0.95
/** Cuts inside a paragraph: before a display, and before text that goes on after one. */
const DISPLAY = 0.2
const IN_PARAGRAPH = 0.25
const SAME_SENTENCE = 0.15
/** Between the last comment above a heading and the heading. */
const BELOW_COMMENT = 0.1

/** Cuts before sectioning commands, from `\part` to `\subparagraph`. */
const SECTION_STRENGTHS = [0.99, 0.98, 0.97, 0.96, 0.94, 0.92, 0.9]

/** Environments that are part of the paragraph they stand in. */
const IN_FLOW: ReadonlySet<Family> = new Set(['math', 'table', 'list', 'literal', 'layout'])

/** Those whose parts stand well alone: cut rather than parted from the begin and end commands around them. */
const YIELDING: ReadonlySet<Family> = new Set(['table', 'list', 'layout', 'float', 'other'])

/**
 * The text of a document or environment as blocks: headings, items, environments, and paragraphs with the displays and
 * lists that stand in them. A proof joins what it proves.
 */
export function flowBlocks(source: Source, range: Range, scope: Scope): Block[] {
  const blocks: Block[] = []
  let run: Piece[] = []
  let headingEnd = -1
  const pieces = piecesOf(source.text, range)
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!
    const role = roleOf(source, piece)
    if (run.length > 0 && (role !== 'run' || piece.separate)) {
      blocks.push(runBlock(source, run, range, scope))
      run = []
    }
    if (role === 'end') {
      blocks.push(createBlock(source, piece, { kind: END, strength: 0, headings: piece.headings, scope }))
    } else if (role === 'heading') {
      blocks.push(headingBlock(source, piece, scope))
      headingEnd = piece.end
    } else if (role === 'run') run.push(piece)
    else if (role === 'item') blocks.push(itemBlock(source, piece, scope))
    else if (role === 'bibliography' && standsAlone(source, piece, headingEnd, scope)) {
      blocks.push(standaloneBlock(source, piece, range, apart(scope), REFERENCES))
    } else {
      const proof = proofAfter(source, pieces, index)
      if (proof < 0) blocks.push(standaloneBlock(source, piece, range, scope))
      else {
        blocks.push(provenBlock(source, pieces.slice(index, proof + 1), range, scope))
        index = proof
      }
    }
  }
  if (run.length > 0) blocks.push(runBlock(source, run, range, scope))
  return attachEnds(joinBegin(blocks, range.start, range.bodyStart))
}

function roleOf(source: Source, { node }: Piece): 'run' | 'heading' | 'item' | 'environment' | 'bibliography' | 'end' {
  if (!node || node.kind === 'group') return 'run'
  if (node.name === 'enddocument') return 'end'
  if (node.kind === 'section' || node.kind === 'border') return 'heading'
  if (node.kind === 'item') return 'item'
  if (source.vocabulary.isWhole(node.name)) return 'run'
  if (node.name === BIBLIOGRAPHY) return 'bibliography'
  return IN_FLOW.has(node.family) || isList(node) ? 'run' : 'environment'
}

/** Whether a bibliography belongs to no section, and to nothing with a title, such as a slide. */
function standsAlone({ text }: Source, { node }: Piece, headingEnd: number, { after }: Scope): boolean {
  return after.length === 0 && !hasOwnHeading(text, headingEnd, node!)
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
    const parts = proseBlocks(source, prose, flowInside(source))
    // A comment too long to go with the heading is text of its own, but for its last line.
    const last = parts[parts.length - 1]!
    last.strength = strength
    last.keepWithNext = true
    parts.push(createBlock(source, { start: node!.start, end }, { ...options, strength: BELOW_COMMENT }))
    return parts
  }
}

function itemBlock(source: Source, { start, end, headings, range }: Piece, scope: Scope): Block {
  const inner = deeper(scope)
  const block = createBlock(source, { start, end }, { kind: 'item', strength: ITEM * scope.weight, headings, scope })
  block.split = () => arrange(block, flowBlocks(source, range!, inner))
  return block
}

function standaloneBlock(source: Source, { node }: Piece, range: Range, scope: Scope, strength = STANDALONE): Block {
  return heldBlock(source, node!, range, scope, node!.family === 'frame' ? FRAME : strength)
}

/** An environment, perhaps in another one. */
function heldBlock(source: Source, node: Node, { start, bodyStart }: Range, scope: Scope, strength: number): Block {
  const block = environmentBlock(source, node, scope, strength * scope.weight, flowInside(source))
  // One that just fits would leave a chunk of nothing but the commands of the environment it stands in.
  if (bodyStart > start && YIELDING.has(node.family)) block.running = true
  return block
}

/** A theorem with its proof, and what stands between them. */
function provenBlock(source: Source, pieces: readonly Piece[], range: Range, scope: Scope): Block {
  const theorem = pieces[0]!
  const proof = pieces[pieces.length - 1]!
  const span = { start: theorem.start, end: proof.end }
  const strength = STANDALONE * scope.weight
  const shown = { kind: 'proven', strength, headings: theorem.headings }
  // Both together are found by the name of what is proven.
  const block = createBlock(source, span, { ...shown, scope: insideEnvironment(source, scope, theorem.node!) })
  if (proof.node!.recovered) block.flag = 'recovered'
  block.split = () => {
    const between = pieces.slice(1, -1).map((piece) => runBlock(source, [piece], range, scope))
    for (const aside of between) aside.strength = ASIDE * scope.weight
    return arrange(block, [
      standaloneBlock(source, theorem, range, scope),
      ...between,
      standaloneBlock(source, proof, range, scope, PROOF),
    ])
  }
  return block
}

/** A paragraph: text with the displays, lists and tables in it, or one of these alone. */
function runBlock(source: Source, run: readonly Piece[], range: Range, scope: Scope): Block {
  const first = run[0]!
  const { node } = first
  if (run.length === 1 && node && node.kind !== 'group') {
    return heldBlock(source, node, range, scope, PARAGRAPH)
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
      blocks.push(heldBlock(source, first.node, range, scope, strength))
      index++
      continue
    }
    const from = index
    while (index < run.length && (!run[index]!.node || run[index]!.node!.kind === 'group')) index++
    const stretch = run.slice(from, index)
    const parts = stretchBlocks(source, stretch, range, scope, from > 0, index < run.length)
    for (const part of parts) blocks.push(part)
  }
  return joinBegin(blocks, range.start, range.bodyStart)
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
