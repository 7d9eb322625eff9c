import { describe, expect, it } from 'vitest'
import type { Node } from './node.js'
import { reading } from './reading.js'
import { parseDefinition, parseTree } from './tree.js'

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
  return write(parseTree(reading(text, whole)).nodes)
}

function first(text: string): Node {
  return parseTree(reading(text)).nodes[0]!
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
    const { nodes } = parseTree(reading('\\begin{a}\\section{x}\\end{a}\\section{B}', ['a']))
    expect(nodes[1]!.headings.map(({ title }) => title)).toEqual(['B'])
  })

  it('reads no code in them, whatever it looks like, but what it refers to', () => {
    const code = '\\begin{code}\necho $HOME {\n\\end{code}\nText $x$ follows.\\section{B}'
    expect(outline(code, ['code'])).toBe('code section')
    const listing = '\\begin{lstlisting}\n$ { \\begin{lstlisting}\n\\end{lstlisting}'
    expect(outline(listing, ['lstlisting'])).toBe('lstlisting')
    const slide = '\\begin{frame}\\frametitle{T}\\label{l}\\cite{c}\\end{frame}'
    const { nodes, references } = parseTree(reading(slide, ['frame']))
    expect(nodes[0]).toMatchObject({ title: 'T', children: [] })
    expect(references.within(0, slide.length)).toEqual({ labels: ['l'], citations: ['c'] })
    const nested = '\\begin{a}\\begin{b}\\label{l}\\end{b}\\end{a}'
    expect(parseTree(reading(nested, ['a', 'b'])).references.within(0, 9)).toEqual({})
    expect(parseTree(reading(nested, ['a', 'b'])).references.within(9, nested.length)).toEqual({ labels: ['l'] })
  })

  it('finds the labels and references in titles', () => {
    const text = '\\title{A \\cite{a}}\\section{B\\label{b} after \\cite{c}}\\frametitle{\\ref{d}}'
    const { references } = parseTree(reading(text))
    expect(references.within(0, text.length)).toEqual({ labels: ['b'], refs: ['d'], citations: ['a', 'c'] })
  })

  it.each([
    ['crossed environments', '<begin{a}<begin{b}<end{a}<end{b}', [9, 25]],
    ['an end by itself', 'x <end{a}', [2]],
    ['a begin by itself', '<begin{a} x', [0]],
    ['a begin before the document', '<begin{a} <begin{document}', [0]],
    ['a begin in braces', '{ <begin{a} }', [2]],
    ['halves in the arguments of commands', '<foo{<begin{a}}<foo[x]{<end{a}}', []],
  ])('knows the commands without a partner: %s', (_, text, flaws) => {
    expect(parseTree(reading(text.replaceAll('<', '\\'))).flaws).toEqual(flaws)
  })

  it('takes commands that begin or end an environment for it', () => {
    const define = '\\newcommand{\\be}[1]{\\begin{equation}\\label{#1}}\\def\\ee{\\end{equation}}'
    expect(outline(`${define} \\be{a} x \\ee \\be{b} y \\end{equation}`)).toBe('equation equation')
    expect(outline(`${define} \\be{a} x \\section{B}`)).toBe('section')
    expect(outline(`${define} \\renewcommand\\be{b} \\be`)).toBe('')
    expect(outline('\\def\\x{\\begin{a}\\end{a}} \\x')).toBe('')
  })

  it('takes an environment that begins a formula for one', () => {
    expect(first('\\newenvironment{eq}{\\begin{equation}}{\\end{equation}}\\begin{eq}x\\end{eq}').family).toBe('math')
    expect(first('\\NewDocumentEnvironment{eq}{m}{\\begin{a}}{\\end{a}}\\begin{eq}x\\end{eq}').family).toBe('other')
  })

  it('puts no heading over what follows a border', () => {
    const { nodes } = parseTree(reading('\\section{A}\\appendix\\begin{a}\\end{a}\\section{B}'))
    expect(nodes.map(({ headings }) => headings.map(({ title }) => title))).toEqual([['A'], [], [], ['B']])
  })

  it('nests no deeper than TeX does', () => {
    const text = '\\begin{a}'.repeat(1000) + '\\end{a}'.repeat(1000)
    let depth = 0
    for (let nodes = parseTree(reading(text)).nodes; nodes.length > 0; nodes = nodes[0]!.children) depth++
    expect(depth).toBe(255)
    expect(outline(text)).not.toContain('!')
  })

  it('keeps the path of headings', () => {
    const tree = parseTree(reading('\\chapter{A}\\section{B}\\subsection{C}\\section{D}\\begin{a}\\end{a}'))
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
    expect(parseTree(reading('\\ProvidesPackage{x}\n\\def\\a{b}')).codeEnd).toBeGreaterThan(0)
    expect(parseTree(reading('\\section{x}')).codeEnd).toBe(0)
  })

  it('finds the title of the document', () => {
    expect(parseTree(reading('\\title[short]{On \\emph{Things} \\\\ and $\\alpha$\\thanks{me}}')).title).toBe(
      'On Things and α',
    )
  })
})

describe('parseDefinition', () => {
  it('finds the environments in the text of a definition, and none in code that only begins or ends them', () => {
    const names = (text: string) =>
      parseDefinition(reading(text), { start: 0, end: text.length }).map(({ children }) =>
        children.map(({ name }) => name),
      )
    expect(names('\\newcommand{\\x}[1]{\\section{s}\\begin{a}#1\\end{a}}')).toEqual([['a']])
    expect(names('\\renewcommand\\section{\\begin{a}x\\end{a}}')).toEqual([['a']])
    expect(names('\\newenvironment{x}{\\begin{a}}{\\end{a}}')).toEqual([])
  })
})
