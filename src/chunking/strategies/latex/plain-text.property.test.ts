import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.js'

const PARTS =
  '\\emph \\footnote \\texorpdfstring \\cite \\newline \\\\ \\" \\H \\i \\alpha { } { } [ ] $ ~ % a é \u{1f600}'.split(
    ' ',
  )
const source = fc
  .array(fc.oneof(fc.constantFrom(...PARTS, ' ', '\n'), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))
const balanced = source.map((text) => text.replace(/[\\{}[\]%]/g, ''))

describe('plainText of any source', () => {
  it('is words with single spaces and whole code points', () => {
    fc.assert(
      fc.property(source, (text) => {
        const words = plainText(text)
        expect(words).toBe(words.replace(/\s+/g, ' ').trim())
        expect(words.isWellFormed()).toBe(text.isWellFormed())
      }),
    )
  })

  it('is not changed by arguments that do not print', () => {
    fc.assert(
      fc.property(balanced, source, balanced, (before, inside, after) => {
        const note = inside.replace(/[\\{}%]/g, '')
        expect(plainText(`${before}\\footnote[1]{${note}}${after}`)).toBe(plainText(`${before}{}${after}`))
        expect(plainText(`${before}\\href{${note}}{x}${after}`)).toBe(plainText(`${before}{x}${after}`))
      }),
    )
  })
})
