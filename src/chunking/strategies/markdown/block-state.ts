import MarkdownIt, { type MarkdownIt as Parser, type Token } from 'markdown-it'
import type { SourceLines } from './lines.js'

/** A block as the parser's rules describe it, with the blocks inside it. */
export interface BlockToken extends Pick<Token, 'type' | 'tag' | 'map' | 'markup' | 'info' | 'content'> {
  inner: BlockToken[]
}

const TAB = 9
const NONE: BlockToken[] = []
/** What rules say of the end of a block. */
const END = createToken('', '', NONE)

const { State } = new MarkdownIt('zero').block

/**
 * What the parser's rules work on during one run over some lines. The parser's own state finds the lines of its source
 * again, makes three large tokens where a tree needs one small one, and copies text that nobody reads.
 */
export class BlockState extends State {
  /** The outermost blocks. */
  readonly blocks: BlockToken[] = []
  /** What is open, from the outermost inwards: the blocks inside each. */
  readonly #open: BlockToken[][] = [this.blocks]

  /** @param parser whose rules are run */
  constructor(lines: SourceLines, first: number, end: number, parser: Parser, environment: Record<string, unknown>) {
    super('', parser, environment, [])
    this.src = lines.plain
    this.lineMax = end - first
    // Rules that look ahead see an empty line after the last one.
    const size = this.lineMax + 1
    this.bMarks = new Array(size).fill(lines.start(end))
    this.eMarks = new Array(size).fill(lines.start(end))
    this.tShift = new Array(size).fill(0)
    this.sCount = new Array(size).fill(0)
    this.bsCount = new Array(size).fill(0)
    for (let line = 0; line < this.lineMax; line++) {
      const start = lines.start(first + line)
      const visible = lines.visible(first + line)
      this.bMarks[line] = start
      this.eMarks[line] = lines.end(first + line)
      if (visible === start) continue
      this.tShift[line] = visible - start
      this.sCount[line] = columnsOf(this.src, start, visible)
    }
  }

  /** The blocks so far that are inside the same one as what comes next. */
  get siblings(): BlockToken[] {
    return this.#open.at(-1)!
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting < 0) {
      this.level--
      this.#open.pop()
      return END as unknown as Token
    }
    const token = createToken(type, tag, nesting > 0 ? [] : NONE)
    this.#open.at(-1)!.push(token)
    if (nesting > 0) {
      this.level++
      this.#open.push(token.inner)
    }
    // Rules set properties of what they push and call none of its methods.
    return token as unknown as Token
  }

  /** The content of code and HTML is read from the source, where it is read at all. */
  override getLines(): string {
    return ''
  }
}

function createToken(type: string, tag: string, inner: BlockToken[]): BlockToken {
  return { type, tag, map: null, markup: '', info: '', content: '', inner }
}

/** The width of an indent. */
function columnsOf(text: string, start: number, end: number): number {
  let columns = 0
  for (let at = start; at < end; at++) columns += text.charCodeAt(at) === TAB ? 4 - (columns % 4) : 1
  return columns
}
