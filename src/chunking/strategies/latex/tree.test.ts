import { describe, expect, it } from 'vitest'
import type { Node } from './node.js'
import { parseDefinition, parseTree } from './tree.js'
import { Vocabulary } from './vocabulary.js'

/** Nodes as a nested outline: `name[children]`, `!` for recovered ones; empty lines left out. */
function outline(text: string, whole: string[] = []): string {
  const write = (nodes: readonly Node[]): string =>
    nodes
      .filter(({ kind }) => kind !== 'blank')
      .map(({ name, kind, children, recovered }) => {
        const inner = write(children)
        return `${kind === 'group' ? '{}' : name}${recovered ? '!' : ''}${inner === '' ? '' : `[${inner}]`}`
      })
      .join(' ')
  return write(parseTree(text, new Vocabulary(whole)).nodes)
}

function first(text: string): Node {
  return parseTree(text, new Vocabulary()).nodes[0]!
}

describe('parseTree', () => {
  it('nests environments and displays', () => {
    expect(outline('\\begin{a}\\begin{b}\\[x\\]\\end{b}\\end{a}$$y$$')).toBe('a[b[\\[]] $$')
  })

  it('closes an unclosed environment at the end of what holds it', () => {
    expect(outline('\\begin{a}\\begin{b}x\\end{a}\\begin{c}')).toBe('a[b!] c!')
  })

  it('closes crossed environments with a flag and ignores the end that is left over', () => {
    expect(outline('\\begin{a}\\begin{b}\\end{a}\\end{b}\\begin{c}\\end{c}')).toBe('a[b!] c')
    expect(outline('\\end{x}\\begin{c}\\end{c}')).toBe('c')
  })

  it('ends an unclosed environment at the next section instead of swallowing it', () => {
    expect(outline('\\begin{a}x\\section{One}y\\section{Two}')).toBe('a! section section')
    expect(first('\\begin{a}x\n\\section{One}').end).toBe('\\begin{a}x\n'.length)
  })

  it('keeps sections in environments that are closed', () => {
    expect(outline('\\begin{multicols}{2}\\section{A}\\end{multicols}')).toBe('multicols[section]')
  })

  it('makes nodes of braces only around nodes', () => {
    expect(outline('{\\small \\begin{a}\\end{a}} {x} \\footnote{one\n\ntwo}')).toBe('{}[a] {}')
  })

  it('takes back an environment that begins inside braces and does not end there', () => {
    expect(outline('\\foo{\\begin{a}}\\begin{b}\\end{b}\\foo{\\end{a}}')).toBe('b')
  })

  it('survives braces without partners', () => {
    expect(outline('{ \\section{A} \\begin{a}{\\end{a} } } \\section{B}')).toBe('section a section')
  })

  it('reads nothing inside definitions', () => {
    expect(outline('\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}\\section{A}')).toBe(
      'section',
    )
  })

  it('takes a slide in the form of a command for its environment', () => {
    expect(outline('\\frame<1->[t]{\\frametitle{A}\n\\begin{b}\\end{b}\n}')).toBe('frame[b]')
    expect(first('\\frame{\\frametitle{A \\emph{b}} x}')).toMatchObject({
      name: 'frame',
      title: 'A b',
      family: 'frame',
    })
    expect(outline('{\\small\n\\frame{\\titlepage}\n}')).toBe('{}[frame]')
  })

  it('takes a box for text', () => {
    expect(outline('See \\frame{x} there')).toBe('')
    expect(outline('\\begin{figure}\n\\frame{\\includegraphics{x}}\n\\end{figure}')).toBe('figure')
  })

  it('takes an abstract in the form of a command for its environment, but not one of several arguments', () => {
    expect(outline('\\abstract{One.\n\nTwo.}')).toBe('abstract')
    expect(outline('\\abstract{One.}{Two.}')).toBe('')
  })

  it('reads nothing in what \\iffalse hides', () => {
    const hidden = '\\iffalse \\section{A} \\ifx\\a\\b \\fi $a \\iff b$ % \\fi\n{ \\begin{x} \\fi'
    expect(outline(`${hidden}\\section{B}`)).toBe('\\iffalse section')
    expect(outline('\\iffalse \\section{A}')).toBe('section')
  })

  it('marks where the document begins and ends, and starts afresh there', () => {
    expect(outline('\\foo{ \\begin{x}\n\\begin{document}\\section{A}\\end{document} tail')).toBe(
      'document section enddocument',
    )
  })

  it('reads no structure in environments that are to be kept whole', () => {
    expect(outline('\\begin{a}\\section{x}\\begin{a}\\end{a}\\item\\end{a}\\section{B}', ['a'])).toBe('a section')
    const { nodes } = parseTree('\\begin{a}\\section{x}\\end{a}\\section{B}', new Vocabulary(['a']))
    expect(nodes[1]!.headings.map(({ title }) => title)).toEqual(['B'])
  })

  it('nests no deeper than TeX does', () => {
    const text = '\\begin{a}'.repeat(1000) + '\\end{a}'.repeat(1000)
    let depth = 0
    for (let nodes = parseTree(text, new Vocabulary()).nodes; nodes.length > 0; nodes = nodes[0]!.children) depth++
    expect(depth).toBe(255)
    expect(outline(text)).not.toContain('!')
  })

  it('keeps the path of headings', () => {
    const tree = parseTree('\\chapter{A}\\section{B}\\subsection{C}\\section{D}\\begin{a}\\end{a}', new Vocabulary())
    expect(tree.nodes.map(({ headings }) => headings.map(({ title }) => title).join('/'))).toEqual([
      'A',
      'A/B',
      'A/B/C',
      'A/D',
      'A/D',
    ])
  })

  it.each([
    ['\\begin{theorem}[Rice\\label{r}]x\\end{theorem}', 'Rice'],
    ['\\begin{frame}[fragile]{My \\emph{slide}}{sub}x\\end{frame}', 'My slide'],
    ['\\begin{frame}\\frametitle<1>{Later}x\\end{frame}', 'Later'],
    ['\\begin{mybox}{Normal facts}x\\end{mybox}', 'Normal facts'],
    ['\\begin{figure}[htbp]x\\end{figure}', undefined],
    ['\\begin{tabular}{lcr}x\\end{tabular}', undefined],
    ['\\begin{mybox}[color=red, width=3]x\\end{mybox}', undefined],
    ['\\begin{minipage}{0.5\\textwidth}x\\end{minipage}', undefined],
  ])('finds the title in %s', (text, title) => {
    expect(first(text).title).toBe(title)
  })

  it.each([
    ['\\begin{tabular}{l|r}', 'a & b'],
    ['\\begin{tabularx}{\\textwidth} {XX}', 'a'],
    ['\\begin{array}[t]{cc}', '1'],
    ['\\begin{align}', '[x] = 1'],
    ['\\begin{lstlisting}[language=C, caption={a, [b]}]', '\nint'],
    ['\\begin{minted}[linenos]{python}', '\nx'],
    ['\\begin{verbatim}', '[not an option]'],
    ['\\begin{frame}<1->[t]{Title}', 'x'],
  ])('separates %s from the body', (begin, body) => {
    const name = /\{(\w+)\}/.exec(begin)![1]!
    expect(first(`${begin}${body}\\end{${name}}`)).toMatchObject({
      bodyStart: begin.length,
      bodyEnd: begin.length + body.length,
    })
  })

  it('takes packages for code', () => {
    expect(parseTree('\\ProvidesPackage{x}\n\\def\\a{b}', new Vocabulary()).codeEnd).toBeGreaterThan(0)
    expect(parseTree('\\section{x}', new Vocabulary()).codeEnd).toBe(0)
  })

  it('finds the title of the document', () => {
    expect(parseTree('\\title[short]{On \\emph{Things} \\\\ and $\\alpha$\\thanks{me}}', new Vocabulary()).title).toBe(
      'On Things and α',
    )
  })
})

describe('parseDefinition', () => {
  it('finds the environments in the text of a definition, and none in code that only begins or ends them', () => {
    const names = (text: string) =>
      parseDefinition(text, { start: 0, end: text.length }, new Vocabulary()).map(({ children }) =>
        children.map(({ name }) => name),
      )
    expect(names('\\newcommand{\\x}[1]{\\section{s}\\begin{a}#1\\end{a}}')).toEqual([['a']])
    expect(names('\\renewcommand\\section{\\begin{a}x\\end{a}}')).toEqual([['a']])
    expect(names('\\newenvironment{x}{\\begin{a}}{\\end{a}}')).toEqual([])
  })
})
