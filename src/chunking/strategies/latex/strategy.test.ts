import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../core/index.js'
import { StrategyChunker } from '../../chunker.js'
import { type LatexOptions, latexStrategy, metadata } from './index.js'

function chunker(options: LatexOptions = {}): StrategyChunker {
  return new StrategyChunker('latex', latexStrategy, metadata, options)
}

async function chunk(text: string, options: LatexOptions = {}): Promise<Chunk[]> {
  return chunker(options).chunk(text)
}

async function texts(text: string, options: LatexOptions = {}): Promise<string[]> {
  return (await chunk(text, options)).map((part) => part.text)
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

describe('latex: sections', () => {
  it('cuts before every section and keeps the path of headings as context', async () => {
    const chunks = await chunk(
      '\\chapter{One}\n\\section{A}\\label{sec:a}\nText.\n\\subsection*{B \\emph{b}}\nMore.\n\\chapter{Two}\nEnd.',
    )
    expect(chunks.map((part) => part.text)).toEqual([
      '\\chapter{One}\n\\section{A}\\label{sec:a}\nText.',
      '\\subsection*{B \\emph{b}}\nMore.',
      '\\chapter{Two}\nEnd.',
    ])
    expect(chunks.map((part) => part.metadata['headings'])).toEqual([['One', 'A'], ['One', 'A', 'B b'], ['Two']])
    expect(chunks[1]!.context.map(({ level }) => level)).toEqual([1, 2, 3])
  })

  it('counts levels from the highest that occurs', async () => {
    const [part] = await chunk('\\section{A}\nx')
    expect(part!.context).toEqual([{ kind: 'heading', text: 'A', level: 1 }])
  })

  it('keeps a heading with the text below it', async () => {
    const chunks = await texts(`\\section{A}\n\n${words(20)}\n\n${words(20)}`, { maxSize: 180 })
    expect(chunks[0]).toBe(`\\section{A}\n\n${words(20)}`)
  })

  it('takes comment lines and link targets around a heading along', async () => {
    expect(await texts('a\n\n% ----\n% B\n\\section{B}\nb')).toEqual(['a', '% ----\n% B\n\\section{B}\nb'])
    expect(await texts('a\n\\hypertarget{b}{%\n\\section{B}\\label{b}}\n\nb')).toEqual([
      'a',
      '\\hypertarget{b}{%\n\\section{B}\\label{b}}\n\nb',
    ])
  })

  it('parts a long comment above a heading from it, but for the last line', async () => {
    const comment = `% ${words(8)}`
    const chunks = await texts(`a\n\n${`${comment}\n`.repeat(18)}\\section{B}\nb`, { maxSize: 500 })
    expect(chunks.slice(1, -1).every((part) => part.startsWith('%'))).toBe(true)
    expect(chunks.slice(1, -2).every((part) => part.length > 400)).toBe(true)
    expect(chunks.at(-1)).toBe(`${comment}\n\\section{B}\nb`)
  })

  it('does not cut at sections in comments, listings and quotations', async () => {
    const text =
      'a % \\section{x}\n\\begin{verbatim}\n\\section{y}\n\\end{verbatim}\n\\verb|\\section{z}| and |\\section{w}|'
    expect(await texts(text)).toEqual([text])
  })

  it('shows the title of a slide like a heading', async () => {
    const [part] = await chunk('\\section{S}\n\\begin{frame}{Slide}\nx\n\\end{frame}')
    expect(part!.metadata['headings']).toEqual(['S', 'Slide'])
  })
})

describe('latex: environments in the form of a command', () => {
  it('heads a slide by its title and opens and closes each part of a large one', async () => {
    const text = `\\section{S}\n\\frame[t]{\\frametitle{Slide}\n${words(12)}.\n\n${words(12)}.\n}\n\nafter`
    const chunks = await chunk(text, { maxSize: 150 })
    expect(chunks.slice(0, 2).map((part) => part.text)).toEqual([
      `\\section{S}\n\\frame[t]{\\frametitle{Slide}\n${words(12)}.\n}`,
      `\\frame[t]{\n${words(12)}.\n}\n\nafter`,
    ])
    expect(chunks[0]!.metadata).toMatchObject({ environment: 'frame', headings: ['S', 'Slide'] })
  })

  it('names an abstract', async () => {
    const [part] = await chunk('\\abstract{We show it.}')
    expect(part!.context).toEqual([{ kind: 'environment', text: 'abstract' }])
  })
})

describe('latex: hidden text', () => {
  it('hides headings and stays hidden in every part', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `hidden line ${index} { with more of it`).join('\n')
    const chunks = await chunk(`\\section{A}\n\\iffalse\n\\section{B}\n${lines}\n\\fi`, { maxSize: 150 })
    expect(chunks.length).toBeGreaterThan(2)
    for (const part of chunks) {
      expect(part.metadata).toEqual({ headings: ['A'] })
      expect(part.text).toMatch(/\\iffalse[\s\S]*\\fi$/)
      expect(part.flags).toEqual([])
    }
  })

  it('keeps every part of a long comment a comment', async () => {
    const text = `a\n\n% ${words(40)}\n% second\n\\section{A}\nb`
    const chunks = await chunk(text, { maxSize: 120 })
    expect(chunks.flatMap(({ flags }) => flags)).toEqual([])
    for (const part of chunks.slice(1, -1)) expect(part.text).toMatch(/^%/)
    expect(chunks.at(-1)!.text).toContain('\\section{A}\nb')
  })
})

describe('latex: document', () => {
  const paper =
    '\\documentclass{article}\n\\title{A \\textbf{Paper}}\n\\begin{document}\n\\maketitle\nText.\n\\end{document}\nnotes'

  it('cuts at the borders of the document and gives its title as context', async () => {
    const chunks = await chunk(paper)
    expect(chunks.map((part) => part.text)).toEqual([
      '\\documentclass{article}\n\\title{A \\textbf{Paper}}',
      '\\begin{document}\n\\maketitle\nText.\n\\end{document}',
      'notes',
    ])
    expect(chunks[1]!.context).toEqual([{ kind: 'title', text: 'A Paper' }])
  })

  it('leaves the preamble out when asked to, and says so', async () => {
    const { chunks, dropped } = await chunker({ includePreamble: false }).chunkWithReport(paper)
    expect(dropped).toEqual([{ span: { start: 0, end: paper.indexOf('\\begin{document}') }, reason: 'preamble' }])
    expect(chunks[0]!.text).toMatch(/^\\begin\{document\}/)
  })

  it('drops nothing where there is no preamble', async () => {
    const { chunks, dropped } = await chunker({ includePreamble: false }).chunkWithReport('\\section{A}\nx')
    expect(dropped).toEqual([])
    expect(chunks).toHaveLength(1)
  })

  it('cuts a long preamble at lines, definitions whole', async () => {
    const definition = '\\newcommand{\\x}[1]{%\n  \\begin{a}\n\n  #1\n  \\end{a}%\n}'
    const preamble = `\\documentclass{a}\n\\usepackage{b}\n\\usepackage{c}\n${definition}\n\\usepackage{d}`
    const chunks = await texts(`${preamble}\n\\begin{document}x\\end{document}`, { maxSize: 64 })
    expect(chunks).toContain(definition)
    expect(chunks[0]).toBe('\\documentclass{a}\n\\usepackage{b}\n\\usepackage{c}')
  })

  it('makes the environments in a long definition whole again', async () => {
    const rows = Array.from({ length: 8 }, (_, index) => `    cell ${index} & #1 \\\\`).join('\n')
    const table = `\\begin{tabular}{ll}\n${rows}\n  \\end{tabular}`
    const text = `\\newcommand{\\x}[1]{%\n  ${table}\n  \\emph{${words(6)}}\n}\ntext`
    for (const { text: shown, flags } of await chunk(text, { maxSize: 140 })) {
      expect(flags).toEqual([])
      expect(shown.match(/\\begin/g)?.length).toBe(shown.match(/\\end/g)?.length)
      expect(shown.split('{').length).toBe(shown.split('}').length)
    }
  })

  it('collects labels, references, citations and inputs', async () => {
    const [part] = await chunk(
      '\\label{a}\\label{b} see \\cref{c,d}, \\eqref{c}, \\citep[p.~1]{k,l} and \\cite{k}. \\input{ch/one} \\include{two}',
    )
    expect(part!.metadata).toEqual({
      labels: ['a', 'b'],
      refs: ['c', 'd'],
      citations: ['k', 'l'],
      inputs: ['ch/one', 'two'],
    })
  })

  it('takes the keys of a bibliography for labels', async () => {
    const [part] = await chunk(
      '\\begin{thebibliography}{9}\n\\bibitem[KB]{knuth} Book.\n\\bibitem{lamport} Other.\n\\end{thebibliography}',
    )
    expect(part!.metadata['labels']).toEqual(['knuth', 'lamport'])
  })

  it('names a bibliography, which stands under no heading but its own', async () => {
    const entries = '\\begin{thebibliography}{9}\n\\bibitem{knuth} Book.\n\\end{thebibliography}'
    const chunks = await chunk(`\\section{Conclusion}\nWe conclude.\n\n${entries}`)
    expect(chunks.map(({ context }) => context.map(({ text }) => text))).toEqual([['Conclusion'], ['thebibliography']])
    expect(chunks[1]!.metadata).toMatchObject({ environment: 'thebibliography', labels: ['knuth'] })
    const [own] = await chunk(`\\section*{Literature}\n\\small\n${entries}`)
    expect(own!.context.map(({ text }) => text)).toEqual(['Literature', 'thebibliography'])
    const [slide] = await chunk(`\\section{Talk}\n\\begin{frame}{Sources}\n${entries}\n\\end{frame}`)
    expect(slide!.metadata['headings']).toEqual(['Talk', 'Sources'])
  })

  it('gives each chunk only the references in it', async () => {
    const chunks = await chunk(`\\label{a} ${words(20)}\n\n\\label{b} ${words(20)}`, { maxSize: 180 })
    expect(chunks.map((part) => part.metadata['labels'])).toEqual([['a'], ['b']])
  })
})

describe('latex: environments', () => {
  it('keeps the equation, and the sentence that introduces it with it', async () => {
    const equation = '\\begin{equation}\n  E = mc^2 + \\frac{1}{2} m v^2\n\\end{equation}'
    const text = `${words(12)}. ${words(6)}. The energy is given by\n${equation}\nwhere $m$ is the mass. ${words(12)}.`
    const chunks = await texts(text, { maxSize: 160 })
    expect(chunks.some((part) => part.includes(`The energy is given by\n${equation}`))).toBe(true)
  })

  it('keeps comment lines between a sentence and its equation with both', async () => {
    const equation = '%\n\\begin{align}\na &= b\n\\end{align}'
    const text = `${words(20)}. It is given by\n${equation}\n${words(20)}.`
    const chunks = await texts(text, { maxSize: 170 })
    expect(chunks.some((part) => part.includes(`It is given by\n${equation}`))).toBe(true)
  })

  it('keeps a theorem with its proof where they fit, and each whole where they do not', async () => {
    const theorem = `\\begin{theorem}[Main]\n${words(10)}.\n\\end{theorem}`
    const proof = `\\begin{proof}\n${words(10)}.\n\\end{proof}`
    const text = `${words(20)}.\n\n${theorem}\n${proof}\n\n${words(20)}.`
    expect(await texts(text, { maxSize: 250 })).toContain(`${theorem}\n${proof}`)
    expect(await texts(text, { maxSize: 130 })).toEqual(expect.arrayContaining([theorem, proof]))
  })

  it.each(['\\label{t}\n', '% note\n\n% another\n', '\\label{t}% note\n'])(
    'keeps them together across %j',
    async (between) => {
      const theorem = `\\begin{theorem}\n${words(8)}.\n\\end{theorem}`
      const proof = `\\begin{proof}\n${words(8)}.\n\\end{proof}`
      const text = `${words(20)}.\n\n${theorem}\n${between}${proof}\n\n${words(20)}.`
      expect(await texts(text, { maxSize: 220 })).toContain(`${theorem}\n${between}${proof}`)
    },
  )

  it('names the environment and its title as context, by the heading the document gives it', async () => {
    const text = '\\newtheorem{satz}{Satz}\n\n\\begin{satz}[Rice]\\label{r}\nx\n\\end{satz}'
    const [part] = await chunk(text)
    expect(part!.context).toEqual([{ kind: 'environment', text: 'Satz: Rice' }])
    expect(part!.metadata).toMatchObject({ environment: 'satz', labels: ['r'] })
  })

  it('finds a theorem and its proof by the name of the theorem', async () => {
    const [part] = await chunk('\\begin{lemma}[Zorn]a\\end{lemma}\n\\begin{proof}b\\end{proof}')
    expect(part!.context).toEqual([{ kind: 'environment', text: 'lemma: Zorn' }])
    expect(part!.metadata['environment']).toBe('lemma')
  })

  it('opens and closes each part of a large environment', async () => {
    const text = `\\begin{theorem}[Main]\n${words(12)}.\n\n${words(12)}.\n\n${words(12)}.\n\\end{theorem}`
    const chunks = await chunk(text, { maxSize: 150 })
    expect(chunks.length).toBeGreaterThan(1)
    for (const part of chunks) {
      expect(part.text).toMatch(/^\\begin\{theorem\}\[Main\]\n[\s\S]*\n\\end\{theorem\}$/)
      expect(part.flags).toEqual([])
    }
  })

  it('cuts lists between items, nested ones too', async () => {
    const inner = `\\begin{itemize}\n\\item ${words(5)}\n\\item ${words(5)}\n\\end{itemize}`
    const text = `\\begin{enumerate}[label=a]\n\\item ${words(5)}\n\\item ${words(3)}\n${inner}\n\\item ${words(5)}\n\\end{enumerate}`
    for (const part of await chunk(text, { maxSize: 200 })) {
      expect(part.text).toMatch(/^\\begin\{enumerate\}\[label=a\]\n/)
      expect(part.text).toMatch(/\\end\{enumerate\}$/)
      expect(part.text.match(/\\begin/g)).toHaveLength(part.text.match(/\\end/g)!.length)
      expect(part.text).not.toMatch(/\\item\s*\\end/)
    }
  })

  it('repeats the header of a table', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `cell ${index} & value ${index} \\\\`).join('\n')
    const begin = '\\begin{tabular}{ll}\n\\toprule\nName & Value \\\\\n\\midrule\n'
    const chunks = await chunk(`${begin}${rows}\n\\bottomrule\n\\end{tabular}`, { maxSize: 200 })
    expect(chunks.length).toBeGreaterThan(1)
    for (const part of chunks) {
      expect(part.text.startsWith(begin)).toBe(true)
      expect(part.text).toMatch(/\\end\{tabular\}$/)
      for (const line of part.text.split('\n').filter((row) => row.startsWith('cell'))) expect(line).toMatch(/\\\\$/)
    }
  })

  it('opens parts of a table without its header where that takes too much', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `cell ${index} & ${index} \\\\`).join('\n')
    const head = '\\hline\nName of the person & Age of the person in years \\\\ \\hline\n'
    const chunks = await chunk(`\\begin{tabular}{ll}\n${head}${rows}\n\\end{tabular}`, { maxSize: 120 })
    expect(chunks.length).toBeGreaterThan(1)
    for (const part of chunks) {
      expect(part.text).toMatch(/^\\begin\{tabular\}\{ll\}\n[\s\S]*\n\\end\{tabular\}$/)
      expect(part.flags).toEqual(part.text.includes('Name') ? [] : ['elided-wrapper'])
    }
  })

  it('cuts aligned equations between lines', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `a_{${index}} &= \\frac{b_{${index}}}{c} \\\\`).join('\n')
    for (const part of await chunk(`\\begin{align*}\n${lines}\n\\end{align*}`, { maxSize: 120 })) {
      expect(part.text).toMatch(/^\\begin\{align\*\}\n(a_\{\d\} &= .* \\\\\n)+\\end\{align\*\}$/)
    }
  })

  it.each([
    ['\\[', '\\]'],
    ['$$', '$$'],
  ])('makes parts of a large %s ... %s whole again', async (open, close) => {
    const lines = Array.from({ length: 10 }, (_, index) => `x_{${index}} = y_{${index}} + z \\\\`).join('\n')
    const chunks = await texts(`${open}\n${lines}\n${close}`, { maxSize: 100 })
    expect(chunks.length).toBeGreaterThan(1)
    for (const part of chunks) expect(part.startsWith(open) && part.endsWith(close)).toBe(true)
  })

  it('cuts listings at lines and opens them again with their options', async () => {
    const code = Array.from({ length: 10 }, (_, index) => `int value${index} = ${index};`).join('\n')
    for (const part of await texts(`\\begin{lstlisting}[language=C]\n${code}\n\\end{lstlisting}`, { maxSize: 120 })) {
      expect(part).toMatch(/^\\begin\{lstlisting\}\[language=C\]\n(int value\d = \d;\n)+\\end\{lstlisting\}$/)
    }
  })

  it('keeps a float with its caption', async () => {
    const figure = '\\begin{figure}[h]\n\\includegraphics{x}\n\n\\caption{What it shows.}\n\\end{figure}'
    expect(await texts(`${words(30)}.\n\n${figure}\n\n${words(30)}.`, { maxSize: 250 })).toContain(figure)
  })

  it.each([
    ['figure', 'tikzpicture', '\\draw (0,0);\n'],
    ['table', 'tabular', 'one & two \\\\\n'],
    ['examplebox', 'exampletext', 'Some words.\n\n'],
  ])('leaves no %s of nothing but its commands around a %s that just fits', async (outer, name, line) => {
    const inner = `\\begin{${name}}\n${line.repeat(30)}`
    const maxSize = inner.length + name.length + 10
    const text = `\\begin{${outer}}\n${inner}\\end{${name}}\n\\end{${outer}}`
    for (const part of await chunk(text, { maxSize })) {
      expect(part.text).toContain(line.trim())
      expect(part.flags).toEqual([])
    }
  })

  it('takes the name of an environment for its starred form too', async () => {
    const text = '\\begin{demo*}\n\\section{A}\n\\end{demo*}'
    expect(await texts(text, { environments: ['demo'] })).toEqual([text])
  })

  it('flags a block that holds something malformed, and no other', async () => {
    const text = `\\begin{center}\n\\begin{b} x\n\\end{center}\n\n\\section{A}\ny`
    expect((await chunk(text)).map(({ flags }) => flags)).toEqual([['recovered'], []])
  })

  it('keeps a formula whole that begins and ends by commands of the document', async () => {
    const formula = '\\be E = m c^2 + a + b + c \\label{e} \\ee'
    const define = '\\newcommand{\\be}{\\begin{equation}}\\newcommand{\\ee}{\\end{equation}}'
    const chunks = await texts(`${define}\n\n${words(9)} ${formula} ${words(9)}`, { maxSize: 100 })
    expect(chunks.filter((text) => text.includes(formula))).toHaveLength(1)
  })

  it('leaves a begin command with the listing below it where both fit', async () => {
    const listing = `\\begin{lstlisting}\n${'int value;\n'.repeat(20)}\\end{lstlisting}`
    const text = `\\begin{listing}\n${listing}\n\\caption{What it shows.}\n\\end{listing}`
    const chunks = await texts(text, { maxSize: listing.length + 20 })
    expect(chunks).toEqual([
      `\\begin{listing}\n${listing}`,
      '\\begin{listing}\n\\caption{What it shows.}\n\\end{listing}',
    ])
  })

  it('reads the named environments as one piece that is cut at lines only', async () => {
    const text = '\\begin{demo}\n\\section{not one}\n\n$ { \\item\nlast line of the demo here\n\\end{demo}'
    const options = { environments: ['demo'], maxSize: 64 }
    const chunks = await chunk(text, options)
    expect(chunks.every((part) => part.metadata['headings'] === undefined)).toBe(true)
    expect(chunks.every((part) => /^\\begin\{demo\}[\s\S]*\\end\{demo\}$/.test(part.text))).toBe(true)
    expect(await texts(text, { environments: ['demo'] })).toEqual([text])
  })

  it('flags what is malformed', async () => {
    const chunks = await chunk('\\section{A}\n\\begin{theorem}\nnever closed\n\\section{B}\nfine')
    expect(chunks.map(({ flags }) => flags)).toEqual([['recovered'], []])
  })
})

describe('latex: running text', () => {
  it('cuts between sentences, not inside formulas, arguments and comments', async () => {
    const text =
      'First sentence with $a. B$ in it. Second one with \\emph{some. More} words.% not. This\nThird with \\footnote{A note. Two.} here. And \\verb|x. Y| last.'
    for (const part of await texts(text, { maxSize: 70 })) {
      expect(part.match(/\$/g)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0)
      expect(part.split('{').length).toBe(part.split('}').length)
      expect(part).not.toMatch(/^This/)
    }
  })

  it('gives both parts of an argument that does not fit their braces', async () => {
    const text = `Before.\\footnote{${words(8)}. ${words(8)}. ${words(8)}.} After.`
    const chunks = await texts(text, { maxSize: 80 })
    expect(chunks.length).toBeGreaterThan(2)
    for (const part of chunks) expect(part.split('{').length).toBe(part.split('}').length)
    expect(chunks.filter((part) => part.startsWith('\\footnote{')).length).toBeGreaterThan(0)
  })

  it('cuts a run without white space beside its commands', async () => {
    const references = Array.from({ length: 30 }, (_, index) => `\\ref{section:${index}}`)
    const chunks = await chunk(references.join(''), { maxSize: 64 })
    expect(chunks.flatMap(({ flags }) => flags)).toEqual([])
    expect(chunks.flatMap((part) => part.text.match(/\\ref\{section:\d+\}/g))).toEqual(references)
  })

  it('cuts a citation of many between its keys', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `author${index}:2020`)
    for (const part of await chunk(`\\citep[see][]{${keys.join(', ')}}`, { maxSize: 80 })) {
      expect(part.text).toMatch(/^\\citep\[see\]\[\]\{(?:author\d+:2020,?\s?)+\}$/)
      expect(part.flags).toEqual([])
    }
  })

  it('does not cut a citation in its comments, nor closes it there', async () => {
    const text =
      '\\cite{alpha:one,% see, also\nbeta:two, gamma:three,% note, more\ndelta:four, epsilon:five,\nzeta:six}'
    const chunks = await texts(text, { maxSize: 64 })
    expect(chunks.length).toBeGreaterThan(1)
    for (const part of chunks) {
      expect(part).toMatch(/^\\cite\{[^%]/)
      expect(part).not.toMatch(/%.*\}$/)
    }
  })

  it('gives each argument that does not fit its own braces', async () => {
    const text = `\\choose{a}{%\n${words(12)}. ${words(12)}.}{%\n${words(12)}. ${words(12)}.}`
    for (const part of await chunk(text, { maxSize: 130 })) {
      expect(part.flags).toEqual([])
      expect(part.text.split('{').length).toBe(part.text.split('}').length)
    }
  })

  it('prefers the start of a paragraph also where its first sentence does not fit', async () => {
    const chunks = await texts(`${words(12)}.\n\n${words(60)}.`, { maxSize: 200 })
    expect(chunks[0]).toBe(`${words(12)}.`)
  })

  it('cuts a long run of words without a flag', async () => {
    const chunks = await chunk(words(100), { maxSize: 100 })
    expect(chunks.every(({ flags }) => flags.length === 0)).toBe(true)
  })

  it('keeps a byte order mark and white space out of its chunks', async () => {
    expect(await texts('\ufeff\\section{A}\r\n\r\nx\r\n')).toEqual(['\\section{A}\r\n\r\nx'])
    expect(await texts('\ufeff \r\n\t')).toEqual([])
  })
})

describe('latex: labels and references', () => {
  it('lists in each chunk those that stand in it, also where one paragraph makes several', async () => {
    const text = Array.from({ length: 30 }, (_, index) => `\\ref{a${index}}`).join('')
    const chunks = await chunk(text, { maxSize: 100 })
    expect(chunks.length).toBeGreaterThan(1)
    for (const part of chunks) {
      const { start, end } = part.span
      const inside = [...text.matchAll(/\\ref\{(\w+)/g)].filter(({ index }) => index >= start && index < end)
      expect(part.metadata['refs']).toEqual(inside.map(([, key]) => key))
    }
  })

  it.each([
    ['\\labelcref{a} \\Cref{b,c} \\secref{d}', { refs: ['a', 'b', 'c', 'd'] }],
    ['\\crefrange{a}{b} and \\cpageref*{c}', { refs: ['a', 'b', 'c'] }],
    ['\\textcites[1]{a}[2]{b}{c} and \\Citeauthor{d}', { citations: ['a', 'b', 'c', 'd'] }],
    ['\\nocite{*} \\href{http://u}{text}', {}],
    ['\\let\\oldref\\ref', {}],
    ['\\url{http://a.org/%20b} and \\ref{a}', { refs: ['a'] }],
    ['\\refeq{a}\\zlabel{b}', { labels: ['b'], refs: ['a'] }],
    ['\\textcites(pre)(post)[1]{a}{b}\\shortcite{c}\\footcitetext{d}\\mycite{e}', { citations: [...'abcde'] }],
    ['\\citestyle{a} \\setcitestyle{b} \\citetext{see \\citeN{c}}', { citations: ['c'] }],
    [
      '\\import{chapters/}{intro.tex} \\input "g h.tex" \\input {i}',
      { inputs: ['chapters/intro.tex', 'g h.tex', 'i'] },
    ],
    ['\\inputminted{c}{a.c} \\InputIfFileExists{b}{}{}', { inputs: ['a.c', 'b'] }],
    ['\\lstinputlisting[label=a]{b.c}', { labels: ['a'], inputs: ['b.c'] }],
    [
      '\\begin{lstlisting}[label={a}]\n\\end{lstlisting}',
      { environment: 'lstlisting', environments: ['lstlisting'], labels: ['a'] },
    ],
    ['\\begin{enumerate}[label=(\\alph*)]\\item a\\end{enumerate}', {}],
  ])('reads those of %j', async (text, metadata) => {
    const [part] = await chunk(text)
    expect(part!.metadata).toEqual(metadata)
  })
})

describe('latex: context of several blocks', () => {
  it('names environments side by side as a list, not as a path', async () => {
    const blocks = ['verbatim', 'lstlisting', 'tabular'].map((name) => `\\begin{${name}}\na\n\\end{${name}}`)
    const [part] = await chunk(blocks.join('\n\n'))
    expect(part!.context).toEqual([{ kind: 'environment', text: 'verbatim, lstlisting, tabular' }])
    expect(part!.metadata['environments']).toEqual(['verbatim', 'lstlisting', 'tabular'])
  })

  it('keeps the environment around them before it', async () => {
    const lemmas = ['A', 'B'].map((title) => `\\begin{lemma}[Lemma ${title}]\n${words(12)}.\n\\end{lemma}`)
    const text = `\\begin{boxed}\n${lemmas.join('\n\n')}\n\n${words(60)}.\n\\end{boxed}`
    const [part] = await chunk(text, { maxSize: 500 })
    expect(part!.context.map((one) => one.text)).toEqual(['boxed', 'lemma: Lemma A, lemma: Lemma B'])
  })

  it.each([
    '\\begin{frame}\n\\frametitle{Results}\nx\n\\end{frame}',
    '\\begin{frame}[fragile]\n\\frametitle<1->[short]{Results}\nx\n\\end{frame}',
  ])('heads a slide by its title: %j', async (text) => {
    const [part] = await chunk(text)
    expect(part!.context.map((one) => one.text)).toEqual(['Results'])
  })
})

describe('latex: options', () => {
  it('refuses values it cannot use', () => {
    expect(() => chunker({ environments: 'theorem' as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    )
    for (const name of ['', ' a ', 'document', '\\begin{a}', 'a\nb']) {
      expect(() => chunker({ environments: [name] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
    }
    expect(() => chunker({ includePreamble: 1 as never })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
  })
})
