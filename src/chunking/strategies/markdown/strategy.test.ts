import { describe, expect, it } from 'vitest'
import type { Block, Document, Structure } from '../../../core/index.js'
import { type MarkdownOptions, markdownStrategy } from './index.js'

function read(text: string, options: MarkdownOptions = {}, extra: Partial<Document> = {}) {
  const document = { id: '', text, mediaType: 'text/markdown', contentHash: '', metadata: {}, ...extra }
  const structure = markdownStrategy.structure(document, options, {}) as Structure & { blocks: Iterable<Block> }
  return { blocks: [...structure.blocks], dropped: structure.dropped! }
}

function kinds(text: string, extra?: Partial<Document>): string[] {
  return read(text, {}, extra).blocks.map(({ kind }) => kind)
}

function pathOf(block: Block | undefined): string[] {
  return (block?.context ?? []).map(({ text }) => text)
}

function shown(text: string, block: Block): string {
  return text.slice(block.span.start, block.span.end)
}

describe('sections', () => {
  it('carry the full path of headings, empty parents too', () => {
    const { blocks } = read('# Guide\n\n## Install\n\n### Linux\n\nRun it.\n\n## Use\n\nGo.')
    expect(blocks.map(pathOf)).toEqual([
      ['Guide'],
      ['Guide', 'Install'],
      ['Guide', 'Install', 'Linux'],
      ['Guide', 'Install', 'Linux'],
      ['Guide', 'Use'],
      ['Guide', 'Use'],
    ])
  })

  it('are cut at the levels asked for, exactly', () => {
    const { blocks } = read('# a\n\nx\n\n## b\n\nx\n\n### c\n\nx', { headerLevels: [1, 3] })
    const headings = blocks.filter(({ kind }) => kind === 'heading')
    expect(headings.map(({ strength }) => strength >= 0.9)).toEqual([true, false, true])
    expect(pathOf(blocks.at(-1))).toEqual(['a', 'b', 'c'])
  })

  it('are stronger the higher their heading', () => {
    const { blocks } = read('###### f\n##### e\n#### d\n### c\n## b\n# a')
    const strengths = blocks.map(({ strength }) => strength)
    expect(strengths).toEqual([...strengths].sort((a, b) => a - b))
    expect(Math.min(...strengths)).toBeGreaterThanOrEqual(0.9)
  })

  it('begin at the anchor or comment right before their heading', () => {
    const { blocks } = read('text\n\n<a name="x"></a>\n\n<!-- y -->\n## H\n\n<img src="z">\n\n## I')
    expect(blocks.slice(1, 4).map(({ strength, keepWithNext }) => [strength, keepWithNext])).toEqual([
      [0.98, true],
      [0.02, true],
      [0.02, true],
    ])
    expect(pathOf(blocks[1])).toEqual(['H'])
    expect(blocks[4]).toMatchObject({ strength: 0.5 })
  })

  it('are opened by headings of HTML', () => {
    const text =
      '<div align="center">\n\n<h1 align="center">\n  <img src="a"> My <b>Proj</b> &amp; co\n</h1>\n\nx\n\n</div>\n\n## A\n\ny'
    const { blocks } = read(text)
    expect(blocks.map(({ kind }) => kind)).toEqual(['html', 'html', 'paragraph', 'html', 'heading', 'paragraph'])
    expect(blocks[1]).toMatchObject({ keepWithNext: true })
    expect(pathOf(blocks.at(-1))).toEqual(['My Proj & co', 'A'])
    for (const other of ['<h1><img src="a"></h1>', '<h1>a</h1> b', '<h1>a</h1><h2>b</h2>', '<header>a</header>']) {
      expect(pathOf(read(`${other}\n\nx`).blocks[1])).toEqual([])
    }
  })

  it('are not opened by headings inside of other blocks', () => {
    const text = '# a\n\n> # quoted\n>\n> text\n\n- # item\n\nend'
    const { blocks } = read(text)
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'quote', 'list', 'paragraph'])
    expect(pathOf(blocks.at(-1))).toEqual(['a'])
    expect(pathOf([...blocks[1]!.split!()].at(-1))).toEqual(['a', 'quoted'])
  })

  it('lose their heading lines where the option says so, and say it', () => {
    const text = '# a\n\nx\n\n#### b\n\ny'
    const { blocks, dropped } = read(text, { includeHeading: false, headerLevels: [1] })
    expect(dropped.map(({ span }) => text.slice(span.start, span.end))).toEqual(['# a'])
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'paragraph'])
    expect(pathOf(blocks[0])).toEqual(['a'])
    const anchored = read('# A\n\n<a id="x"></a>\n\n<!-- y -->\n## B\n\ntext b', { includeHeading: false })
    expect(anchored.blocks.map(({ kind }) => kind)).toEqual(['paragraph'])
    expect(anchored.dropped).toHaveLength(4)
  })
})

describe('what is no heading', () => {
  it.each([
    ['a comment in a fence', '```sh\n# a\n```', 'fence'],
    ['a comment in a fence of tildes', '~~~\n# a\n~~~', 'fence'],
    ['a line of display math', '$$\n# a\n\nb\n$$', 'math'],
    ['a line of bracketed math', '\\[\n# a\n\\]', 'math'],
    ['a line of an environment', '\\begin{align}\na\n- b\n\\end{align}', 'math'],
    ['a heading in details', '<details>\n<summary>s</summary>\n\n# a\n\nb\n\n</details>', 'element'],
    ['front matter', '---\ntitle: a\n---', 'front-matter'],
    ['TOML front matter', '+++\ntitle = "a"\n+++', 'front-matter'],
    ['a comment of HTML', '<!--\n\n# a\n\n-->', 'html'],
    ['the content of a container', ':::tip\n# a\n:::', 'directive'],
  ])('%s', (_, text, kind) => {
    expect(kinds(text)).toEqual([kind])
  })
})

describe('dialects', () => {
  it.each([
    ['a rule at the beginning is no front matter', '---\n\ntext\n\n---', ['rule', 'paragraph', 'rule']],
    ['dollars that are not closed are text', '$$ is the process id\n\n# a', ['paragraph', 'heading']],
    ['a footnote has the blocks indented under it', '[^1]: a\n\n    b\n\nc', ['footnote', 'paragraph']],
    ['a callout is a quote with a name', '> [!NOTE]\n> a', ['callout']],
    ['containers nest by their colons', '::::a\n:::b\nc\n:::\n::::\nd', ['directive', 'paragraph']],
    ['a container that is not closed is text', ':::a\nb\n\n# c', ['paragraph', 'heading']],
    ['colons in a fence close nothing', ':::a\n```\n:::\n```\n:::', ['directive']],
    ['details that are not closed stay apart', '<details>\n\n# a\n\nb', ['html', 'heading', 'paragraph']],
    ['a table may interrupt a paragraph', 'a\n| b | c |\n|---|---|\n| d | e |', ['paragraph', 'table']],
    ['a table without outer pipes', 'a | b\n--|--\nc | d\n\ne', ['table', 'paragraph']],
    ['definitions are blocks', '[a]: /b\n[c]: /d "e"\n\nf', ['definition', 'definition', 'paragraph']],
    ['a byte order mark hides no heading', '\ufeff# a', ['heading']],
    ['import is a word', 'import the file\n\n{a}', ['paragraph', 'paragraph']],
  ])('%s', (_, text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })

  it('reads modules and elements of MDX by media type or file name', () => {
    const text = 'import A from "a"\nimport B from "b"\n\n<Tabs\n  a={1}\n>\n\n# b\n\n</Tabs>\n\n{/* c */}'
    const expected = ['module', 'html', 'heading', 'html', 'html']
    expect(kinds(text, { mediaType: 'text/mdx' })).toEqual(expected)
    expect(kinds(text, { uri: 'file:///a/b.MDX#L1' })).toEqual(expected)
  })

  it.each([
    ['a fence after a tag', '<Tab a="b">\n```sh\na\n\n# b\n```\n</Tab>\n\n## c', ['html', 'fence', 'html', 'heading']],
    [
      'an indented fence',
      '<A>\n  <B>\n    ```sh\n    # a\n\n    b\n    ```\n  </B>\n</A>',
      'html html fence html html',
    ],
    ['code over blank lines', 'export const a = {\n b: "}",\n\n  # c\n}\n\n# d', ['module', 'heading']],
    ['a template over blank lines', 'export const a = `{\n\n# c`\n\n# d', ['module', 'heading']],
    ['code that nothing closes', 'export const a = {\n\n# d', ['module', 'heading']],
    ['a comment', 'a\n{/* c\n\n# d }\n*/}\n# e', ['paragraph', 'html', 'heading']],
    ['an arrow in a tag', '<A b={() => {\n\n# c\n}}>\ntext\n</A>', ['html', 'paragraph', 'html']],
    ['tags with text are a paragraph', '<A>it</A> is {a}\n# b\n\n{a} b', ['paragraph', 'heading', 'paragraph']],
    ['a tag that nothing closes', '<A b={\n\n# c', ['paragraph', 'heading']],
  ])('of MDX: %s', (_, text, expected) => {
    expect(kinds(text, { uri: 'a.mdx' })).toEqual(typeof expected === 'string' ? expected.split(' ') : expected)
  })

  it('takes the title of front matter for the context, once', () => {
    const text = '---\ntitle: "My: Guide" # x\n---\n\n# Start\n\na'
    expect(read(text).blocks.map(pathOf)).toEqual([['My: Guide'], ['My: Guide', 'Start'], ['My: Guide', 'Start']])
    expect(read('---\ntitle: A\n---\n# A\n\n## B').blocks.map(pathOf)).toEqual([['A'], ['A'], ['A', 'B']])
    expect(pathOf(read(text, {}, { title: 'Other' }).blocks[0])).toEqual(['Other'])
  })

  it.each([
    '---\nog:image: /a.png\ntitle: T\n---',
    '---\n"og:title": x\ntitle: T\n---',
    "---\n'it''s: #1' : x\ntitle: T\n---",
    '---\n@context: x\ntitle: T\n---',
    '---\n/path: x\ntitle: T\n---',
    '---\n404: x\ntitle: T\n---',
    '---\nseveral plain words: x\ntitle: T\n---',
    '---\n{title: T}\n---',
    '---\n{ "a": [1, 2], "title": "T", b: c }\n---',
    '---\n{\n  a: b\n}\ntitle: T\n...',
    '+++\ntitle = "T"\n[a]\ntitle = "wrong"\n+++',
    '+++\ntitle = """T"""\n+++',
    "+++\na = 1 # '''\ntitle = '''\nT'''\n+++",
    '+++\na = """\n+++\ntitle = "wrong"\n"""\ntitle = "T"\n+++',
  ])('reads the front matter %j', (text) => {
    const { blocks } = read(`${text}\n\nText.`)
    expect(blocks.map(({ kind }) => kind)).toEqual(['front-matter', 'paragraph'])
    expect(pathOf(blocks[1])).toEqual(['T'])
  })

  it.each(['[a]: /b', '- a: b', '> a: b', 'Well, note: this', '{% a %}', '**a**: b', '+++\n[a]\ntitle = "b"\n+++'])(
    'finds no title in %j',
    (text) => {
      const whole = text.startsWith('+++') ? text : `---\n${text}\n---`
      expect(read(`${whole}\n\na`).blocks.map(pathOf).at(-1)).not.toContain('b')
      expect(kinds(`---\n${text}\n---`)[0]).toBe('rule')
    },
  )

  it('sets front matter apart from what follows', () => {
    const { blocks } = read('---\na: b\n...\ntext')
    expect(blocks[1]).toMatchObject({ kind: 'paragraph', strength: 0.95 })
  })
})

describe('parts', () => {
  it('of a table are the header and its rows, opened by the header', () => {
    const text = 'x\n\n- | a | b |\n  |---|---|\n  | 1 | 2 |\n  | 3 | 4 |'
    const table = [...[...read(text).blocks[1]!.split!()][0]!.split!()][0]!
    expect([...table.split!()].map((part) => shown(text, part))).toEqual([
      '- | a | b |\n  |---|---|',
      '  | 1 | 2 |',
      '  | 3 | 4 |',
    ])
    expect(table.wrap!(true)).toEqual({ open: '  | a | b |\n  |---|---|\n', close: '' })
  })

  it('of a wide table repeat the header without its padding', () => {
    const pad = ' '.repeat(150)
    const text = `| a${pad} | b${pad} |\n|:${'-'.repeat(150)}|${'-'.repeat(150)}|\n| 1 | 2 |`
    expect(read(text).blocks[0]!.wrap!(true).open).toBe('| a | b |\n|:---|---|\n')
  })

  it.each([
    ['```js {1}\na\n```', '```js {1}\n', '\n```'],
    ['~~~~\r\na\r\n~~~~', '~~~~\r\n', '\r\n~~~~'],
    ['> - ```\n>   a\n>   ```', '>   ```\n', '\n>   ```'],
    ['1. ~~~\n   a', '   ~~~\n', '\n   ~~~'],
    ['\t- ```py\n\t  a\n\t  ```', '\t  ```py\n', '\n\t  ```'],
  ])('of the fence %j are a fence again', (text, open, close) => {
    let [block] = read(`- x\n\n${text}`).blocks.slice(-1)
    while (block && block.kind !== 'fence') block = [...block.split!()].at(-1)
    expect(block?.wrap?.(true)).toEqual({ open, close })
  })

  it('of a fence with a long info string keep its language', () => {
    const long = 'title="a/very/long/path/to/some/file.js"'
    expect(read(`\`\`\`js ${long}\na\n\`\`\``).blocks[0]!.wrap!(true).open).toBe('```js\n')
    expect(read(`~~~${long}\na\n~~~`).blocks[0]!.wrap!(true).open).toBe('~~~\n')
  })

  it.each([
    ['$$\n\\begin{aligned}\na\n\\end{aligned}\n$$', '$$\n\\begin{aligned}\n', '\n\\end{aligned}\n$$'],
    ['$$\\begin{array}{cc}\na\n\\end{array}$$', '$$\n\\begin{array}{cc}\n', '\n\\end{array}\n$$'],
    ['> \\[\n> \\begin{a}\n> b\n> \\end{a} \\]', '> \\[\n> \\begin{a}\n', '\n> \\end{a}\n> \\]'],
    ['\\begin{alignat}{2}\na\n\\end{alignat}', '\\begin{alignat}{2}\n', '\n\\end{alignat}'],
    ['$$\n\\begin{a}\nb\n\\end{a} c\n$$', '$$\n', '\n$$'],
  ])('of the formula %j are a formula again', (text, open, close) => {
    const [block] = read(text).blocks
    const formula = block!.kind === 'quote' ? [...block!.split!()][0]! : block!
    expect(formula.wrap!(true)).toEqual({ open, close })
  })

  it('of math and containers are closed and opened', () => {
    expect(read('$$\na\n\nb\n$$').blocks[0]!.wrap!(true)).toEqual({ open: '$$\n', close: '\n$$' })
    expect(read('::: tip A\na\n:::').blocks[0]!.wrap!(true)).toEqual({ open: '::: tip A\n', close: '\n:::' })
    expect(read('> [!NOTE] A\n> b').blocks[0]!.wrap!(true)).toEqual({ open: '> [!NOTE] A\n', close: '' })
    expect(read(`> [!NOTE] ${'A '.repeat(50)}\n> b`).blocks[0]!.wrap!(true).open).toBe('> [!NOTE]\n')
  })

  it('inherit the strength of the cut before the whole and what keeps its end', () => {
    const [list] = read('> a\n\n- b c\n- d').blocks.slice(1)
    let first: Block | undefined = list
    while (first?.split) [first] = first.split()
    expect(first?.strength).toBe(list?.strength)
    const [heading] = read(`# ${'long '.repeat(9)}`).blocks
    let last: Block | undefined = heading
    while (last?.split) last = [...last.split()].at(-1)
    expect(last?.keepWithNext).toBe(true)
  })
})

describe('options', () => {
  it.each([
    { headerLevels: [0] },
    { headerLevels: [7] },
    { headerLevels: [1.5] },
    { headerLevels: 2 },
    { splitCodeBlocks: 'no' },
    { includeHeading: 1 },
  ])('%j is refused', (options) => {
    expect(() => markdownStrategy.validate!(options as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    )
  })

  it('may ask for no heading level at all', () => {
    expect(read('# a\n\n# b', { headerLevels: [] }).blocks.every(({ strength }) => strength < 0.9)).toBe(true)
  })
})
