import { type Block, type ContextPart, lowerBound, type Metadata, type Span } from '../../../core/index.js'
import { BIBLIOGRAPHY } from './bibliography.js'
import { FRAME_LEVEL, isCommand } from './names.js'
import type { Heading, Node, Tree } from './node.js'
import type { Reading } from './reading.js'

/** What blocks are made from: a document that has been read. */
export interface Source extends Reading {
  /** The labels and references in a part of the document. */
  readonly metadataOf: (part: Span) => Metadata
  /** Whether environments begin or end in a part of the document without their partner. */
  readonly isFlawed: (part: Span) => boolean
  /** See {@link Tree.codeEnd}. */
  readonly codeEnd: number
  /** The level that counts as the highest in this document. */
  readonly topLevel: number
}

/** What surrounds a block: the environments it is in. */
export interface Scope {
  /** Title of the document, slide and environments, in this order around the headings. */
  readonly before: readonly ContextPart[]
  readonly after: readonly ContextPart[]
  /** Names the innermost environment that says something about the text. */
  readonly metadata: Metadata | undefined
  readonly recovered: boolean
  /** No heading says what it is about, as of a bibliography behind the last section. */
  readonly isApart: boolean
  /** The text is code rather than prose: the body of a definition. */
  readonly isCode: boolean
  /** Factor on the strength of cuts: the deeper inside, the worse a cut. */
  readonly weight: number
  /** Contexts made so far, so that blocks under one heading share one object. */
  readonly contexts: Contexts
}

/** Most blocks in an environment stand under one heading; a map is made for the second. */
interface Contexts {
  headings: readonly Heading[] | undefined
  context: readonly ContextPart[]
  others: Map<readonly Heading[], readonly ContextPart[]> | undefined
}

/** Puts together what blocks are made from. */
export function createSource(reading: Reading, tree: Tree): Source {
  const { references, codeEnd, flaws } = tree
  const metadataOf = ({ start, end }: Span) => references.within(start, end)
  const isFlawed = ({ start, end }: Span) => flaws.length > 0 && flaws[lowerBound(flaws, start)]! < end
  return { ...reading, metadataOf, isFlawed, codeEnd, topLevel: highestLevel(tree.nodes) }
}

/** The highest level of a heading, which context counts as 1. */
function highestLevel(nodes: readonly Node[]): number {
  let highest = FRAME_LEVEL
  for (const { headingsAfter, headings } of nodes) {
    if (headings.length > 0 && headings[0]!.level < highest) highest = headings[0]!.level
    if (headingsAfter.length > 0 && headingsAfter[0]!.level < highest) highest = headingsAfter[0]!.level
  }
  return highest
}

/** The scope outside all environments. */
export function rootScope(title: string | undefined): Scope {
  return {
    before: title ? [{ kind: 'title', text: title }] : [],
    after: [],
    metadata: undefined,
    recovered: false,
    isApart: false,
    isCode: false,
    weight: 1,
    contexts: noContexts(),
  }
}

function noContexts(): Contexts {
  return { headings: undefined, context: [], others: undefined }
}

/** How much weaker cuts are one level further inside. */
const INWARDS = 0.8

/** The scope of what is inside something that says nothing about its text: an item, a group. */
export function deeper(scope: Scope): Scope {
  return { ...scope, weight: scope.weight * INWARDS }
}

/** The scope of what stands under none of the headings before it. */
export function apart(scope: Scope): Scope {
  return { ...scope, isApart: true, contexts: noContexts() }
}

/** The scope of what is inside an environment. */
export function insideEnvironment(source: Source, scope: Scope, node: Node): Scope {
  const { before, isApart, isCode, weight } = scope
  const part = partOf(source, node)
  return {
    before,
    after: part ? [...scope.after.slice(-MOST_PARTS), part] : scope.after,
    metadata: part ? { environment: node.name, environments: [node.name] } : scope.metadata,
    recovered: scope.recovered || node.recovered,
    isApart,
    isCode,
    weight: weight * INWARDS,
    contexts: part ? noContexts() : scope.contexts,
  }
}

/** Of environments in environments, only so many innermost ones are named. */
const MOST_PARTS = 3

function partOf(source: Source, { name, family, title }: Node): ContextPart | undefined {
  if (family === 'frame' && title) return { kind: 'heading', text: title, level: FRAME_LEVEL - source.topLevel + 1 }
  const isNamed = name === BIBLIOGRAPHY || (family !== 'layout' && family !== 'list' && !isCommand(name))
  if (!isNamed) return undefined
  const printed = source.vocabulary.printedName(name) ?? name.replace(/\*$/, '')
  return { kind: 'environment', text: title ? `${printed}: ${title}` : printed }
}

interface BlockOptions {
  kind: string
  strength: number
  headings: readonly Heading[]
  scope: Scope
}

/** A block with the context and metadata of its place; strength counts as given. */
export function createBlock(source: Source, span: Span, { kind, strength, headings, scope }: BlockOptions): Block {
  const { start, end } = span
  const block: Block = {
    span: { start, end },
    kind,
    strength,
    keepWithNext: false,
    context: contextOf(source, headings, scope),
    metadataOf: source.metadataOf,
  }
  if (scope.metadata) block.metadata = scope.metadata
  if (scope.recovered || source.isFlawed(span)) block.flag = 'recovered'
  return block
}

function contextOf(source: Source, headings: readonly Heading[], scope: Scope): readonly ContextPart[] {
  const { contexts } = scope
  if (contexts.headings === headings) return contexts.context
  let context = contexts.others?.get(headings)
  if (context) return context
  const path = scope.isApart ? NO_CONTEXT : pathOf(source, headings)
  context = [...scope.before, ...path, ...scope.after]
  if (!contexts.headings) {
    contexts.headings = headings
    contexts.context = context
  } else (contexts.others ??= new Map()).set(headings, context)
  return context
}

const NO_CONTEXT: readonly ContextPart[] = []

function pathOf({ topLevel }: Source, headings: readonly Heading[]): ContextPart[] {
  return headings
    .filter(({ title }) => title !== '')
    .map(({ level, title }): ContextPart => ({ kind: 'heading', text: title, level: level - topLevel + 1 }))
}
