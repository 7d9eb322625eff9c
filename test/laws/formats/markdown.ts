import fc from 'fast-check'

const words = fc
  .array(
    fc.constantFrom(
      'alpha',
      'Beta.',
      '**gamma**',
      '[d](e)',
      '`f`',
      'naïve',
      '学習。',
      '👩‍👩‍👧',
      '$x$',
      '\u00a0',
      '|',
      ':',
    ),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  .map((parts) => parts.join(' '))
const block = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 7 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  words,
  words.map((text) => `${text}\n===`),
  fc
    .tuple(fc.constantFrom('```', '~~~~', '```js'), fc.array(words, { maxLength: 6 }), fc.boolean())
    .map(([fence, lines, closed]) => [fence, ...lines, ...(closed ? [fence.replace('js', '')] : [])].join('\n')),
  fc
    .array(words, { minLength: 1, maxLength: 6 })
    .map((rows) => `| a | b |\n|---|:-:|\n${rows.map((row) => `| ${row} | 1 |`).join('\n')}`),
  fc.array(words, { minLength: 1, maxLength: 4 }).map((lines) => `$$\n${lines.join('\n')}\n$$`),
  words.map((text) => `[^n]: ${text}\n\n    ${text}`),
  words.map((text) => `:::note ${text}\n${text}\n\n- ${text}\n:::`),
  words.map((text) => `<details>\n<summary>${text}</summary>\n\n## ${text}\n\n${text}\n\n</details>`),
  words.map((text) => `> [!TIP] ${text}\n> ${text}\n>\n> ${text}`),
  fc.constantFrom(
    '---',
    '* * *',
    '[a]: /b "c"',
    '<!-- x -->',
    '<div>',
    '</div>',
    ':::',
    '$$',
    '\\[ x',
    '<Tab\n a={b}\n/>',
    '\f',
    '\u2028x',
  ),
)
const container = fc.constantFrom('> ', '- ', '1. ', '  ', '    ', '\t', '[^x]: ', '')
const nested = fc.tuple(fc.array(container, { maxLength: 4 }), block).map(([markers, text]) => {
  const rest = markers.map((marker) => (marker === '> ' ? '> ' : ' '.repeat(marker.length))).join('')
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? markers.join('') : rest) + line)
    .join('\n')
})
/** Documents of every block, nested, with front matter, byte order marks and any line break. */
export const markdown: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '\ufeff', '---\ntitle: "T"\n---\n', '+++\ntitle = "T"\n+++\n', '---\na\n'),
    fc.array(fc.tuple(nested, fc.constantFrom('\n', '\n\n', '\n \n\n')), { maxLength: 12 }),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([start, blocks, lineBreak]) => (start + blocks.flat().join('')).replaceAll('\n', lineBreak))

const line = words.map((text) => text.replaceAll('|', '/'))
const fence = fc
  .tuple(fc.constantFrom('```js', '~~~', '`````'), fc.array(line, { minLength: 1, maxLength: 12 }))
  .map(([open, lines]) => [open, ...lines, open.replace('js', '')].join('\n'))
const table = fc
  .array(fc.tuple(line, line), { minLength: 1, maxLength: 9 })
  .map((rows) => ['| a | b |', '|---|---|', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'))

/** Documents of headings, paragraphs, closed fences and tables at the top level. */
export const wellFormed: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fence,
      table,
      line,
      line.map((text) => `## ${text}`),
    ),
    { maxLength: 8 },
  )
  .map((blocks) => blocks.join('\n\n'))

/** What is broken in a chunk of such a document: a fence that is not closed, a row without its header. */
export function brokenBlocks(chunk: string): string[] {
  const broken: string[] = []
  let fence: string | undefined
  let inTable = false
  for (const text of chunk.split('\n')) {
    const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
    if (fence !== undefined) {
      if (mark !== undefined && text === fence) fence = undefined
    } else if (mark !== undefined) fence = mark
    else if (text.startsWith('|')) {
      if (!inTable && text !== '| a | b |') broken.push(text)
      inTable = true
      continue
    }
    inTable = false
  }
  return fence === undefined ? broken : [...broken, fence]
}
