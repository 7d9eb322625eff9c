import { describe, expect, it } from 'vitest'
import { Lookahead } from './lookahead.js'

function ahead(text: string): Lookahead {
  return new Lookahead(text, text.length)
}

describe('Lookahead', () => {
  it('finds the partner of a brace past escapes and comments', () => {
    expect(ahead('{a\\}b{c}% }\nd}e').closingBrace(0, 'argument')).toBe('{a\\}b{c}% }\nd}'.length)
  })

  it('ends an argument, but not a definition, with its paragraph', () => {
    expect(ahead('{a\n\nb}').closingBrace(0, 'argument')).toBe(-1)
    expect(ahead('{a\n\nb}').closingBrace(0, 'definition')).toBe(6)
  })

  it('finds the partner of a bracket, in braces ignoring others', () => {
    expect(ahead('[a{]}[b]]c').closingBracket(0)).toBe(9)
    expect(ahead('[a}b]').closingBracket(0)).toBe(-1)
  })

  it('ends a search at its limit', () => {
    expect(new Lookahead('{abc}', 4).closingBrace(0, 'argument')).toBe(-1)
  })

  it('searches again only after the place where a search failed', () => {
    const text = `{a\n\n{b}${' '.repeat(10)}`
    const lookahead = ahead(text)
    expect(lookahead.closingBrace(0, 'argument')).toBe(-1)
    expect(lookahead.closingBrace(1, 'argument')).toBe(-1)
    expect(lookahead.closingBrace(4, 'argument')).toBe(7)
  })

  it('keeps searches of different kinds apart', () => {
    const lookahead = ahead('[{a} $x$')
    expect(lookahead.closingBracket(0)).toBe(-1)
    expect(lookahead.closingBrace(1, 'argument')).toBe(4)
    expect(lookahead.closingDollar(5)).toBe(8)
  })

  it('tries the next display when one is not closed', () => {
    const lookahead = ahead('\\[ a \\[ b \\]')
    expect(lookahead.closingDisplay(0)).toBe(-1)
    expect(lookahead.closingDisplay(5)).toBe(10)
  })
})
