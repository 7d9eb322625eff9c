import fc from 'fast-check'

/** Environments, displays and braces in order, literal text left out; what is open at the end or closed too much. */
export function unbalanced(shown: string): string[] {
  const text = shown.replace(/\\begin\{verbatim\}[\s\S]*?\\end\{verbatim\}|\\verb\|[^|]*\||\\\\|\\[{}$%]|%.*/g, '')
  const open: string[] = []
  const wrong: string[] = []
  for (const [token, command, name] of text.matchAll(/\\(begin|end)\{([^}]*)\}|\\\[|\\\]|\$\$|[{}]/g)) {
    const opening = command === 'begin' || token === '\\[' || token === '{' || (token === '$$' && open.at(-1) !== '$$')
    const key = name ?? (token === '\\]' ? '\\[' : token === '}' ? '{' : token)
    if (opening) open.push(key)
    else if (open.pop() !== key) wrong.push(token)
  }
  return [...wrong, ...open]
}

const word = fc.constantFrom('alpha', 'Beta.', 'gamma,', 'x', '5\\%', '\\LaTeX{}', 'naïve', '学習', '🙂', '~', '\\&')
export const inline = fc.constantFrom(
  '$x^2$',
  '\\(y\\)',
  '\\verb|{|',
  '\\emph{two words}',
  '\\footnote{One. Two.}',
  '\\cite[p.~1]{k}',
  '\\label{l}',
  '% comment { $ \\begin{x}',
)
const environment = fc.constantFrom(
  'a',
  'theorem',
  'proof',
  'itemize',
  'align*',
  'tabular',
  'figure',
  'frame',
  'center',
)
export const broken = fc.constantFrom(
  '{',
  '}',
  '$',
  '$$',
  '\\[',
  '\\]',
  '\\(',
  '\\',
  '\\begin{a}',
  '\\end{a}',
  '\\begin{theorem}',
  '\\end{proof}',
  '\\begin',
  '\\section{',
  '\\section[',
  '\\newcommand{\\x}{',
  '\\def\\y#1{',
  '\\begin{verbatim}',
  '\\verb|',
  '\\begin{document}',
  '\\end{document}',
  '\\item',
  '\\\\',
  '\\par',
)
export const separator = fc.constantFrom(' ', '\n', '\n\n', '\r\n', '\r\n\r\n', '\n  ')

export const section = fc.constantFrom('\\section{A}', '\\subsection*{B}\\label{b}', '\\paragraph{C}')
const display = fc.constantFrom('\\[ a \\\\ b \\]', '$$c$$', '\\begin{verbatim}\n\\end{x} {\n\\end{verbatim}')

/** Documents without anything malformed. */
export const { wellFormed } = fc.letrec<{ wellFormed: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 6, arbitrary: fc.oneof(word, inline) },
    { weight: 2, arbitrary: display },
    {
      weight: 3,
      arbitrary: fc
        .tuple(environment, tie('wellFormed'))
        .map(([name, body]) => `\\begin{${name}}${body}\n\\end{${name}}`),
    },
    { weight: 1, arbitrary: tie('wellFormed').map((body) => `\\emph{${body}\n}`) },
  ),
  wellFormed: fc
    .array(fc.tuple(tie('part'), fc.constantFrom('\n', '\n\n')), { maxLength: 12 })
    .map((parts) => parts.flat().join('')),
}))

/** Documents in which anything may be malformed. */
export const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 6, arbitrary: word },
    { weight: 3, arbitrary: inline },
    { weight: 2, arbitrary: broken },
    {
      weight: 2,
      arbitrary: fc.constantFrom('\\section{A}', '\\subsection*{B}\\label{b}', '\\paragraph{C}', '\\appendix'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('\\[ a \\\\ b \\]', '$$c$$', '\\begin{verbatim}\n\\end{x} {\n\\end{verbatim}'),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(environment, tie('source')).map(([name, body]) => `\\begin{${name}}${body}\\end{${name}}`),
    },
    { weight: 1, arbitrary: tie('source').map((body) => `{${body}}`) },
  ),
  source: fc.array(fc.tuple(tie('part'), separator), { maxLength: 12 }).map((parts) => parts.flat().join('')),
}))
