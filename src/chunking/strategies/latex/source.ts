import type { Block, ContextPart, Metadata, Span } from '../../../core/index.js'
import { FRAME_LEVEL } from './names.js'
import type { Heading, Node, Tree } from './node.js'
import type { Vocabulary } from './vocabulary.js'

/** What blocks are made from: a document that has been read. */
export interface Source {
  readonly text: string
  readonly vocabulary: Vocabulary
  /** The labels and references in a part of the document. */
  readonly metadataOf: (part: Span) => Metadata
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
  readonly metadata?: Metadata
  readonly recovered: boolean
  /** Factor on the strength of cuts: the deeper inside, the worse a cut. */
  readonly weight: number
  /** Contexts made so far, so that blocks under one heading share one object. */
  readonly contexts: Map<readonly Heading[], readonly ContextPart[]>
}

/** Puts together what blocks are made from. */
export function createSource(text: string, vocabulary: Vocabulary, tree: Tree): Source {
  const { references, codeEnd } = tree
  const metadataOf = ({ start, end }: Span) => references.within(start, end)
  return { text, vocabulary, metadataOf, codeEnd, topLevel: highestLevel(tree.nodes) }
}

/** The highest level of a heading, which context counts as 1. */
function highestLevel(nodes: readonly Node[]): number {
  let highest = FRAME_LEVEL
  for (const { headingsAfter, headings } of nodes) {
    for (const { level } of [headings[0], headingsAfter[0]].filter((heading) => heading !== undefined)) {
      if (level < highest) highest = level
    }
  }
  return highest
}

/** The scope outside all environments. */
export function rootScope(title: string | undefined): Scope {
  return {
    before: title ? [{ kind: 'title', text: title }] : [],
    after: [],
    recovered: false,
    weight: 1,
    contexts: new Map(),
  }
}

/** How much weaker cuts are one level further inside. */
const INWARDS = 0.8

/** The scope of what is inside something that says nothing about its text: an item, a group. */
export function deeper(scope: Scope): Scope {
  return { ...scope, weight: scope.weight * INWARDS }
}

/** The scope of what is inside an environment. */
export function insideEnvironment(source: Source, scope: Scope, node: Node): Scope {
  const recovered = scope.recovered || node.recovered
  const inner = { ...scope, recovered, weight: scope.weight * INWARDS }
  const part = partOf(source, node)
  if (!part) return inner
  const after = [...scope.after.slice(-MOST_PARTS), part]
  const metadata = { environment: node.name, environments: [node.name] }
  return { ...inner, metadata, after, contexts: new Map() }
}

/** Of environments in environments, only so many innermost ones are named. */
const MOST_PARTS = 3

function partOf(source: Source, { name, family, title }: Node): ContextPart | undefined {
  if (family === 'frame' && title) return { kind: 'heading', text: title, level: FRAME_LEVEL - source.topLevel + 1 }
  if (family === 'layout' || family === 'list' || !/\p{L}/u.test(name)) return undefined
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
  return {
    span,
    kind,
    strength,
    context: contextOf(source, headings, scope),
    ...(scope.metadata && { metadata: scope.metadata }),
    metadataOf: source.metadataOf,
    ...(scope.recovered && { flag: 'recovered' as const }),
  }
}

function contextOf(source: Source, headings: readonly Heading[], scope: Scope): readonly ContextPart[] {
  let context = scope.contexts.get(headings)
  if (!context) {
    const path = headings
      .filter(({ title }) => title !== '')
      .map(({ level, title }): ContextPart => ({ kind: 'heading', text: title, level: level - source.topLevel + 1 }))
    context = [...scope.before, ...path, ...scope.after]
    scope.contexts.set(headings, context)
  }
  return context
}
