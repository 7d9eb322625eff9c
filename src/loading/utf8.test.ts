import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countUtf8 } from './utf8.js'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** Bytes at the borders of the ranges in Unicode's table 3-7, where decoders go wrong. */
const border = fc.constantFrom(
  0x41,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe1,
  0xec,
  0xed,
  0xee,
  0xef,
  0xf0,
  0xf1,
  0xf3,
  0xf4,
  0xf5,
  0xff,
)

describe('countUtf8', () => {
  it('counts the units and the faults of the platform decoder, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.array(border, { maxLength: 60 }), (values) => {
        const text = decoder.decode(Uint8Array.from(values))
        const { units, bad, firstBad } = countUtf8(Uint8Array.from(values))
        // No border sequence encodes U+FFFD itself.
        expect({ units, bad }).toEqual({ units: text.length, bad: text.split('\ufffd').length - 1 })
        expect(firstBad < 0).toBe(bad === 0)
      }),
      { numRuns: 2000 },
    )
  })

  it('tells a sequence that the end cuts off from one that is wrong', () => {
    expect(countUtf8(Uint8Array.of(0x61, 0xe6, 0x9d)).isCutOff).toBe(true)
    expect(countUtf8(Uint8Array.of(0xe6, 0x9d, 0x61)).isCutOff).toBe(false)
    expect(countUtf8(Uint8Array.of(0x61, 0xff)).isCutOff).toBe(false)
  })

  it('sums the units of a text with every length of sequence', () => {
    const text = 'aé東👩'
    expect(countUtf8(new TextEncoder().encode(text))).toMatchObject({ good: 3, bad: 0, units: text.length })
  })
})
