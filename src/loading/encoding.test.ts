import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TesseraError } from '../core/index.js'
import { decodeText } from './encoding.js'

const bytes = (...values: number[]) => Uint8Array.from(values)
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16le = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const utf16be = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return TesseraError.isInstance(error) ? error.code : String(error)
  }
  return undefined
}

describe('decodeText, Unicode', () => {
  it('reads UTF-8 without a word of warning', () => {
    expect(decodeText(utf8('Zürich 👩‍🚀 東京'))).toEqual({ text: 'Zürich 👩‍🚀 東京', encoding: 'utf-8', warnings: [] })
  })

  it('reads nothing as the empty text', () => {
    expect(decodeText(bytes())).toEqual({ text: '', encoding: 'utf-8', warnings: [] })
  })

  it.each([
    ['utf-8', bytes(0xef, 0xbb, 0xbf, 0x68, 0x69)],
    ['utf-16le', bytes(0xff, 0xfe, 0x68, 0, 0x69, 0)],
    ['utf-16be', bytes(0xfe, 0xff, 0, 0x68, 0, 0x69)],
  ])('keeps the byte order mark of %s at offset 0', (encoding, data) => {
    expect(decodeText(data)).toEqual({ text: '\ufeffhi', encoding, warnings: [] })
  })

  it('reads a view into a larger buffer at an odd offset', () => {
    const shifted = bytes(1, 0xff, 0xfe, 0x68, 0, 0x69, 0, 2).subarray(1, 7)
    expect(decodeText(shifted).text).toBe('\ufeffhi')
  })

  it('keeps lone surrogates of marked UTF-16', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x62, 0)).text).toBe('\ufeffa\ud83db')
  })

  it('keeps an odd last byte of UTF-16 as U+FFFD and says so', () => {
    const { text, warnings } = decodeText(bytes(0xff, 0xfe, 0x61, 0, 0x62))
    expect(text).toBe('\ufeffa\ufffd')
    expect(warnings).toHaveLength(1)
  })

  it.each([
    'Hello, world.\r\nSecond line.',
    'Привет, мир! Это обычный текст.',
    '东京是日本的首都。 第二句话,\n第三行。',
    'mixed 👩‍🚀 emoji and ümlauts',
  ])('recognises UTF-16 without a byte order mark: %s', (text) => {
    expect(decodeText(utf16le(text))).toMatchObject({ text, encoding: 'utf-16le' })
    expect(decodeText(utf16be(text))).toMatchObject({ text, encoding: 'utf-16be' })
    expect(decodeText(utf16le(text)).warnings).toHaveLength(1)
  })

  it('reads a Buffer like any bytes, and leaves it as it is', () => {
    for (const encoding of ['utf16le', 'latin1', 'utf8'] as const) {
      const buffer = Buffer.from('Zürich, café', encoding)
      const before = Buffer.from(buffer)
      expect(decodeText(buffer).text).toBe('Zürich, café')
      expect(buffer).toEqual(before)
    }
    const swapped = Buffer.from('Zürich', 'utf16le').swap16()
    expect(decodeText(swapped).text).toBe('Zürich')
    expect(decodeText(swapped).text).toBe('Zürich')
  })

  it('refuses UTF-32, with and without a byte order mark', () => {
    const little = Uint8Array.from([...'Hello there'].flatMap((char) => [char.charCodeAt(0), 0, 0, 0]))
    const big = Uint8Array.from([...'Hello there'].flatMap((char) => [0, 0, 0, char.charCodeAt(0)]))
    for (const data of [little, big, bytes(0xff, 0xfe, 0, 0, ...little), bytes(0, 0, 0xfe, 0xff, ...big)]) {
      expect(codeOf(() => decodeText(data))).toBe('ENCODING_ERROR')
    }
  })

  it('gives back every text that was encoded in UTF-8 or marked UTF-16', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 }).map((raw) => raw.replace(/[\0-\x1f\x7f]/g, ' '))
    fc.assert(
      fc.property(text, (original) => {
        expect(decodeText(utf8(`a${original}`)).text).toBe(`a${original}`)
        expect(decodeText(bytes(0xff, 0xfe, ...utf16le(original))).text).toBe(`\ufeff${original}`)
        expect(decodeText(bytes(0xfe, 0xff, ...utf16be(original))).text).toBe(`\ufeff${original}`)
      }),
    )
  })
})

describe('decodeText, other encodings', () => {
  it('reads Windows-1252, its typographic characters too, and says so', () => {
    const { text, encoding, warnings } = decodeText(bytes(0x80, 0x20, 0x93, 0x52, 0xe9, 0x94, 0x20, 0x99, 0x20, 0x9f))
    expect(text).toBe('€ “Ré” ™ Ÿ')
    expect(encoding).toBe('windows-1252')
    expect(warnings[0]).toContain('windows-1252')
  })

  it('keeps the five bytes that Windows-1252 leaves open apart from each other', () => {
    const { text } = decodeText(bytes(0xe9, 0x81, 0x8d, 0x8f, 0x90, 0x9d))
    expect(text).toBe('é\x81\x8d\x8f\x90\x9d')
  })

  it('takes a single bad byte among ASCII for Windows-1252', () => {
    expect(decodeText(latin1('(c) \xa9 1999')).text).toBe('(c) © 1999')
  })

  it('reads damaged UTF-8 as UTF-8, with U+FFFD for the damage', () => {
    const damaged = new Uint8Array([...utf8('é'.repeat(30)), 0xff, ...utf8('ü'.repeat(30))])
    const { text, encoding, warnings } = decodeText(damaged)
    expect(encoding).toBe('utf-8')
    expect(text).toBe(`${'é'.repeat(30)}\ufffd${'ü'.repeat(30)}`)
    expect(warnings[0]).toContain('byte 60')
  })

  it('reads UTF-8 that ends in the middle of a character as UTF-8', () => {
    const cut = utf8('Zürich 東').slice(0, -1)
    expect(decodeText(cut)).toMatchObject({ text: 'Zürich \ufffd', encoding: 'utf-8' })
  })

  it('reads what has the byte order mark of UTF-8 as UTF-8, however damaged', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61, 0xff)).text).toBe('\ufeffa\ufffd')
  })

  it('uses a declared encoding where the bytes are not UTF-8, and only there', () => {
    const koi8 = bytes(0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4)
    expect(decodeText(koi8, { declared: 'koi8-r' })).toMatchObject({ text: 'Привет', encoding: 'koi8-r' })
    expect(decodeText(utf8('Привет'), { declared: 'koi8-r' }).text).toBe('Привет')
    expect(decodeText(koi8, { declared: 'no-such-encoding' }).encoding).toBe('windows-1252')
  })

  it('loses no byte that is not UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 0x80, max: 0xff, minLength: 1, maxLength: 40 }), (data) => {
        const { text, encoding, warnings } = decodeText(data)
        if (encoding === 'windows-1252') expect(text).toHaveLength(data.length)
        if (text.includes('\ufffd') && encoding === 'utf-8')
          expect(warnings.length + Number(isTrueReplacement(data))).toBeGreaterThan(0)
      }),
    )
  })
})

/** U+FFFD that stands in the source itself. */
function isTrueReplacement(data: Uint8Array): boolean {
  return Buffer.from(data).includes(Buffer.from([0xef, 0xbf, 0xbd]))
}

describe('decodeText, binary data', () => {
  it.each([
    ['a NUL byte in text', utf8('abc\0def')],
    ['names separated by NUL', utf8('one\0three\0five5\0')],
    ['control characters', bytes(0x41, 1, 2, 3, 0x42, 4, 5)],
    ['random integers', bytes(7, 0, 0, 0, 200, 1, 0, 0, 9, 0, 3, 0)],
    ['a PNG image', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
  ])('refuses %s', (_what, data) => {
    expect(codeOf(() => decodeText(data))).toBe('BINARY_FILE')
  })

  it('reads logs with colours, form feeds and a few stray control characters', () => {
    const log = `\x1b[31mred\x1b[0m\f${'plain text '.repeat(20)}\x01`
    expect(decodeText(utf8(log)).text).toBe(log)
  })

  it('gives text or a typed error for any bytes at all', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((data) => [...data]),
      fc.constantFrom(
        [0xef, 0xbb, 0xbf],
        [0xff, 0xfe],
        [0xfe, 0xff],
        [0, 0],
        [0, 0x41],
        [0x41, 0],
        [0, 0xd8],
        [0xc3],
        [0xc3, 0xa9],
      ),
      fc.string({ maxLength: 8 }).map((text) => [...Buffer.from(text)]),
    )
    const codes = [undefined, 'BINARY_FILE', 'ENCODING_ERROR', 'UNSUPPORTED_MEDIA_TYPE']
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const data = Uint8Array.from(pieces.flat())
        const before = data.slice()
        expect(codes).toContain(codeOf(() => decodeText(data)))
        expect(data).toEqual(before)
      }),
      { numRuns: 2000 },
    )
  })

  it('decides ten megabytes in one pass', () => {
    const data = new Uint8Array(10_000_000).fill(0x61)
    data[9_999_999] = 0xe9
    const began = process.cpuUsage()
    expect(decodeText(data).encoding).toBe('windows-1252')
    const { user } = process.cpuUsage(began)
    expect(user / 1000).toBeLessThan(2000)
  })
})

const { TESSERA_SHARED: given } = process.env
const shared = join(given ?? fileURLToPath(new URL('../../../shared', import.meta.url)), 'cases', 'files')

describe.skipIf(!existsSync(shared))('public encoding cases (skipped without ../shared)', () => {
  it.each([
    ['cp1252.txt', 'A © ® ™ €\n'],
    ['latin1.txt', 'Réunion à 9h, café'],
    ['utf8bom.txt', '\ufeff标题 one\n'],
  ])('%s', (name, text) => {
    expect(decodeText(readFileSync(join(shared, name))).text).toBe(text)
  })
})
