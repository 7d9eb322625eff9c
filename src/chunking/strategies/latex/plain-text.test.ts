import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.js'

describe('plainText', () => {
  it.each([
    ['The \\emph{big} idea', 'The big idea'],
    ['  two\n words~here ', 'two words here'],
    ['A\\label{sec:a} \\index{b{c}}title\\footnote{not this}', 'A title'],
    ['Fish \\& Chips 50\\%', 'Fish & Chips 50%'],
    ['G\\"odel and Erd\\H{o}s', 'Godel and Erdos'],
    ['\\LaTeX\\ in $O(n^2)$ % comment\n time', 'LaTeX in O(n^2) time'],
    ['The $\\alpha$-test', 'The alpha -test'],
    ['', ''],
    ['\\', ''],
    ['}{}}', ''],
  ])('%j reads %j', (source, words) => {
    expect(plainText(source)).toBe(words)
  })

  it('reads no more than a title can be long', () => {
    expect(plainText('a'.repeat(100_000)).length).toBe(2000)
  })
})
