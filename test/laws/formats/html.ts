import fc from 'fast-check'

const word = fc.constantFrom(
  'alpha',
  'Beta',
  'x',
  '日本語のページ',
  'naïve',
  '👩‍👩‍👧',
  '&amp;',
  'a&lt;b',
  '&nbsp;',
  '3.5',
  'end.',
  'Why?',
)
const gap = fc.constantFrom(' ', '\n', '\r\n  ', ' <!-- c --> ', '')
const prose = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 12 }).map((list) => list.flat().join(''))

const { block } = fc.letrec<{ inline: string; block: string; flow: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    prose,
    fc
      .tuple(fc.constantFrom('b', 'em', 'a', 'span', 'my-tag', 'code'), tie('inline'))
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    fc.tuple(prose, tie('inline')).map((parts) => parts.join('')),
    fc.constantFrom('<br>', '<img src="a>b">', '<i></i>', '<span hidden>no</span>', '<svg><path d="m"/></svg>'),
  ),
  flow: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((list) => list.join('\n')),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('inline').map((text) => `<p class="a">${text}</p>`),
    fc.tuple(fc.integer({ min: 1, max: 6 }), tie('inline')).map(([level, text]) => `<h${level}>${text}</h${level}>`),
    fc
      .tuple(fc.constantFrom('div', 'section', 'article', 'blockquote', 'details', 'nav', 'main'), tie('flow'))
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`),
    fc
      .array(tie('inline'), { minLength: 1, maxLength: 4 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('\r\n')}</ul>`),
    fc
      .array(tie('flow'), { minLength: 1, maxLength: 2 })
      .map((items) => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`),
    fc.array(fc.array(prose, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }).map(table),
    prose.map((text) => `<pre>\n  ${text}\n    ${text}</pre>`),
    fc.tuple(prose, prose).map(([term, text]) => `<dl><dt>${term}</dt><dd>${text}</dd></dl>`),
    tie('inline'),
    fc.constantFrom('<hr>', '<script>if (a<b) "</p>"</script>', '<style>p{}</style>', '<div></div>', '<!-- <p> -->'),
  ),
}))

function table(rows: string[][]): string {
  const [head, ...body] = rows.map((cells, row) =>
    cells.map((cell) => (row === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join(''),
  )
  return `<table><caption>t</caption><thead><tr>${head}</tr></thead><tbody>${body.map((cells) => `<tr>${cells}</tr>`).join('\n')}</tbody></table>`
}

/** Well-formed pages of every kind of element. */
export const page: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '\ufeff', '<!doctype html>\n<title>T</title>'), fc.array(block, { maxLength: 6 }))
  .map(([head, blocks]) => head + blocks.join('\n'))

const shard = fc.constantFrom(
  '<',
  '</',
  '>',
  '<!--',
  '-->',
  '&',
  '&#x',
  '"',
  "'",
  '<table>',
  '<td>',
  '</p>',
  '</div>',
  '<div',
  '<b>',
  '</b>',
  '<pre>',
  '</script>',
  '<title>',
  '<svg>',
  '<![CDATA[',
  '\0',
  '\ud800',
  '\r',
  '<p hidden>',
  '<li>',
  '<select><option>',
)

/** Pages with pieces cut out, doubled and put in. */
export const brokenPage: fc.Arbitrary<string> = fc
  .tuple(page, fc.array(fc.tuple(fc.nat(), fc.nat(20), shard), { maxLength: 8 }))
  .map(([text, cuts]) =>
    cuts.reduce((broken, [at, length, added]) => {
      const start = broken.length === 0 ? 0 : at % broken.length
      return broken.slice(0, start) + added + broken.slice(start + length)
    }, text),
  )
