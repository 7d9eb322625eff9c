import { TesseraError } from '../core/index.js'

/** What a file that is not text turned out to be. */
export interface BinaryFormat {
  /** For messages: `PNG image`. */
  label: string
  /** For example `application/pdf`. */
  mediaType: string
  /** A format that holds prose: with a reader for it, it could be read. */
  isDocument: boolean
}

/** How many leading bytes {@link detectBinary} looks at. */
export const SIGNATURE_BYTES = 4096

/**
 * Recognises binary formats by their first bytes (magic numbers), whatever the file is called.
 *
 * @param name tells apart formats that share a container, such as .docx and .zip
 * @returns undefined for text, and for binary data of no known format
 */
export function detectBinary(bytes: Uint8Array, name = ''): BinaryFormat | undefined {
  const head = bytes.subarray(0, SIGNATURE_BYTES)
  const signature = SIGNATURES.find((candidate) => matches(head, candidate))
  if (!signature) return undefined
  const extension = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const inner = signature.container ? CONTAINED[signature.container].find(isInside(head, extension)) : undefined
  const { label, mediaType } = inner ?? signature
  return { label, mediaType, isDocument: inner !== undefined || signature.isDocument === true }
}

/** The error for a format that no reader takes: `UNSUPPORTED_MEDIA_TYPE` for documents, else `BINARY_FILE`. */
export function binaryError(name: string, format: BinaryFormat): TesseraError {
  const details = { name, looksLike: format.label, mediaType: format.mediaType }
  if (format.isDocument) {
    const message = `"${name}" is a ${format.label}, which cannot be read yet. Convert it to text, Markdown or HTML.`
    return new TesseraError('UNSUPPORTED_MEDIA_TYPE', message, details)
  }
  return new TesseraError('BINARY_FILE', `"${name}" is not text: it looks like a ${format.label}.`, details)
}

interface Signature {
  label: string
  mediaType: string
  at?: number
  magic: string
  /** Text from its first byte on: counts even where no NUL byte follows. */
  isTextual?: boolean
  isDocument?: boolean
  container?: 'zip' | 'ole'
}

/** One character a byte. Signatures of printable characters alone count only in data that holds a NUL byte. */
const SIGNATURES: Signature[] = [
  { label: 'PDF document', mediaType: 'application/pdf', magic: '%PDF-', isTextual: true, isDocument: true },
  { label: 'RTF document', mediaType: 'application/rtf', magic: '{\\rtf1', isTextual: true, isDocument: true },
  {
    label: 'PostScript document',
    mediaType: 'application/postscript',
    magic: '%!PS-Adobe',
    isTextual: true,
    isDocument: true,
  },
  { label: 'ZIP archive', mediaType: 'application/zip', magic: 'PK\x03\x04', container: 'zip' },
  { label: 'ZIP archive', mediaType: 'application/zip', magic: 'PK\x05\x06' },
  {
    label: 'OLE compound file',
    mediaType: 'application/x-ole-storage',
    magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    container: 'ole',
  },
  { label: 'PNG image', mediaType: 'image/png', magic: '\x89PNG\r\n\x1a\n' },
  { label: 'JPEG image', mediaType: 'image/jpeg', magic: '\xff\xd8\xff' },
  { label: 'GIF image', mediaType: 'image/gif', magic: 'GIF8' },
  { label: 'WebP image', mediaType: 'image/webp', at: 8, magic: 'WEBP' },
  { label: 'BMP image', mediaType: 'image/bmp', at: 0, magic: 'BM' },
  { label: 'TIFF image', mediaType: 'image/tiff', magic: 'II*\0' },
  { label: 'TIFF image', mediaType: 'image/tiff', magic: 'MM\0*' },
  { label: 'icon', mediaType: 'image/x-icon', magic: '\0\0\x01\0' },
  { label: 'Photoshop image', mediaType: 'image/vnd.adobe.photoshop', magic: '8BPS' },
  { label: 'MP4, HEIC or AVIF file', mediaType: 'video/mp4', at: 4, magic: 'ftyp' },
  { label: 'Matroska or WebM video', mediaType: 'video/x-matroska', magic: '\x1aE\xdf\xa3' },
  { label: 'AVI video', mediaType: 'video/x-msvideo', at: 8, magic: 'AVI ' },
  { label: 'WAV recording', mediaType: 'audio/wav', at: 8, magic: 'WAVE' },
  { label: 'MP3 recording', mediaType: 'audio/mpeg', magic: 'ID3' },
  { label: 'MP3 recording', mediaType: 'audio/mpeg', magic: '\xff\xfb' },
  { label: 'Ogg recording', mediaType: 'audio/ogg', magic: 'OggS' },
  { label: 'FLAC recording', mediaType: 'audio/flac', magic: 'fLaC' },
  { label: 'gzip archive', mediaType: 'application/gzip', magic: '\x1f\x8b' },
  { label: 'bzip2 archive', mediaType: 'application/x-bzip2', magic: 'BZh91AY&SY' },
  { label: 'xz archive', mediaType: 'application/x-xz', magic: '\xfd7zXZ\0' },
  { label: 'Zstandard archive', mediaType: 'application/zstd', magic: '\x28\xb5\x2f\xfd' },
  { label: '7-Zip archive', mediaType: 'application/x-7z-compressed', magic: '7z\xbc\xaf\x27\x1c' },
  { label: 'RAR archive', mediaType: 'application/vnd.rar', magic: 'Rar!\x1a\x07' },
  { label: 'tar archive', mediaType: 'application/x-tar', at: 257, magic: 'ustar' },
  { label: 'SQLite database', mediaType: 'application/vnd.sqlite3', magic: 'SQLite format 3\0' },
  { label: 'Parquet file', mediaType: 'application/vnd.apache.parquet', magic: 'PAR1' },
  { label: 'HDF5 file', mediaType: 'application/x-hdf5', magic: '\x89HDF\r\n\x1a\n' },
  { label: 'NumPy array', mediaType: 'application/x-numpy', magic: '\x93NUMPY' },
  { label: 'ELF program', mediaType: 'application/x-elf', magic: '\x7fELF' },
  { label: 'Windows program', mediaType: 'application/vnd.microsoft.portable-executable', magic: 'MZ' },
  { label: 'Mach-O program', mediaType: 'application/x-mach-binary', magic: '\xcf\xfa\xed\xfe' },
  { label: 'Java class or Mach-O program', mediaType: 'application/java-vm', magic: '\xca\xfe\xba\xbe' },
  { label: 'WebAssembly module', mediaType: 'application/wasm', magic: '\0asm' },
  { label: 'WOFF font', mediaType: 'font/woff', magic: 'wOFF' },
  { label: 'WOFF2 font', mediaType: 'font/woff2', magic: 'wOF2' },
  { label: 'OpenType font', mediaType: 'font/otf', magic: 'OTTO' },
  { label: 'TrueType font', mediaType: 'font/ttf', magic: '\0\x01\0\0' },
  { label: 'Git pack', mediaType: 'application/x-git-pack', magic: 'PACK' },
]

interface Contained {
  extension: string
  label: string
  mediaType: string
  /** A name that stands early in the container and in no other format's. */
  marker?: string
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

const CONTAINED: Record<'zip' | 'ole', Contained[]> = {
  zip: [
    { extension: 'epub', label: 'EPUB book', mediaType: 'application/epub+zip', marker: 'application/epub+zip' },
    {
      extension: 'odt',
      label: 'OpenDocument text',
      mediaType: `${OPEN_DOCUMENT}.text`,
      marker: `${OPEN_DOCUMENT}.text`,
    },
    {
      extension: 'ods',
      label: 'OpenDocument spreadsheet',
      mediaType: `${OPEN_DOCUMENT}.spreadsheet`,
      marker: `${OPEN_DOCUMENT}.spreadsheet`,
    },
    {
      extension: 'odp',
      label: 'OpenDocument presentation',
      mediaType: `${OPEN_DOCUMENT}.presentation`,
      marker: `${OPEN_DOCUMENT}.presentation`,
    },
    { extension: 'docx', label: 'Word document', mediaType: `${OPEN_XML}.wordprocessingml.document`, marker: 'word/' },
    { extension: 'xlsx', label: 'Excel workbook', mediaType: `${OPEN_XML}.spreadsheetml.sheet`, marker: 'xl/' },
    {
      extension: 'pptx',
      label: 'PowerPoint presentation',
      mediaType: `${OPEN_XML}.presentationml.presentation`,
      marker: 'ppt/',
    },
  ],
  ole: [
    { extension: 'doc', label: 'Word document', mediaType: 'application/msword' },
    { extension: 'xls', label: 'Excel workbook', mediaType: 'application/vnd.ms-excel' },
    { extension: 'ppt', label: 'PowerPoint presentation', mediaType: 'application/vnd.ms-powerpoint' },
    { extension: 'msg', label: 'Outlook message', mediaType: 'application/vnd.ms-outlook' },
  ],
}

function isInside(head: Uint8Array, extension: string): (format: Contained) => boolean {
  const text = latin1(head)
  return ({ extension: own, marker }) =>
    own === extension || (marker !== undefined && entryNames(text).includes(marker))
}

/** The part of a ZIP's head where entry names stand: each follows a local header that begins with `PK\x03\x04`. */
function entryNames(head: string): string {
  return head
    .split('PK\x03\x04')
    .map((entry) => entry.slice(26, 160))
    .join('\n')
}

const PRINTABLE = /^[ -~]*$/

function matches(head: Uint8Array, { at = 0, magic, isTextual }: Signature): boolean {
  if (head.length < at + magic.length) return false
  for (let i = 0; i < magic.length; i++) if (head[at + i] !== magic.charCodeAt(i)) return false
  return isTextual === true || !PRINTABLE.test(magic) || head.includes(0)
}

/** A byte that no text in an eight-bit encoding holds: controls other than white space, backspace and escape. */
export function isControl(byte: number): boolean {
  return (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) || byte === 0x7f
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
