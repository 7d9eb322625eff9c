/** How much of some bytes is UTF-8. */
export interface Utf8Count {
  /** Well-formed sequences of two bytes and more. */
  good: number
  /** Ill-formed places; each becomes one U+FFFD when decoded. */
  bad: number
  /** Byte offset of the first ill-formed place, or -1. */
  firstBad: number
  /** The bytes end in the middle of a sequence. */
  isCutOff: boolean
  /** Length of the decoded text in UTF-16 units. */
  units: number
}

/** Counts well-formed and ill-formed sequences as the WHATWG decoder sees them (Unicode, table 3-7). */
export function countUtf8(bytes: Uint8Array): Utf8Count {
  const count: Utf8Count = { good: 0, bad: 0, firstBad: -1, isCutOff: false, units: 0 }
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i]!
    if (lead < 0x80) {
      count.units++
      i++
      continue
    }
    const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    const end = sequenceEnd(bytes, i, length)
    if (length > 0 && end === i + length) {
      count.good++
      count.units += length === 4 ? 2 : 1
    } else {
      if (count.firstBad < 0) count.firstBad = i
      count.bad++
      count.units++
      count.isCutOff = length > 0 && end === bytes.length
    }
    i = end
  }
  return count
}

/** The byte after the longest well-formed beginning of a sequence; at least one byte on. */
function sequenceEnd(bytes: Uint8Array, start: number, length: number): number {
  const lead = bytes[start]!
  let end = start + 1
  for (; end < start + length && end < bytes.length; end++) {
    const byte = bytes[end]!
    const low = end > start + 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const high = end > start + 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (byte < low || byte > high) break
  }
  return end
}
