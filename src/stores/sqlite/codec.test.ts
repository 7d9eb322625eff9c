import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, decodeVectors, encodeText, encodeVectors, textColumn } from './codec.js'
import { openDriver } from './driver.js'

const select = (await openDriver(':memory:')).prepare(`SELECT ${textColumn('x')} FROM (SELECT ? AS x)`)

/** What comes back from the database for a text. */
const cellOf = (text: string) => select.all([encodeText(text)])[0]!['x']

/** UTF-16 units of every sort: halves of surrogate pairs, NUL, letters. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xd800, 0xdc00, 0xfeff, 0x61)), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units))

describe('encodeText', () => {
  it('keeps ordinary text readable', () => {
    expect(encodeText('naïve 検索 \u{1F600}')).toBe('naïve 検索 \u{1F600}')
  })

  it('is undone by decodeText for any text, and tells different texts apart', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(decodeText(cellOf(a))).toBe(a)
        if (a !== b) expect(encodeText(a)).not.toEqual(encodeText(b))
      }),
    )
  })

  it('takes long text that UTF-8 cannot hold', () => {
    const text = `${'x'.repeat(100_001)}\ud800`
    expect(decodeText(cellOf(text))).toBe(text)
  })
})

describe('encodeVectors', () => {
  it('is undone by decodeVectors, wherever the bytes lie', () => {
    const values = Float32Array.from([1.5, -0, 3.4e38, 1e-45, -2])
    const bytes = encodeVectors(values.subarray(1))
    expect(decodeVectors(bytes)).toEqual(values.slice(1))
    const shifted = new Uint8Array(bytes.length + 1)
    shifted.set(bytes, 1)
    expect(decodeVectors(shifted.subarray(1))).toEqual(values.slice(1))
  })
})
