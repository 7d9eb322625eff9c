import { describe, expect, it } from 'vitest'
import { wrapPieces } from './wrap.js'

const texts = (pieces: Parameters<typeof wrapPieces>[0], columns: number) =>
  wrapPieces(pieces, columns).map((line) => line.map(({ text }) => text).join(''))

describe('a row that is too long', () => {
  it('is broken at the last column, and pieces stay what they are', () => {
    const pieces = [
      { text: 'abc', shown: true },
      { text: 'defg', shown: false },
    ]
    expect(wrapPieces(pieces, 5)).toEqual([
      [
        { text: 'abc', shown: true },
        { text: 'de', shown: false },
      ],
      [{ text: 'fg', shown: false }],
    ])
    expect(wrapPieces(pieces, Number.POSITIVE_INFINITY)).toEqual([pieces])
  })

  it('counts wide characters as two columns and combining marks as none', () => {
    expect(texts([{ text: '日本語文', shown: true }], 5)).toEqual(['日本', '語文'])
    expect(texts([{ text: 'e\u0301e\u0301e\u0301', shown: true }], 2)).toEqual(['e\u0301e\u0301', 'e\u0301'])
    expect(texts([{ text: '🙂🙂', shown: true }], 3)).toEqual(['🙂', '🙂'])
  })

  it('is one line even when it is empty', () => {
    expect(wrapPieces([], 10)).toEqual([[]])
    expect(wrapPieces([{ text: '', shown: true }], 10)).toEqual([[{ text: '', shown: true }]])
  })
})
