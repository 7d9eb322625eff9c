import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../core/index.js'
import { GROUPED } from './html-groups.js'
import { SourceLines } from './lines.js'
import { markdownStrategy } from './strategy.js'

interface ReferenceNode {
  type: string
  level: number | null
  sourcepos: [[line: number, column: number], [line: number, column: number]]
}
interface Reference {
  Parser: new () => {
    parse(text: string): {
      walker(): { next(): { entering: boolean; node: ReferenceNode } | null }
    }
  }
}
const require = createRequire(import.meta.url)
const reference = require('commonmark') as Reference
const specification = require('commonmark-spec') as { tests: { markdown: string; number: number }[] }

const KINDS: Record<string, string> = {
  block_quote: 'quote',
  code_block: 'code',
  heading: 'heading',
  html_block: 'html',
  item: 'item',
  list: 'list',
  paragraph: 'paragraph',
  thematic_break: 'rule',
}
const HOLDERS = new Set(['quote', 'list', 'item'])

/** One line for every block: depth, kind, first line, level of headings. */
function referenceOutline(text: string): string[] {
  const outline: string[] = []
  const walker = new reference.Parser().parse(text).walker()
  let depth = 0
  for (let event = walker.next(); event; event = walker.next()) {
    const kind = KINDS[event.node.type]
    if (!kind) continue
    if (event.entering) {
      const level = kind === 'heading' ? ` h${event.node.level}` : ''
      outline.push(`${'  '.repeat(depth)}${kind} ${event.node.sourcepos[0][0]}${level}`)
    }
    if (HOLDERS.has(kind)) depth += event.entering ? 1 : -1
  }
  return outline
}

function ownOutline(text: string): string[] {
  const lines = new SourceLines(text, 0)
  const outline: string[] = []
  const stack: { blocks: Iterator<Block>; depth: number }[] = []
  stack.push({ blocks: topBlocks(text)[Symbol.iterator](), depth: 0 })
  let line = 0
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { value: block, done } = top.blocks.next()
    if (done) {
      stack.pop()
      continue
    }
    const kind = commonMarkKind(block.kind)
    if (!kind) continue
    if (block.span.start < lines.start(line)) line = 0
    while (lines.start(line + 1) <= block.span.start) line++
    const level = kind === 'heading' ? ` h${levelOf(text.slice(block.span.start, block.span.end))}` : ''
    outline.push(`${'  '.repeat(top.depth)}${kind} ${line + 1}${level}`)
    if (HOLDERS.has(kind)) stack.push({ blocks: block.split!()[Symbol.iterator](), depth: top.depth + 1 })
  }
  return outline
}

/** Lines that are no block to CommonMark are left out, and what it knows under another name is renamed. */
function commonMarkKind(kind: string): string | undefined {
  if (kind === 'marker' || kind === 'definition' || kind === 'front-matter') return undefined
  if (kind === 'fence') return 'code'
  if (kind === 'callout') return 'quote'
  return kind === 'table' ? 'paragraph' : kind
}

function levelOf(heading: string): number {
  if (/[\r\n]/.test(heading)) return /=\s*$/.test(heading) ? 1 : 2
  const marks = /^(?:[>\s]|[-+*]\s|\d+[.)]\s)*(#{1,6})(?:\s|$)/.exec(heading)
  return marks![1]!.length
}

/** A definition before a heading or paragraph is a block here and part of that block's lines there. */
function withoutLines(outline: string[]): string[] {
  return outline.map((entry) => entry.replace(/ \d+/, ''))
}

const EXAMPLES: [what: string, text: string][] = [
  ['headings with closing marks, too many marks, no space', '# a #\n####### b\n#c\n## \n#'],
  ['setext headings over several lines and in lists', 'a\nb\n===\n\n- c\n  ---\n- d\n---\n'],
  ['rules that look like lists or headings', '***\n- - -\n_ _ _ _\na\n***\nb\n---'],
  ['fences of both kinds, longer, indented, unclosed', '```\n# a\n~~~\n```\n~~~~ x\n~~~\n~~~~\n   ```\na\n    ```\n'],
  ['a fence that its list item ends', '- ```\n  a\nb\n```\n'],
  ['indented code, not after a paragraph', '    a\n\n    b\nc\n    d\n'],
  ['code after a list item with blank lines', '1. a\n\n       b\n\n    c\n'],
  ['tabs as indent and after markers', '-\ta\n\n\tb\n\n>\t\tc\n\n\td\n'],
  ['HTML of every kind', '<div>\n# a\n\n# b\n<!-- c\n\nd -->\n<?x\n?>\n<!X>\n<pre>\n\n</pre>\n<b>\ne\n\nf\n<i>\n'],
  ['quotes, lazy lines and what ends them', '> a\nb\n> c\n- d\n> e\n\n> f\n>\n> g\n===\n'],
  ['nested quotes going on lazily', '> > > a\nb\n> c\n'],
  ['lists of several markers', '- a\n- b\n* c\n+ d\n1. e\n2) f\n3) g\n'],
  ['an item without content, blank lines, another item', '1.\n\n\n2. a\n\n-\n\n\n- b\n\n\n* c\n'],
  ['items that begin with code, lists, nothing', '-     a\n- - 1. b\n-\n  c\n-\n\n  d\n'],
  ['numbers that may not interrupt a paragraph', 'a\n2. b\n\na\n1. b\n1234567890. c\n'],
  ['a sublist by indent, a lazy line, an item at four spaces', '- a\n  - b\n    - c\nd\n    - e\n'],
  ['definitions, of which one goes on and one is none', '[a]: /b\n"c"\n[d]:\n/e\n[f]: g h\n'],
  ['mixed line breaks', '# a\r\n- b\r  c\r\n\r> d\n'],
  ['code indent outside of an item is a lazy line', '10.    -   a\n    # b\n\n-    c\n\t</div>\n'],
  ['a mark of a quote indented like code', '>>>\n    >\n# a\n'],
  ['a line separator is no line break', 'a\u2028# b\u000c# c\n'],
]

describe('the outline of blocks', () => {
  it.each(EXAMPLES)('is that of the CommonMark reference: %s', (_, text) => {
    expect(withoutLines(ownOutline(text))).toEqual(withoutLines(referenceOutline(text)))
  })

  it('is that of the CommonMark reference for every example of the specification', () => {
    expect(specification.tests.length).toBeGreaterThan(600)
    const different = specification.tests.filter(({ markdown }) => {
      const text = withoutGroups(markdown.replaceAll('\u2192', '\t'))
      return withoutLines(ownOutline(text)).join('\n') !== withoutLines(referenceOutline(text)).join('\n')
    })
    expect(different).toEqual([])
  })

  it('is that of the CommonMark reference for any mixture of markers', () => {
    const marker = fc.constantFrom(
      '> ',
      '>',
      '- ',
      '* ',
      '+ ',
      '1. ',
      '2) ',
      '  ',
      '    ',
      '\t',
      ' ',
      '>\t',
      '-\t',
      '10. ',
    )
    const rest = fc.constantFrom(
      ...['', '', 'text', 'two words', '# h', '## h ##', '###', '---', '***', '===', '=', '```', '```js', '~~~', '#'],
      ...[
        '~~~~ x',
        '<legend>',
        '</legend>',
        '<!-- c',
        '-->',
        '<b>',
        '<b> x',
        '<?php',
        '*',
        '-',
        '>',
        '1.',
        'a\\',
        '- - -',
      ],
    )
    const line = fc
      .tuple(fc.array(marker, { maxLength: 4 }), rest)
      .map(([markers, content]) => [...markers, content].join(''))
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')), { minLength: 1, maxLength: 14 })
      .map((lines) => lines.flat().join(''))
    fc.assert(
      fc.property(text, (source) => {
        expect(ownOutline(source)).toEqual(referenceOutline(source))
      }),
      { numRuns: 1500 },
    )
  })

  it('is that of the CommonMark reference where definitions come in between', () => {
    const marker = fc.constantFrom('> ', '- ', '1. ', '  ', '    ', '10. ')
    const rest = fc.constantFrom(
      ...['[a]: /b', '[a]:', '/b "c"', '"c', 'd"', '[a', 'a]: b', '===', 'text', '# h', '', '<b>', '1.'],
    )
    const line = fc.tuple(fc.array(marker, { maxLength: 3 }), rest).map(([markers, end]) => [...markers, end].join(''))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const source = lines.join('\n')
        expect(withoutLines(ownOutline(source))).toEqual(withoutLines(referenceOutline(source)))
      }),
      { numRuns: 1500 },
    )
  })

  it('does not depend on how much is read at a time', () => {
    const section = '# a\n\n> b\nc\n\n- d\n\n      e\n- f\n\n```\n# g\n```\n\n| h |\n|---|\n| i |\n\n'
    const once = ownOutline(section)
    const repeats = 6000
    const outline = ownOutline(section.repeat(repeats))
    expect(outline).toHaveLength(once.length * repeats)
    expect(withoutLines(outline.slice(-once.length))).toEqual(withoutLines(once))
  })

  it('keeps anchors with their headings however much is read at a time', () => {
    const section = 'text\n\n<a id="b"></a>\n\n## b\n\ntext\n\n'
    const strengths = [...topBlocks(section.repeat(20_000))].map(({ strength }) => strength)
    expect(new Set(strengths.filter((_, index) => index % 4 === 2))).toEqual(new Set([0.02]))
  })

  const folder = resolve(process.env['TESSERA_SHARED'] ?? '../shared', 'bench/docs/markdown')
  it.skipIf(!existsSync(folder))('is that of the reference for real documents (skipped without ../shared)', () => {
    const different: string[] = []
    for (const name of readdirSync(folder)) {
      const text = withoutFrontMatter(readFileSync(resolve(folder, name), 'utf8'))
      if (hasOtherBlocks(text)) continue
      const own = ownOutline(withoutGroups(text))
      if (own.join('\n') !== referenceOutline(withoutGroups(text)).join('\n')) different.push(name)
    }
    expect(different).toEqual([])
  })
})

/** Blocks CommonMark has no notion of: containers, footnotes, a table that interrupts a paragraph. */
function hasOtherBlocks(text: string): boolean {
  return [...topBlocks(text)].some(({ kind, span }) => {
    if (kind === 'table') return /\S[ \t]*\r?\n$/.test(text.slice(0, span.start))
    return kind === 'directive' || kind === 'footnote' || kind === 'math'
  })
}

function topBlocks(text: string): Iterable<Block> {
  const document = { id: '', text, mediaType: 'text/markdown', contentHash: '', metadata: {} }
  return (markdownStrategy.structure(document, {}, {}) as { blocks: Iterable<Block> }).blocks
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\r?\n[\s\S]*?\n---[ \t]*(?=\r?\n)/, (match) => match.replace(/[^\r\n]/g, ''))
}

/** Other tags of the same kind, which are not put together. */
function withoutGroups(text: string): string {
  return text.replace(new RegExp(`(</?)(?:${GROUPED.join('|')})(?=[\\s>/]|$)`, 'gim'), '$1legend')
}
