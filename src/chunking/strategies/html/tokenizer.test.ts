import { decodeHTMLAttribute } from 'entities/decode'
import fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenizer.js'

describe('the tokens of a page', () => {
  it('have their places in the source', () => {
    const source = 'a &lt; <b class="x" id=y>c</b ><!-- d --><br/>'
    expect(read(source).map(({ start, end }) => source.slice(start, end))).toEqual([
      'a ',
      '&lt;',
      ' ',
      '<b class="x" id=y>',
      'c',
      '</b >',
      '<!-- d -->',
      '<br/>',
    ])
  })

  it('are text where a "<" begins nothing', () => {
    expect(said('a < b <3 <')).toEqual(['text a < b <3 <'])
    expect(said('a</')).toEqual(['text a</'])
  })

  it('have attributes in any form', () => {
    expect(said('<a b c=d e = "f>g" h=\'i\' j=k/ =l m=>')).toEqual(['open a b= c=d e=f>g h=i j=k/ =l= m='])
  })

  it('close themselves only with "/>"', () => {
    expect(said('<a/>')).toEqual(['open a /'])
    expect(said('<a / >')).toEqual(['open a'])
    expect(said('<a b=c/>')).toEqual(['open a b=c/'])
  })

  it('end comments as browsers do', () => {
    expect(said('<!-->a<!--->b<!-- -- --!>c<!-----d-->e')).toEqual([
      'comment <!-->',
      'text a',
      'comment <!--->',
      'text b',
      'comment <!-- -- --!>',
      'text c',
      'comment <!-----d-->',
      'text e',
    ])
    expect(said('<!x>a<?y?>b</ z>c</>d')).toEqual([
      'comment <!x>',
      'text a',
      'comment <?y?>',
      'text b',
      'comment </ z>',
      'text c',
      'text d',
    ])
    expect(said('a<!-- b')).toEqual(['text a', 'comment <!-- b'])
  })

  it('are text inside elements that hold nothing else', () => {
    expect(said('<script>a<b>"</script >c')).toEqual(['open script', 'text a<b>"', 'close script', 'text c'])
    expect(said('<TITLE>a<b>&amp;</b></title>')).toEqual(['open TITLE', 'text a<b>&</b>', 'close title'])
    expect(said('<style>a</styles>&amp;')).toEqual(['open style', 'text a</styles>&amp;'])
    expect(said('<plaintext>a</plaintext>')).toEqual(['open plaintext', 'text a</plaintext>'])
  })

  it('are a comment for CDATA outside of pictures, and text in XHTML', () => {
    expect(said('<![CDATA[a>b]]>')).toEqual(['comment <![CDATA[a>', 'text b]]>'])
    expect(said('<![CDATA[a>b]]>c', true)).toEqual(['text a>b', 'text c'])
  })

  it('say where a document ends inside a tag', () => {
    for (const tag of ['<a', '<a b="c', '</a', '<!doctype'])
      expect(said(`x${tag}`)).toEqual(['text x', `unfinished ${tag}`])
  })

  it('are those of htmlparser2', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
        // Ends whatever is open: what a document ends inside of is reported differently.
        const source = `${pieces.join('')}>"'>-->`
        expect(joined(said(source))).toEqual(joined(readByHtmlparser2(source)))
      }),
      { numRuns: 3000 },
    )
  })

  it('cover the source', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES, '<![CDATA[', '</>', '&'), { maxLength: 30 }), (pieces) => {
        const source = pieces.join('')
        let position = 0
        for (const { start, end } of read(source)) {
          expect(source.slice(position, start).replaceAll('</>', '')).toBe('')
          position = end
        }
        expect(source.slice(position).replaceAll('</>', '')).toBe('')
      }),
    )
  })
})

/** Without what htmlparser2 reads differently from browsers: CDATA, references behind `</` in text. */
const PIECES = [
  ...[
    '<a>',
    '<p ',
    '<b',
    '</a>',
    '</p ',
    '</',
    '<',
    '>',
    '/>',
    '<br/>',
    '<!--',
    '-->',
    '--!>',
    '-',
    '<!',
    '<?',
    '<!doctype html>',
  ],
  ...[' x="', '"', " y='", "'", ' z=', '=', ' w', 'word ', '\n', 'é', '1'],
  ...['<script>', '</script>', '<title>', '</title>', '<style', '<textarea>', '</textarea>', '<xmp>', '</xmp>'],
]

interface Token {
  start: number
  end: number
  said: string
}

function read(source: string, xhtml = false): Token[] {
  const tokens: Token[] = []
  let tag: Token = { start: 0, end: 0, said: '' }
  const add = (start: number, end: number, said: string) => tokens.push({ start, end, said })
  tokenize(
    source,
    {
      inForeign: false,
      text: (start, end) => add(start, end, `text ${source.slice(start, end)}`),
      reference: (start, end, text) => add(start, end, `text ${text}`),
      beginStartTag: (name, start) => {
        tag = { start, end: start, said: `open ${name}` }
      },
      attribute: (nameStart, nameEnd, valueStart, valueEnd) => {
        tag.said += attribute(source.slice(nameStart, nameEnd), decodeHTMLAttribute(source.slice(valueStart, valueEnd)))
      },
      endStartTag: (end, selfClosing) => {
        tokens.push({ ...tag, end, said: tag.said + (selfClosing ? ' /' : '') })
      },
      endTag: (name, start, end) => add(start, end, `close ${name}`),
      comment: (start, end) => add(start, end, `comment ${source.slice(start, end)}`),
      doctype: (start, end) => add(start, end, 'doctype'),
      unfinished: (start) => add(start, source.length, `unfinished ${source.slice(start)}`),
    },
    xhtml,
  )
  return tokens
}

function attribute(name: string, value: string): string {
  return ` ${name}=${value}`
}

/** What is read, with neighbouring texts as one where a reference stands between them. */
function said(source: string, xhtml = false): string[] {
  const lines: string[] = []
  let position = -1
  for (const { start, end, said } of read(source, xhtml)) {
    if (said.startsWith('text ') && start === position) lines.push(lines.pop()! + said.slice('text '.length))
    else lines.push(said)
    position = said.startsWith('text ') ? end : -1
  }
  return lines
}

/** Neighbouring texts as one, comments without what they say, tags without `/`, which `/ >` is for htmlparser2 too. */
function joined(lines: readonly string[]): string[] {
  const all: string[] = []
  for (const line of lines) {
    const before = all.at(-1)
    if (line.startsWith('comment')) all.push('comment')
    else if (line.startsWith('text ') && before?.startsWith('text ')) all[all.length - 1] += line.slice('text '.length)
    else all.push(line.replace(/ \/$/, ''))
  }
  return all
}

function readByHtmlparser2(source: string): string[] {
  const lines: string[] = []
  let tag = ''
  let name = ''
  let value = ''
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => lines.push(`text ${source.slice(start, end)}`),
      ontextentity: (codePoint) => lines.push(`text ${String.fromCodePoint(codePoint)}`),
      onopentagname: (start, end) => {
        tag = `open ${source.slice(start, end)}`
      },
      onattribname: (start, end) => {
        name = source.slice(start, end)
        value = ''
      },
      onattribdata: (start, end) => {
        value += source.slice(start, end)
      },
      onattribentity: (codePoint) => {
        value += String.fromCodePoint(codePoint)
      },
      onattribend: () => {
        tag += attribute(name, value)
      },
      onopentagend: () => lines.push(tag),
      onselfclosingtag: () => lines.push(`${tag} /`),
      onclosetag: (start, end) => lines.push(`close ${source.slice(start, end)}`),
      oncomment: () => lines.push('comment'),
      ondeclaration: () => lines.push('doctype'),
      oncdata: () => lines.push('comment'),
      onprocessinginstruction: () => lines.push('comment'),
      onend: () => {},
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return lines
}
