import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineTable } from './lines.js'

const mixed = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r', '\r\n', '\u2028', ' '), { maxLength: 60 })
  .map((parts) => parts.join(''))

describe('LineTable', () => {
  it('breaks at every kind of line end', () => {
    const table = new LineTable('a\nb\r\nc\rd')
    expect([1, 2, 3, 4].map((line) => table.start(line))).toEqual([0, 2, 5, 7])
    expect(table.count).toBe(4)
    expect(table.lineAt(4)).toBe(2)
    expect(table.linesOf({ start: 2, end: 6 })).toEqual([2, 3])
    expect(table.linesOf({ start: 2, end: 5 })).toEqual([2, 2])
  })

  it('has one line for an empty text and an empty last line after a final break', () => {
    expect(new LineTable('').count).toBe(1)
    expect(new LineTable('a\n').count).toBe(2)
    expect(new LineTable('a\n').lineAt(2)).toBe(2)
    expect(new LineTable('').linesOf({ start: 0, end: 0 })).toEqual([1, 1])
  })

  it('agrees with counting the breaks before an offset', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const table = new LineTable(text)
        const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length)]
        expect(table.count).toBe(starts.length)
        for (let offset = 0; offset < text.length; offset++) {
          const line = starts.filter((start) => start <= offset).length
          expect(table.lineAt(offset)).toBe(line)
          expect(table.start(line)).toBe(starts[line - 1])
        }
      }),
    )
  })
})
