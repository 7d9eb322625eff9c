import { describe, expect, it } from 'vitest'
import { protectedSpans } from './protected-spans.js'
import { reading } from './reading.js'
import { createSource, rootScope } from './source.js'
import { parseTree } from './tree.js'
import { unitsOf } from './units.js'

function units(word: string): string[] {
  const read = reading(word)
  const source = createSource(read, parseTree(read))
  const prose = { start: 0, end: word.length, groups: [], headings: [], scope: rootScope(undefined), opened: [] }
  return unitsOf(word, prose, protectedSpans(source, prose), []).map(({ start, end }) => word.slice(start, end))
}

const long = 'x'.repeat(60)

describe('unitsOf', () => {
  it.each([
    ['references', '\\ref{a}\\cite[p.~1]{b,c}.', ['\\ref{a}', '\\cite[p.~1]{b,c}', '.']],
    ['a command with its text', 'word\\footnote{note}next', ['word', '\\footnote{note}', 'next']],
    ['formulas', '$a$-$b$', ['$a$', '-', '$b$']],
    ['accents', 'Erd\\H{o}s', ['Erd', '\\H{o}', 's']],
    ['a short argument with the longer one after it', `\\href{u}{text}`, ['\\href{u}{text}']],
    ['long arguments one by one', `\\both{${long}}{${long}}`, [`\\both{${long}}`, `{${long}}`]],
    ['the head of a definition with its text', '\\def\\a#1{text}', ['\\def\\a#1{text}']],
  ])('takes apart %s', (_, word, expected) => {
    expect(units(word)).toEqual(expected)
  })
})
