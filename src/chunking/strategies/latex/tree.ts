import type { Span } from '../../../core/index.js'
import { readBeginArguments } from './begin-arguments.js'
import { addOptionLabel, addReferencesIn, isTitle } from './inner-references.js'
import { Lexer } from './lexer.js'
import { HIDING, isCommand, SECTION_LEVELS } from './names.js'
import type { Heading, Node, Tree } from './node.js'
import { holdsPart, noteSection, type OpenCommand, type OpenNode, openNode } from './open-node.js'
import { plainText } from './plain-text.js'
import type { Reading } from './reading.js'
import { labelIn, References } from './references.js'
import type { TokenKind } from './tokens.js'

/** TeX itself nests groups no deeper than this; what is deeper is text. */
const DEEPEST = 255
const DEEPEST_GROUPS = 16

/** Reads a document's structure in one pass. Never fails: what is malformed is closed where it best can be. */
export function parseTree(reading: Reading): Tree {
  return new TreeBuilder(reading).build()
}

/** Reads the arguments of a definition, in which commands for the whole document mean nothing. */
export function parseDefinition(reading: Reading, { start, end }: Span): readonly Node[] {
  return new TreeBuilder(reading, { start, end }).build().nodes
}

class TreeBuilder {
  readonly #reading: Reading
  readonly #text: string
  readonly #vocabulary: Reading['vocabulary']
  readonly #isDefinition: boolean
  readonly #lexer: Lexer
  readonly #references = new References()
  readonly #flaws: number[] = []
  readonly #stack: OpenNode[] = []
  /** How many environments of a name are open. */
  readonly #openNames = new Map<string, number>()
  /** How many braces are open below the innermost environment. */
  #outerBraces = 0
  /** Environments left unread because they are nested too deep. */
  #tooDeep = 0
  #headings: readonly Heading[] = []
  /** The innermost slide in the form of a command that is being read. */
  #slide: OpenCommand | undefined
  #title: string | undefined
  #documentStart = -1
  #isPackage = false

  /** @param definition where a definition stands, to read that alone */
  constructor(reading: Reading, definition?: Span) {
    this.#reading = reading
    this.#text = reading.text
    this.#vocabulary = reading.vocabulary
    this.#isDefinition = definition !== undefined
    this.#lexer = new Lexer(reading, definition?.start ?? 0, definition?.end ?? reading.text.length)
  }

  build(): Tree {
    const lexer = this.#lexer
    if (this.#isDefinition && lexer.next() === 'definition') lexer.enter()
    this.#stack.push(openNode(this.#node('group', '', 0)))
    while (lexer.next() !== 'eof') this.#take(lexer)
    while (this.#stack.length > 1) this.#recover(lexer.end)
    const codeEnd = this.#documentStart >= 0 ? this.#documentStart : this.#isPackage ? this.#text.length : 0
    return {
      nodes: this.#top().children,
      references: this.#references,
      flaws: this.#flaws.sort((a, b) => a - b),
      codeEnd,
      documentStart: this.#documentStart,
      ...(this.#title ? { title: this.#title } : {}),
    }
  }

  #take(lexer: Lexer): void {
    const { start, end, name, kind } = lexer
    if (this.#isDefinition && (OF_DOCUMENTS.has(kind) || name === 'document')) return
    switch (kind) {
      case 'open':
        this.#openBrace(start, name, lexer.argumentStart)
        break
      case 'close':
        this.#closeBrace(end)
        break
      case 'begin':
        this.#begin(name, start, end)
        break
      case 'end':
        this.#end(name, start, end)
        break
      case 'literal':
        this.#literal(lexer)
        break
      case 'item':
        if (lexer.argumentEnd > lexer.argumentStart) this.#reference(lexer)
        this.#add(this.#node('item', name, start, end))
        break
      case 'blank':
        this.#add(this.#node(kind, name, start, end))
        break
      case 'border':
        this.#border(name, start, end)
        break
      case 'section':
        this.#section(lexer)
        break
      case 'reference':
        this.#reference(lexer)
        break
      case 'package':
        this.#isPackage = true
        break
    }
  }

  #top(): OpenNode {
    return this.#stack[this.#stack.length - 1]!
  }

  #node(kind: Node['kind'], name: string, start: number, end = start): Node {
    return {
      kind,
      name,
      start,
      end,
      bodyStart: end,
      bodyEnd: end,
      family: 'other',
      braced: false,
      children: NO_NODES,
      recovered: false,
      headings: this.#headings,
      headingsAfter: this.#headings,
      depth: 0,
      title: undefined,
    }
  }

  #add(node: Node): void {
    this.#top().children.push(node)
  }

  #openBrace(at: number, name: string, commandStart: number): void {
    const { braces, children } = this.#top()
    const command = name === '' ? undefined : { name, start: commandStart, title: undefined, outer: this.#slide }
    if (name === 'frame') this.#slide = command
    braces.push({ at, before: children.length, command })
  }

  /** A group is a node only if it holds some; every other pair of braces is running text. */
  #closeBrace(end: number): void {
    if (this.#top().braces.length === 0) {
      if (this.#outerBraces === 0) return
      // An environment that begins inside braces and does not end there is part of a macro, not of the document.
      const begins: number[] = []
      for (; this.#top().braces.length === 0; this.#dissolve()) begins.push(this.#top().node.start)
      if (!this.#isInArgument()) for (const begin of begins) this.#flaw(begin)
    }
    const top = this.#top()
    const { at, before, command } = top.braces.pop()!
    if (command?.name === 'frame') this.#slide = command.outer
    // Nobody writes whole sections in braces: one of the two braces is missing its partner.
    if (top.lastSection >= before || (!command && top.children.length === before)) return
    const children = top.children.splice(before)
    const depth = 1 + children.reduce((deepest, child) => Math.max(deepest, child.depth), 0)
    const body = { end, braced: true, bodyStart: at + 1, bodyEnd: end - 1, depth }
    if (command && depth <= DEEPEST_GROUPS && holdsPart(this.#text, command, end, this.#stack.length === 1)) {
      const { name, start, title } = command
      const node = { ...this.#node('environment', name, start), ...body, title }
      node.family = this.#vocabulary.familyOf(name)
      if (!this.#vocabulary.isWhole(name)) node.children = children
      this.#add(node)
    } else if (children.length > 0) {
      const group = { ...this.#node('group', '', at), ...body, headings: children[0]!.headings }
      if (depth <= DEEPEST_GROUPS) group.children = children
      else group.depth = 0
      this.#add(group)
    }
  }

  #begin(name: string, start: number, end: number): void {
    if (name === 'document' && this.#documentStart < 0) {
      for (; this.#stack.length > 1; this.#dissolve()) this.#flaw(this.#top().node.start)
      this.#top().braces = []
      this.#documentStart = start
      this.#border(name, start, end)
      return
    }
    if (this.#stack.length > DEEPEST) {
      this.#tooDeep++
      return
    }
    const node = this.#node('environment', name, start)
    node.family = isCommand(name) ? 'math' : this.#vocabulary.familyOf(name)
    readBeginArguments(this.#text, node, end, this.#text.length, this.#lexer.lookahead)
    if (!this.#isDefinition) addOptionLabel(this.#references, this.#text, node, end)
    this.#outerBraces += this.#top().braces.length
    this.#stack.push(openNode(node))
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1)
  }

  #end(name: string, start: number, end: number): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--
      return
    }
    if (!this.#openNames.get(name)) {
      if (name === 'document') this.#endDocument(start, end)
      else if (!this.#isInArgument()) this.#flaw(start)
      return
    }
    while (this.#top().node.name !== name) this.#recover(start)
    const { node, children } = this.#pop()
    node.bodyEnd = start
    node.bodyStart = Math.min(node.bodyStart, start)
    node.end = end
    if (this.#vocabulary.isWhole(name)) this.#headings = node.headings
    else node.children = children
    node.headingsAfter = this.#headings
    this.#add(node)
  }

  #endDocument(start: number, end: number): void {
    while (this.#stack.length > 1) this.#recover(start)
    this.#top().braces = []
    this.#add(this.#node('border', 'enddocument', start, end))
    this.#headings = []
  }

  /** A new part of the document, to which no heading before it applies. */
  #border(name: string, start: number, end: number): void {
    this.#headings = []
    this.#add(this.#node('border', name, start, end))
  }

  #pop(): OpenNode {
    const open = this.#stack.pop()!
    this.#outerBraces -= this.#top().braces.length
    this.#openNames.set(open.node.name, this.#openNames.get(open.node.name)! - 1)
    return open
  }

  /** Takes back an environment: its begin command was text. */
  #dissolve(): void {
    const { children, firstSection, lastSection } = this.#pop()
    const top = this.#top()
    const before = top.children.length
    for (const child of children) top.children.push(child)
    if (firstSection < 0) return
    if (top.firstSection < 0) top.firstSection = before + firstSection
    top.lastSection = before + lastSection
  }

  /** Closes an environment that nobody closed: before its first section, else here. */
  #recover(at: number): void {
    if (this.#isShortcut(this.#top().node.start)) {
      this.#dissolve()
      return
    }
    const { node, children, firstSection } = this.#pop()
    const inside = firstSection < 0 ? children : children.slice(0, firstSection)
    node.bodyEnd = node.end = firstSection < 0 ? at : children[firstSection]!.start
    node.bodyStart = Math.min(node.bodyStart, node.end)
    node.children = inside
    node.recovered = true
    this.#flaw(node.start)
    this.#add(node)
    const top = this.#top()
    for (let index = inside.length; index < children.length; index++) {
      if (children[index]!.kind === 'section') noteSection(top)
      top.children.push(children[index]!)
    }
  }

  /** Notes a command without its partner; one of the document's own may stand for more than was understood. */
  #flaw(at: number): void {
    if (!this.#isShortcut(at)) this.#flaws.push(at)
  }

  /** Whether what stands here is the argument of a command, which may hold half an environment. */
  #isInArgument(): boolean {
    const innermost = this.#top().braces.at(-1)
    return innermost !== undefined && /[\w\]}*>]/.test(this.#text.charAt(innermost.at - 1))
  }

  /** Whether the command at `at` is one of the document's own that begins or ends an environment. */
  #isShortcut(at: number): boolean {
    return !BEGINS_OR_ENDS.some((command) => this.#text.startsWith(command, at))
  }

  #literal(lexer: Lexer): void {
    const { name, start, end, argumentStart, argumentEnd } = lexer
    const node = this.#node('environment', name, start)
    node.family = name === HIDING ? 'literal' : this.#vocabulary.familyOf(name)
    node.end = end
    node.bodyEnd = argumentEnd
    readBeginArguments(this.#text, node, argumentStart, argumentEnd, lexer.lookahead)
    addOptionLabel(this.#references, this.#text, node, argumentStart)
    if (node.family !== 'literal') this.#referencesIn(argumentStart, argumentEnd, node)
    this.#add(node)
  }

  #section({ name, start, end, argumentStart, argumentEnd }: Lexer): void {
    const level = SECTION_LEVELS.get(name)!
    const title = plainText(this.#text.slice(argumentStart, argumentEnd))
    this.#headings = [...this.#headings.filter((heading) => heading.level < level), { level, title }]
    noteSection(this.#top())
    this.#add(this.#node('section', name, start, end))
    this.#referencesIn(argumentStart, argumentEnd)
  }

  #reference({ name, start, argumentStart, argumentEnd }: Lexer): void {
    const argument = this.#text.slice(argumentStart, argumentEnd)
    if (!isTitle(name)) {
      if (name === 'lstinputlisting')
        this.#references.add('label', labelIn(this.#text.slice(start, argumentStart)) ?? '', start)
      this.#references.add(name, argument, start)
      return
    }
    if (name === 'title') this.#title ??= plainText(argument)
    else this.#titleFrame(plainText(argument))
    this.#referencesIn(argumentStart, argumentEnd)
  }

  #referencesIn(start: number, end: number, whole?: Node): void {
    if (!this.#isDefinition) addReferencesIn(this.#references, this.#reading, { start, end }, whole)
  }

  #titleFrame(title: string): void {
    for (let index = this.#stack.length - 1; index > 0; index--) {
      const { node } = this.#stack[index]!
      if (node.family !== 'frame') continue
      node.title ??= title
      return
    }
    if (this.#slide) this.#slide.title ??= title
  }
}

const BEGINS_OR_ENDS = ['\\begin', '\\end', '\\[', '\\]', '$$']

const NO_NODES: readonly Node[] = []

const OF_DOCUMENTS: ReadonlySet<TokenKind> = new Set(['section', 'border', 'package', 'reference'])
