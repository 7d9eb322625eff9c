import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codePointBoundaryAtOrBefore,
  graphemeBoundaryAtOrAfter,
  graphemeBoundaryAtOrBefore,
  isGraphemeBoundary,
} from './graphemes.js'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const bordersOf = (text: string) => [...[...segmenter.segment(text)].map((part) => part.index), text.length]

const family = '\u{1F468}‍\u{1F469}‍\u{1F467}'
const pieces = [
  'a',
  'B',
  ' ',
  '\r',
  '\n',
  '\r\n',
  '\t',
  'é',
  'e\u0301',
  '\u0301',
  '\u0300\u0323',
  '漢',
  'か\u3099',
  'ガ',
  '가',
  '\u1100\u1161\u11a8',
  '\u1161',
  '\u11a8',
  '\u{1F600}',
  '\u{1F44D}\u{1F3FD}',
  '\u{1F3FD}',
  family,
  '\u200d',
  '\ufe0f',
  '❤\ufe0f',
  '\u{1F1E9}\u{1F1EA}',
  '\u{1F1E9}',
  'क्षि',
  'நி',
  'ที่',
  'กำ',
  '\u0600',
  '©',
  '®\ufe0f',
  '\u{110BD}',
  '\u{E0067}\u{E007F}',
  '\u{20000}',
  '1\ufe0f\u20e3',
  'мо\u0483',
  '\u0085',
  '\u00ad',
  '\ud800',
  '\udc00',
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 40 })
  .map((parts) => parts.join(''))

describe('graphemeBoundaryAtOrBefore', () => {
  it('agrees with the segmenter over the whole text at every position', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const borders = bordersOf(text)
        let last = 0
        for (let pos = 0; pos <= text.length; pos++) {
          if (borders.includes(pos)) last = pos
          if (last > 0) expect(graphemeBoundaryAtOrBefore(text, pos)).toBe(last)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('falls back to whole code points when the grapheme began at or before the floor', () => {
    const text = `ab${family}`
    expect(graphemeBoundaryAtOrBefore(text, 6, 1)).toBe(2)
    expect(graphemeBoundaryAtOrBefore(text, 6, 2)).toBe(5)
    expect(graphemeBoundaryAtOrBefore(text, 3, 2)).toBe(2)
  })

  it('keeps every pair of a long run of flags', () => {
    const text = '\u{1F1E9}\u{1F1EA}'.repeat(500)
    expect(graphemeBoundaryAtOrBefore(text, 1003)).toBe(1000)
  })

  it('costs the distance to the nearest sure border, not the length of the text', () => {
    const text = 'word '.repeat(200_000) + family
    const started = performance.now()
    for (let i = 0; i < 2000; i++) graphemeBoundaryAtOrBefore(text, text.length - 2)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('isGraphemeBoundary and graphemeBoundaryAtOrAfter', () => {
  it('agree with the segmenter over the whole text at every position', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const borders = bordersOf(text)
        for (let pos = 0; pos <= text.length; pos++) {
          expect(isGraphemeBoundary(text, pos)).toBe(borders.includes(pos) || pos === 0)
          const next = pos === 0 ? 0 : (borders.find((border) => border >= pos) ?? text.length)
          expect(graphemeBoundaryAtOrAfter(text, pos, 0, text.length)).toBe(next)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('take the floor for a border and end where they are told to', () => {
    expect(isGraphemeBoundary(family, 2)).toBe(false)
    expect(isGraphemeBoundary(family, 2, 2)).toBe(true)
    expect(graphemeBoundaryAtOrAfter(`${family}b`, 2, 0, family.length + 1)).toBe(family.length)
    expect(graphemeBoundaryAtOrAfter(`${family}b`, 2, 0, 5)).toBe(5)
  })
})

describe('codePointBoundaryAtOrBefore', () => {
  it('steps back out of a surrogate pair only', () => {
    expect(codePointBoundaryAtOrBefore('a\u{1F600}b', 2)).toBe(1)
    expect(codePointBoundaryAtOrBefore('a\u{1F600}b', 3)).toBe(3)
    expect(codePointBoundaryAtOrBefore('\ude00\ud83d', 1)).toBe(1)
    expect(codePointBoundaryAtOrBefore('ab', -3)).toBe(0)
    expect(codePointBoundaryAtOrBefore('ab', 9)).toBe(2)
  })
})
