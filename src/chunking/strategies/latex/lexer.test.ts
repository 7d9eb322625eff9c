import { describe, expect, it } from 'vitest'
import { Lexer } from './lexer.js'
import { reading } from './reading.js'

/** Tokens as `kind text`, without plain braces. */
function tokens(text: string, whole: string[] = []): string[] {
  const lexer = new Lexer(reading(text, whole), 0, text.length)
  const found: string[] = []
  while (lexer.next() !== 'eof') {
    if (lexer.kind !== 'open' && lexer.kind !== 'close')
      found.push(`${lexer.kind} ${text.slice(lexer.start, lexer.end)}`)
  }
  return found
}

describe('Lexer', () => {
  it('reads environments with stars, @ and spaces in their commands', () => {
    expect(tokens('\\begin{align*}x\\end{align*}')).toEqual(['begin \\begin{align*}', 'end \\end{align*}'])
    expect(tokens('\\begin {my@env}x\\end {my@env}')).toEqual(['begin \\begin {my@env}', 'end \\end {my@env}'])
  })

  it('does not take a begin without a name for an environment', () => {
    expect(tokens('\\begin{#1} \\begin{\\name} \\begin{} \\begin x \\begin{a')).toEqual([])
  })

  it('knows every form of inline and display math', () => {
    expect(tokens('a $x$ \\(y\\) \\[z\\] $$w$$')).toEqual([
      'atom $x$',
      'atom \\(y\\)',
      'begin \\[',
      'end \\]',
      'begin $$',
      'end $$',
    ])
  })

  it('does not take escaped dollars, percents and brackets for math and comments', () => {
    expect(tokens('5\\$ and 6\\$, 50\\% of it, a \\\\[2pt] b')).toEqual(['break \\\\[2pt]'])
  })

  it('lets a formula end where its braces allow', () => {
    expect(tokens('$a \\text{ if $b$ } c$')).toEqual(['atom $a \\text{ if $b$ } c$'])
    expect(tokens('$\\left{ a$ b')).toEqual(['atom $\\left{ a$'])
  })

  it('ends an open formula with its paragraph', () => {
    expect(tokens('costs $5\n\nand $x$')).toEqual(['blank \n\n', 'atom $x$'])
    expect(tokens('$$ a\n\nb $x$')).toEqual(['blank \n\n', 'atom $x$'])
    expect(tokens('\\( a\n\nb \\(x\\)')).toEqual(['blank \n\n', 'atom \\(x\\)'])
  })

  it('reads nothing in comments', () => {
    expect(tokens('a % \\begin{b} $\nc')).toEqual(['comment % \\begin{b} $'])
    expect(tokens('$a % $ \n b$')).toEqual(['atom $a % $ \n b$'])
  })

  it.each([
    '\\verb|\\begin{a} % $|',
    '\\verb*+x+',
    '\\verb@x@',
    '\\lstinline[language=C]!a{!',
    '\\lstinline{a%b{c}d}',
    '\\verb{a{',
    '\\mintinline{c}|\\end{x}|',
  ])('reads nothing in %s', (verb) => {
    expect(tokens(`${verb} b`)).toEqual([`atom ${verb}`])
  })

  it('reads no comments and formulas in addresses', () => {
    expect(tokens('\\url{a/%20{b}$c} $x$ \\href[x]{a%b}{c} % d')).toEqual([
      'url \\url{a/%20{b}$c}',
      'atom $x$',
      'url \\href[x]{a%b}',
      'comment % d',
    ])
    expect(tokens('\\path[draw] (0,0) -- (1,1); \\url{a\n% b')).toEqual(['comment % b'])
  })

  it('gives up on a \\verb that its line does not close', () => {
    expect(tokens('\\verb|a\n\\begin{b}|')).toEqual(['begin \\begin{b}'])
  })

  it('follows \\MakeShortVerb', () => {
    expect(tokens('\\MakeShortVerb{\\|} see |\\section{x}| and a|b')).toEqual(['atom |\\section{x}|'])
  })

  it('takes a structure command in unannounced bars for a quotation', () => {
    expect(tokens('use |\\section{x}| or |\\begin{frame}| here')).toEqual([])
  })

  it('reads literal environments to their literal end', () => {
    const listing = '\\begin{lstlisting}\n\\begin{a} % \\section{b}\n$\n\\end{lstlisting}'
    expect(tokens(`${listing}\\section{c}`)).toEqual([`literal ${listing}`, 'section \\section{c}'])
  })

  it('reads a literal environment without an end like any other', () => {
    expect(tokens('\\begin{verbatim} a \\section{b}')).toEqual(['begin \\begin{verbatim}', 'section \\section{b}'])
  })

  it('learns literal environments from their definitions', () => {
    const code = '\\begin{code}\\section{x}\\end{code}'
    expect(tokens(`\\lstnewenvironment{code}[1][]{}{}${code}`).at(-1)).toBe(`literal ${code}`)
    expect(tokens(`\\DefineVerbatimEnvironment{code}{Verbatim}{}${code}`).at(-1)).toBe(`literal ${code}`)
    expect(tokens(`\\newtcblisting[auto]{code}[2][]{title=#2}${code}`).at(-1)).toBe(`literal ${code}`)
  })

  it.each([
    '\\section{a}',
    '\\section*{a}',
    '\\section[short]{a {b} c}',
    '\\section[a [b] c]{d}',
    '\\chapter[contents][head]{d}',
    '\\section<article>[x]{\\emph{a}}',
    '\\section\n  {a}',
    '\\subparagraph{a\\}b}',
  ])('reads %s as a section', (section) => {
    expect(tokens(`x ${section} y`)).toEqual([`section ${section}`])
  })

  it('does not take every \\section for a section', () => {
    expect(tokens('\\let\\oldsection\\section\n\\titleformat{\\section}{\\Large}{}{}{}')).toEqual([])
    expect(tokens('\\@startsection{section}{1} \\sectionmark{x} \\section{open')).toEqual([])
  })

  it.each([
    '\\newcommand{\\be}{\\begin{equation}}',
    '\\newcommand*\\be[1][x]{\\section{#1}}',
    '\\def\\be#1{\\begin{a}\n\n}',
    '\\newenvironment{x}[1]{\\begin{a}}{\\end{a}}',
    '\\renewcommand{\\section}{\\@startsection{section}{1}{\\z@}{1ex}{1ex}{\\bf}}',
    '\\NewDocumentEnvironment{x}{o m}{\\begin{a}}{\\end{a}}',
    '\\NewDocumentCommand\\x{m}{\\item}',
  ])('steps over the definition %s', (definition) => {
    expect(tokens(`${definition} a`)).toEqual([`definition ${definition}`])
  })

  it('takes an unfinished definition for text', () => {
    expect(tokens('\\newcommand{\\x}{ \\section{a}')).toEqual(['section \\section{a}'])
    expect(tokens('\\newcommand')).toEqual([])
  })

  it('reads labels, references, citations and inputs with their options', () => {
    const text = '\\label{a} \\cref{b,c} \\citep[see][p.~3]{d} \\input{e} \\input f/g \\hyperref[h]{i} \\cite*{j}'
    const lexer = new Lexer(reading(text), 0, text.length)
    const found: string[] = []
    while (lexer.next() !== 'eof') {
      if (lexer.kind === 'reference') found.push(text.slice(lexer.argumentStart, lexer.argumentEnd))
    }
    expect(found).toEqual(['a', 'b,c', 'd', 'e', 'f/g', 'h', 'j'])
  })

  it('sees empty lines whatever ends a line', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(tokens(`a${end} \t${end}b${end}c`)).toEqual([`blank ${end} \t${end}`])
    }
  })

  it('reads table rules with their columns', () => {
    expect(tokens('\\hline \\cmidrule(lr){2-3} \\cline{1-2}x')).toEqual([
      'rule \\hline',
      'rule \\cmidrule(lr){2-3}',
      'rule \\cline{1-2}',
    ])
  })

  it('never reads past its limit', () => {
    const text = '\\begin{a}$x$\\section{b}'
    for (let limit = 0; limit <= text.length; limit++) {
      const lexer = new Lexer(reading(text), 0, limit)
      while (lexer.next() !== 'eof') expect(lexer.end).toBeLessThanOrEqual(limit)
    }
  })
})
