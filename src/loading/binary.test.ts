import { describe, expect, it } from 'vitest'
import { binaryError, detectBinary } from './binary.js'

const data = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const zip = (...names: string[]) => data(names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}`).join(''))

describe('detectBinary', () => {
  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['PK\x03\x04\x14\0', 'application/zip'],
    ['\x89PNG\r\n\x1a\n\0', 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['GIF89a\x01\0', 'image/gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['\x7fELF\x02\x01', 'application/x-elf'],
    ['\x1f\x8b\x08\0', 'application/gzip'],
    ['SQLite format 3\0\x10', 'application/vnd.sqlite3'],
    ['\0\0\0 ftypisom', 'video/mp4'],
    ['\0asm\x01\0\0\0', 'application/wasm'],
    [`${'a'.repeat(100)}${'\0'.repeat(157)}ustar\0`, 'application/x-tar'],
  ])('knows %j', (head, mediaType) => {
    expect(detectBinary(data(head))?.mediaType).toBe(mediaType)
  })

  it('tells documents in a ZIP apart by what is in it, and by extension', () => {
    expect(detectBinary(zip('[Content_Types].xml', 'word/document.xml'))?.label).toBe('Word document')
    expect(detectBinary(zip('[Content_Types].xml', 'xl/workbook.xml'), 'download')?.label).toBe('Excel workbook')
    expect(detectBinary(zip('mimetypeapplication/epub+zip'))?.label).toBe('EPUB book')
    expect(detectBinary(zip('any'), 'C:\\slides.PPTX')?.label).toBe('PowerPoint presentation')
    expect(detectBinary(zip('readme.txt'), 'a.zip')).toMatchObject({ label: 'ZIP archive', isDocument: false })
  })

  it('leaves text alone that begins like a binary format', () => {
    for (const text of [
      'GIF89a is a format',
      'BM stands for bitmap',
      'MZ were his initials',
      'PACK it up',
      'ID3',
      'RIFF',
    ]) {
      expect(detectBinary(data(text))).toBeUndefined()
    }
  })

  it('says of a document that it cannot be read yet, of anything else that it is not text', () => {
    const pdf = binaryError('a.pdf', detectBinary(data('%PDF-1.4'))!)
    expect(pdf).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', details: { mediaType: 'application/pdf' } })
    expect(pdf.message).toContain('PDF document')
    const png = binaryError('a.md', detectBinary(data('\x89PNG\r\n\x1a\n'))!)
    expect(png).toMatchObject({ code: 'BINARY_FILE', details: { looksLike: 'PNG image' } })
  })
})
