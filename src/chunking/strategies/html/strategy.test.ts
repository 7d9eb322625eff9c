import { describe, expect, it } from 'vitest'
import { pairTokenizer } from '../../../../test/laws/tokenizers.js'
import { type Chunk, type ChunkReport, locate } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { type HtmlOptions, htmlStrategy, metadata } from './index.js'

async function report(text: string, options: HtmlOptions = {}, mediaType = 'text/html'): Promise<ChunkReport> {
  return new StrategyChunker('html', htmlStrategy, metadata, options).chunkWithReport({ text, mediaType })
}

async function chunks(text: string, options: HtmlOptions = {}): Promise<Chunk[]> {
  return (await report(text, options)).chunks
}

async function texts(text: string, options: HtmlOptions = {}): Promise<string[]> {
  return (await chunks(text, options)).map((chunk) => chunk.text)
}

function headings(chunk: Chunk): string[] {
  return chunk.context.filter((part) => part.kind === 'heading').map((part) => part.text)
}

describe('rendered text', () => {
  it('keeps inline elements in their place', async () => {
    const page = '<p>It is <strong>quite</strong> a <a href="/x">linked</a>, <i>slan</i>ted line.</p>'
    expect(await texts(page)).toEqual(['It is quite a linked, slanted line.'])
  })

  it('collapses white space as a browser does', async () => {
    const page = '<p>\n  one\t two<b> three </b> four <br>\r\n five</p> <p>six&nbsp; seven</p>'
    expect(await texts(page)).toEqual(['one two three four\nfive\n\nsix\u00a0 seven'])
  })

  it('separates blocks by lines and cells by tabs', async () => {
    const page = '<div>a</div><div>b</div><table><tr><td>1</td><td></td><td>2</td></tr><tr><td>3</td></tr></table>'
    expect(await texts(page)).toEqual(['a\nb\n1\t\t2\n3'])
  })

  it('keeps white space and indents in preformatted text', async () => {
    const page = '<pre>\n  if (a &lt; b) {\n\n    run()\r\n  }\n</pre><p>x</p>'
    expect(await texts(page)).toEqual(['  if (a < b) {\n\n    run()\n  }\n\nx'])
  })

  it('decodes entities, also broken ones and those of two characters', async () => {
    expect(await texts('<p>&lt;&amp;&amp &#x1F600; &notit; &NotEqualTilde; &unknown; &#0;</p>')).toEqual([
      '<&& 😀 ¬it; ≂̸ &unknown; \ufffd',
    ])
  })

  it('joins words that only inline tags stand between', async () => {
    expect(await texts('a<b>b</b><!-- c -->c<wbr>d')).toEqual(['abcd'])
  })

  it('reads text of svg and math, but not their titles and annotations', async () => {
    const page =
      '<svg><title>no</title><text>one</text><text>two</text><path/></svg>' +
      '<math><mi>x</mi><mo>=</mo><annotation>no</annotation></math>'
    expect(await texts(page)).toEqual(['one\ntwo\nx='])
  })
})

describe('what a page does not show', () => {
  it('is dropped with a reason', async () => {
    const page =
      '<!doctype html><html><head><meta charset=utf-8><title>T</title><style>p{}</style></head><body>' +
      '<script>if (a<b) x()</script><p>a<span hidden>h</span><span style="color:red; display : none">s</span></p>' +
      '<noscript>n</noscript><template>t</template><!-- c --><p>b</p><dialog>d</dialog></body></html>'
    const { chunks: found, dropped } = await report(page)
    expect(found.map((chunk) => chunk.text)).toEqual(['a\n\nb'])
    expect(dropped.map(({ reason }) => reason)).toEqual([
      'document type',
      'document head; its title is kept as context',
      'script is not displayed',
      'hidden',
      'hidden',
      'noscript is not displayed',
      'template is not displayed',
      'comment',
      'closed dialog',
    ])
  })

  it('does not cut the text around it', async () => {
    expect(await texts('<p>a</p><script>x</script><!-- y --><p>b</p>')).toEqual(['a\n\nb'])
  })

  it('leaves details, open dialogs and hidden="until-found" in', async () => {
    const page = '<details><summary>s</summary>d</details><dialog open>o</dialog><p hidden="until-found">u</p>'
    expect(await texts(page)).toEqual(['s\nd\no\n\nu'])
  })

  it('includes elements named by removeTags, whose lines still break', async () => {
    const { chunks: found, dropped } = await report('a<nav>x</nav>b<sup>1</sup>c', { removeTags: ['NAV', 'sup'] })
    expect(found.map((chunk) => chunk.text)).toEqual(['a\nbc'])
    expect(dropped).toEqual([
      { span: { start: 1, end: 13 }, reason: 'removeTags: nav' },
      { span: { start: 14, end: 26 }, reason: 'removeTags: sup' },
    ])
  })

  it('may be all there is', async () => {
    expect((await report('<div><img src=x></div>')).dropped).toEqual([
      { span: { start: 0, end: 22 }, reason: 'markup without text' },
    ])
    expect((await report('<title>Only</title>')).chunks).toEqual([])
    expect((await report(' \n ')).dropped).toEqual([])
  })
})

describe('structure', () => {
  it('cuts at headings and keeps the whole path of them', async () => {
    const page = '<title>Book</title><h1>Chapter</h1><p>Intro.</p><h2>Part</h2><p>Body.</p><h1>Next</h1>End.'
    const found = await chunks(page)
    expect(found.map((chunk) => chunk.text)).toEqual(['Chapter\n\nIntro.', 'Part\n\nBody.', 'Next\nEnd.'])
    expect(found.map(headings)).toEqual([['Chapter'], ['Chapter', 'Part'], ['Next']])
    expect(found[0]!.context[0]).toEqual({ kind: 'title', text: 'Book' })
  })

  it('cuts at sections, whose headings do not reach out of them', async () => {
    const page =
      '<h1>A</h1><section><h2>B</h2><p>b</p></section><p>a</p><article><p>c</p></article><article>d</article>'
    const found = await chunks(page)
    expect(found.map((chunk) => chunk.text)).toEqual(['A\nB\n\nb', 'a', 'c', 'd'])
    expect(found.map(headings)).toEqual([['A', 'B'], ['A'], ['A'], ['A']])
  })

  it('nests pages that use nothing but h1 by their sections', async () => {
    const page = '<article><h1>A</h1><p>a</p><section><h1>B</h1><p>b</p></section></article>'
    expect((await chunks(page)).map(headings)).toEqual([['A'], ['A', 'B']])
  })

  it('finds headings inside wrappers and takes them as introductions', async () => {
    const page = `<div><header><h2>Title¶</h2></header><p>${'word '.repeat(30)}</p></div><div><h2>Other</h2></div><p>x</p>`
    const found = await chunks(page, { maxSize: 100 })
    expect(found[0]!.text.startsWith('Title¶\n\nword')).toBe(true)
    expect(found.map(headings)).toEqual([['Title'], ['Title'], ['Other']])
  })

  it.each([
    ['sections', '<section>', '<h2>A</h2>', '<h2>B</h2>', '</section>'],
    ['articles', '<article>', '<h2>A</h2>', '<h2>B</h2>', '</article>'],
    ['divisions', '<div>', '<h2>A</h2>', '<h2>B</h2>', '</div>'],
    ['headers', '<section>', '<header><h2>A</h2></header>', '<header><h2>B</h2></header>', '</section>'],
    ['deep wrappers', '<div>', '<div><div><h2>A</h2></div></div>', '<div><div><h2>B</h2></div></div>', '</div>'],
  ])('cuts before %s that are larger than a chunk, with their heading', async (_, open, a, b, close) => {
    const prose = (sentences: number) => `<p>${'This is one sentence of text. '.repeat(sentences)}</p>`
    const page = open + a + prose(5) + close + open + b + prose(8) + prose(8) + close
    for (const options of [{ maxSize: 420 }, { maxSize: 510, stripTags: false }]) {
      const found = await chunks(page, options)
      expect(found.length).toBeGreaterThan(2)
      expect(found.map(headings)).toEqual(found.map((_, index) => (index === 0 ? ['A'] : ['B'])))
      expect(found.map(({ text }) => /\b[AB]\b/.exec(text)?.[0])).toEqual([
        'A',
        'B',
        ...found.slice(2).map(() => undefined),
      ])
      expect(found[1]!.text).toMatch(options.stripTags === false ? /^(<[^>]*>)+B/ : /^B\n/)
    }
  })

  it('cuts before large sections without headings', async () => {
    const story = `<p>${'New story. '.repeat(8)}</p>`
    const page = `<section><p>Old story.</p></section><section>${story}${story}</section>`
    const found = await texts(page, { maxSize: 150 })
    expect(found.filter((text) => text.includes('Old') && text.includes('New'))).toEqual([])
  })

  it('takes role=heading as a heading of its aria-level', async () => {
    const page =
      '<div role="heading" aria-level="1">A</div><p>a</p><span role=heading>B</span>b<p role="heading" aria-level=3>C</p>c' +
      '<h2 aria-level="1">D</h2>d'
    const found = await chunks(page)
    expect(found.map((chunk) => chunk.text)).toEqual(['A\n\na', 'B\nb', 'C\n\nc', 'D\nd'])
    expect(found.map(headings)).toEqual([['A'], ['A', 'B'], ['A', 'B', 'C'], ['D']])
    expect(await texts('<section role=heading>x</section><p aria-level=1>y</p>z')).toEqual(['x', 'y\n\nz'])
  })

  it('takes headings in the cells of a data table as part of the table, of a layout table as headings', async () => {
    const data = '<table><tr><th>k</th></tr><tr><td><h3>x</h3>1</td></tr><tr><td><h3>y</h3>2</td></tr></table>'
    expect(await texts(data)).toEqual(['k\nx\n1\ny\n2'])
    const layout = '<table><tr><td><h3>x</h3>1</td></tr><tr><td><h3>y</h3>2</td></tr></table>'
    expect(await texts(layout)).toEqual(['x\n1', 'y\n2'])
  })

  it('repeats the header of a table that does not fit', async () => {
    const row = '<tr><td>left</td><td>right</td></tr>'
    const page = `<table><caption>C</caption><thead><tr><th>k</th><th>v</th></tr></thead><tbody>${row.repeat(6)}</tbody></table>`
    const found = await chunks(page, { maxSize: 32 })
    expect(found.map((chunk) => chunk.text)).toEqual([
      'C\nk\tv\nleft\tright\nleft\tright',
      'k\tv\nleft\tright\nleft\tright',
      'k\tv\nleft\tright\nleft\tright',
    ])
    expect(found[1]!.open).toBe('k\tv\n')
  })

  it('takes a first row of header cells as the header', async () => {
    const row = '<tr><td>left</td><td>right</td></tr>'
    const found = await texts(`<table><tr><th>k</th><th>v</th></tr>${row.repeat(4)}</table>`, { maxSize: 20 })
    expect(found.at(-1)).toBe('k\tv\nleft\tright')
  })

  it('keeps list items, terms with definitions and captions together while they fit', async () => {
    const list = `<ul><li>${'a'.repeat(15)}</li><li>${'b'.repeat(15)}</li><li>c</li></ul>`
    expect(await texts(list, { maxSize: 20 })).toEqual(['a'.repeat(15), `${'b'.repeat(15)}\nc`])
    const terms = '<dl><dt>one</dt><dd>first word</dd><dt>two</dt><dd>second</dd></dl>'
    expect(await texts(terms, { maxSize: 16 })).toEqual(['one\nfirst word', 'two\nsecond'])
  })

  it('cuts large paragraphs at sentences and code at lines', async () => {
    const prose = '<p>First <b>one. Second</b> one. Third one is &lt;here&gt;.</p>'
    expect(await texts(prose, { maxSize: 24 })).toEqual(['First one. Second one.', 'Third one is <here>.'])
    expect(await texts('<pre>aaaa\n  bbbb\n\n  cc\n</pre>', { maxSize: 12 })).toEqual(['aaaa\n  bbbb', '  cc'])
  })

  it('reads nested lists, quotes and figures in order and only once', async () => {
    const page =
      '<ul><li>one<ul><li>two</li></ul></li></ul><blockquote><p>three</p>four</blockquote>' +
      '<figure><img alt=x><figcaption>five</figcaption></figure>'
    expect(await texts(page)).toEqual(['one\ntwo\n\nthree\n\nfour\nfive'])
  })
})

describe('source map', () => {
  const page = '<p>1 &lt; 2,\n<b>that</b> is&nbsp;so.</p>'

  it('maps every stretch of the text', async () => {
    const [chunk] = await chunks(page)
    expect(chunk!.text).toBe('1 < 2, that is\u00a0so.')
    expect(chunk!.segments!.map(({ start, end, verbatim }) => [page.slice(start, end), verbatim])).toEqual([
      ['1 ', true],
      ['&lt;', false],
      [' 2,', true],
      ['\n', false],
      ['that', true],
      [' is', true],
      ['&nbsp;', false],
      ['so.', true],
    ])
  })

  it('locates words in the source', async () => {
    const [chunk] = await chunks(page)
    const at = chunk!.text.indexOf('that is')
    expect(locate(chunk!, at, at + 7)).toEqual({ start: page.indexOf('that'), end: page.indexOf('&nbsp;') })
  })

  it('never cuts a character reference', async () => {
    const tokens = { unit: 'tokens', tokenizer: pairTokenizer } as const
    for (const [source, maxSize] of [
      ['<p>one two three a&lt;b&gt;c d&amp;e f</p>', 2],
      ['<p>a&#x1F600;b&#x1F600;</p>', 1],
      ['<p>&NotEqualTilde;&NotEqualTilde;&amp;amp;</p>', 1],
    ] as const) {
      for (const overlap of [0, maxSize - 1]) {
        for (const options of [
          { maxSize, overlap },
          { maxSize, overlap, ...tokens },
        ]) {
          for (const { span, segments } of await chunks(source, options)) {
            expect(segments![0]!.start).toBe(span.start === 0 ? 3 : span.start)
            expect(segments!.at(-1)!.end).toBe(
              source.startsWith('</p>', span.end) ? span.end : Math.min(span.end, source.length - 4),
            )
          }
        }
      }
    }
  })

  it('is right behind a repeated table header', async () => {
    const source = `<table><tr><th>head</th></tr>${'<tr><td>cell</td></tr>'.repeat(3)}</table>`
    const last = (await chunks(source, { maxSize: 10 })).at(-1)!
    expect(last.text).toBe('head\ncell')
    const at = last.text.indexOf('cell')
    expect(locate(last, at, at + 4)).toEqual({ start: source.lastIndexOf('cell'), end: source.lastIndexOf('cell') + 4 })
  })
})

describe('sizes', () => {
  it('are those of the text alone, so that a paragraph that just fits stays whole', async () => {
    expect(await texts('<p>aaaa bbbb</p><p>cccc dddd</p>', { maxSize: 9 })).toEqual(['aaaa bbbb', 'cccc dddd'])
  })
})

describe('stripTags: false', () => {
  it('gives the source of elements as it is', async () => {
    const page = '<h1 class=t>A</h1>\n<p>x &amp; <b>y</b></p><h2>B</h2><ul><li>z</ul>'
    const found = await chunks(page, { stripTags: false })
    expect(found.map((chunk) => chunk.text)).toEqual([
      '<h1 class=t>A</h1>\n<p>x &amp; <b>y</b></p>',
      '<h2>B</h2><ul><li>z</ul>',
    ])
    expect(found.every((chunk) => chunk.segments === undefined)).toBe(true)
  })

  it('makes parts of elements whole', async () => {
    const page = `<ul class="x"><li>${'a'.repeat(20)}</li><li>${'b'.repeat(20)}</li></ul>`
    expect(await texts(page, { stripTags: false, maxSize: 64 })).toEqual([
      `<ul class="x"><li>${'a'.repeat(20)}</li></ul>`,
      `<ul class="x"><li>${'b'.repeat(20)}</li></ul>`,
    ])
  })

  it('repeats the header rows of a table', async () => {
    const row = '<tr><td>left</td><td>right</td></tr>'
    const page = `<table><thead><tr><th>k</th></tr></thead><tbody>${row.repeat(6)}</tbody></table>`
    const found = await texts(page, { stripTags: false, maxSize: 170 })
    expect(found.length).toBeGreaterThan(1)
    for (const text of found)
      expect(text).toMatch(/^<table><thead><tr><th>k<\/th><\/tr><\/thead><tbody><tr>.*<\/tr><\/tbody><\/table>$/)
  })

  it('opens inline elements again that are larger than a chunk', async () => {
    const page = `<p>Start. <b>One two three four. Five six seven eight. Nine ten eleven.</b> End of it.</p>`
    expect(await texts(page, { stripTags: false, maxSize: 50 })).toEqual([
      '<p>Start. <b>One two three four.</b></p>',
      '<p><b>Five six seven eight.</b></p>',
      '<p><b>Nine ten eleven.</b> End of it.</p>',
    ])
  })

  it('leaves out the head, scripts and what removeTags names, with the tags around them', async () => {
    const page =
      '<html><head><title>T</title></head><body><div><nav>n</nav><p>a</p><script>s</script></div><p>b</p></body></html>'
    const { chunks: found, dropped } = await report(page, { stripTags: false, removeTags: ['nav'] })
    expect(found.map((chunk) => chunk.text)).toEqual(['<p>a</p>', '<p>b</p>'])
    expect(dropped.map(({ span }) => page.slice(span.start, span.end)).join('')).toBe(
      '<html><head><title>T</title></head><body><div><nav>n</nav><script>s</script></div></body></html>',
    )
  })

  it('leaves out what the page hides, with the tags around it', async () => {
    const page =
      '<p hidden>a</p><noscript>b</noscript><dialog>c</dialog><div><p>d <i style="display:none">e</i>f</p><p>g</p></div>' +
      '<video src=v>h</video><svg><title>i</title></svg>'
    const { chunks: found, dropped } = await report(page, { stripTags: false })
    expect(found.map((chunk) => chunk.text)).toEqual([
      'd',
      'f',
      '<p>g</p>',
      '<video src=v>h</video><svg><title>i</title></svg>',
    ])
    const reasons = ['hidden', 'noscript is not displayed', 'closed dialog', 'hidden']
    expect(dropped.map(({ reason }) => reason).filter((reason) => !reason.startsWith('tags of'))).toEqual(reasons)
  })

  it('keeps elements without text', async () => {
    expect(await texts('<p>a</p><hr><img src=x>', { stripTags: false })).toEqual(['<p>a</p><hr><img src=x>'])
  })

  it('flags what was not closed', async () => {
    const { chunks: found, warnings } = await report('<div><p>a <b>b</p></div><p>c', { stripTags: false, maxSize: 24 })
    expect(found.map((chunk) => chunk.flags)).toEqual([['recovered'], []])
    expect(warnings).toEqual(['<b> at offset 10 is not closed.'])
  })
})

describe('mainContent', () => {
  const around = (main: string) => `<header>h</header><nav>n</nav>${main}<aside>s</aside><footer>f</footer>`

  it('is main or role=main, without its navigation', async () => {
    const options = { mainContent: true }
    expect(await texts(around('<main><h1>T</h1><nav>toc</nav><p>text</p></main>'), options)).toEqual(['T\n\ntext'])
    expect(await texts(around('<span role="main">text</span>'), options)).toEqual(['text'])
    const raw = await texts(around('<main><p>text</p></main>'), { mainContent: true, stripTags: false })
    expect(raw).toEqual(['<main><p>text</p></main>'])
  })

  it('is else the largest article, else all but what surrounds pages', async () => {
    const articles = '<article>short</article><article><p>much</p><p>longer</p></article>'
    expect(await texts(around(articles), { mainContent: true })).toEqual(['much\n\nlonger'])
    expect(await texts(around('<div>text</div>'), { mainContent: true })).toEqual(['text'])
  })

  it('keeps the headings above it in the context', async () => {
    const options = { mainContent: true }
    const paths = async (page: string) => (await chunks(page, options)).map(headings)
    expect(await paths('<header><h1>T</h1><nav><h2>n</h2></nav></header><p>a</p><h2>B</h2>b')).toEqual([
      ['T'],
      ['T', 'B'],
    ])
    expect(await paths('<header><h1>T</h1></header><aside><h1>s</h1></aside><main><p>a</p><h2>B</h2>b</main>')).toEqual(
      [['T'], ['T', 'B']],
    )
    const post = (name: string) => `<div><header><h2>${name}</h2></header><p>text</p></div>`
    expect(await paths(post('A') + post('B'))).toEqual([['A'], ['B']])
    expect(await paths('<div>a<header hidden><h1>T</h1></header></div>b')).toEqual([[]])
    const [chunk] = await chunks('<header><h1>T</h1></header><p>a</p>', { mainContent: true, stripTags: false })
    expect([chunk!.text, ...headings(chunk!)]).toEqual(['<p>a</p>', 'T'])
  })

  it('lists the rest as dropped', async () => {
    const page = around('<main>m</main>')
    const { dropped } = await report(page, { mainContent: true })
    expect(dropped.map(({ span, reason }) => [page.slice(span.start, span.end), reason])).toEqual([
      ['<header>h</header><nav>n</nav>', 'mainContent: outside'],
      ['<aside>s</aside><footer>f</footer>', 'mainContent: outside'],
    ])
  })
})

describe('broken pages', () => {
  it('closes what the standard lets open', async () => {
    const page = '<ul><li>a<p>b<li>c</ul><dl><dt>d<dd>e<dt>f</dl><table><tr><td>g<td>h<tr><td>i</table>j'
    expect(await texts(page)).toEqual(['a\n\nb\n\nc\nd\ne\nf\ng\th\ni\nj'])
  })

  it('lets end tags reach neither out of table cells nor through blocks', async () => {
    expect(await texts('<div><table><tr><td>a</div>b</td></tr></table>c</div>')).toEqual(['ab\nc'])
    expect(await texts('<b>1<p>2</b>3</p>4')).toEqual(['1\n\n23\n\n4'])
  })

  it('drops an unfinished tag at the end and says so', async () => {
    for (const tag of ['<a href="x', '<a', '</p ', '<a /', '<!doctype']) {
      const { chunks: found, dropped, warnings } = await report(`<p>text ${tag}`)
      expect(found.map((chunk) => chunk.text)).toEqual(['text'])
      expect(dropped).toEqual([{ span: { start: 8, end: 8 + tag.length }, reason: 'unfinished tag at the end' }])
      expect(warnings).toHaveLength(1)
    }
  })

  it('says so when an element that is not shown swallows the rest', async () => {
    const { chunks: found, warnings } = await report('<p>a</p><script>b<p>c</p>')
    expect(found.map((chunk) => chunk.text)).toEqual(['a'])
    expect(warnings).toEqual(['<script> at offset 8 is not closed; the rest of the page is inside it and left out.'])
  })

  it('keeps the context short where a title or heading is not closed', async () => {
    const page = `<title>${'t '.repeat(5000)}</title><h1>${'h '.repeat(5000)}`
    for (const part of (await chunks(page))[0]!.context) expect(part.text.length).toBeLessThanOrEqual(200)
  })

  it('ends svg where HTML begins again', async () => {
    expect(await texts('<svg><svg><text>x<p>y</p>z')).toEqual(['x\n\ny\n\nz'])
  })

  it('takes a lone bracket or ampersand as text', async () => {
    expect(await texts('a < b & c <3 d > e <')).toEqual(['a < b & c <3 d > e <'])
  })

  it('takes text in the head as the beginning of the body', async () => {
    expect(await texts('<head><title>t</title>text<p>more</head>')).toEqual(['text\n\nmore'])
  })

  it('reads a page with a byte order mark', async () => {
    const [chunk] = await chunks('\ufeff<p>a</p>')
    expect(chunk!.text).toBe('a')
  })

  it('reads XHTML as such', async () => {
    const page = '<div>a<script src="x"/><p/>b<![CDATA[ <c> ]]></div>'
    const { chunks: found } = await report(page, {}, 'application/xhtml+xml')
    expect(found.map((chunk) => chunk.text)).toEqual(['a\n\nb <c>'])
  })
})

describe('options', () => {
  it('are checked', () => {
    const make = (options: object) => () => new StrategyChunker('html', htmlStrategy, metadata, options)
    expect(make({ removeTags: 'nav' })).toThrow(/removeTags must be a list/)
    expect(make({ removeTags: ['<nav>'] })).toThrow(/removeTags/)
    expect(make({ stripTags: 'yes' })).toThrow(/stripTags must be true or false/)
    expect(make({ mainContent: 1 })).toThrow(/mainContent/)
    expect(make({ splitTags: ['p'] })).toThrow(/splitTags/)
  })
})
