import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.js'

describe('plainText', () => {
  it.each([
    ['The \\emph{big} idea', 'The big idea'],
    ['  two\n words~here ', 'two words here'],
    ['A\\label{sec:a} \\index{b{c}}title\\footnote{not this}', 'A title'],
    ['Fish \\& Chips 50\\%', 'Fish & Chips 50%'],
    ['\\LaTeX\\ in $O(n^2)$ % comment\n time', 'LaTeX in O(n^2) time'],
    ['\\LaTeX-based, \\LaTeX{} and \\LaTeX too', 'LaTeX-based, LaTeX and LaTeX too'],
    ['in $O(n \\log n)$ steps', 'in O(n log n) steps'],
    ['', ''],
    ['\\', ''],
    ['}{}}', ''],
    ['\\footnote[', ''],
    ['[a] {b]', '[a] b]'],
  ])('%j reads %j', (source, words) => {
    expect(plainText(source)).toBe(words)
  })

  it.each([
    ['\\texorpdfstring{$n$}{n}-types', 'n-types'],
    ['\\texorpdfstring {$n$}\n {n}-types', 'n-types'],
    ['\\href{http://u}{text}', 'text'],
    ['\\textcolor{red}{R} \\textcolor[rgb]{1,0,0}{S} \\textcolor{red}T', 'R S T'],
    ['\\resizebox{1cm}{!}{wide} \\hyperref[sec:a]{here}', 'wide here'],
    ['As in \\cite[see][p.~3]{knuth} and \\textcite{k}', 'As in and'],
    ['Proof of \\ref{a}\\crefrange{b}{c}it', 'Proof of it'],
    ['A\\footnote[2]{note}\\footnotemark[3] b', 'A b'],
    ['A\\label{[}b', 'Ab'],
    ['A\\cite[open}{b}c', 'Abc'],
  ])('prints of the arguments in %j only %j', (source, words) => {
    expect(plainText(source)).toBe(words)
  })

  it.each([
    ['A\\newline B\\hfill C\\\\[2pt] D', 'A B C D'],
    ['\\textit{x}\\quad y', 'x y'],
    ['a\\\\*[1ex]b\\hspace*{2em}c\\,d\\linebreak[4]e', 'a b c d e'],
    ['a\\\nb', 'a b'],
  ])('reads the spacing of %j as spaces: %j', (source, words) => {
    expect(plainText(source)).toBe(words)
  })

  it.each([
    ['$\\varepsilon$-cover', 'ε-cover'],
    ['The $\\alpha$-test', 'The α-test'],
    ['$\\Gamma_\\vartheta \\times \\infty$', 'Γ_ϑ×∞'],
    ['Schr\\"odinger, G\\"{o}del, Erd\\H{o}s, Na\\"{\\i}ve', 'Schrödinger, Gödel, Erdős, Naïve'],
    ["\\v Cech, \\c{c}a, Caf\\' e, \\'{}a, \\o re", 'Čech, ça, Café, a, øre'],
    ['\\"-x', '-x'],
  ])('writes the letters of %j as %j', (source, words) => {
    expect(plainText(source)).toBe(words)
  })

  it('reads no more than a title can be long', () => {
    expect(plainText('a'.repeat(100_000)).length).toBe(2000)
    expect(plainText(`a${'😀'.repeat(2000)}`)).toBe(`a${'😀'.repeat(999)}`)
  })
})
