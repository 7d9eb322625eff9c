import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { MAX_DOCUMENT_UNITS, TesseraError } from '../core/index.js'
import { binaryError, detectBinary, isControl } from './binary.js'
import { countUtf8 } from './utf8.js'

/** A decoded file. */
export interface DecodedText {
  /** A byte order mark stays at offset 0 as U+FEFF; lone surrogates of UTF-16 stay as they are. */
  text: string
  /** `utf-8`, `utf-16le`, `utf-16be`, `windows-1252`, or the encoding the file itself declares. */
  encoding: string
  /** What had to be guessed or replaced; empty for an intact Unicode file. */
  warnings: string[]
}

/** What is known of bytes beside themselves. */
export interface DecodeOptions {
  /** File name, for messages and to tell binary formats apart. */
  name?: string | undefined
  /** The encoding the file declares (HTML's `meta`, LaTeX's `inputenc`): used where the bytes are not Unicode. */
  declared?: string | undefined
}

/** Good UTF-8 sequences for each bad one from which a damaged file still counts as UTF-8. */
const GOOD_PER_BAD = 9
/** Share of control characters from which data counts as binary. */
const MAX_CONTROL_SHARE = 0.05
/** How many units or bytes are examined for control characters. */
const SAMPLE = 1 << 16

/**
 * Decodes a text file: by byte order mark, else UTF-16 by its pattern of zero bytes, else UTF-8 where valid (or at
 * least nine tenths of what is not ASCII are), else by the declared encoding, else as Windows-1252. Nothing depends on
 * the locale, and no byte is left out: what cannot be decoded becomes U+FFFD and a warning.
 *
 * @throws TesseraError `BINARY_FILE`, `UNSUPPORTED_MEDIA_TYPE` (a PDF or other document that is not text),
 * `ENCODING_ERROR` (UTF-32), `DOCUMENT_TOO_LARGE`
 */
export function decodeText(bytes: Uint8Array, { name = 'data', declared }: DecodeOptions = {}): DecodedText {
  const binary = detectBinary(bytes, name)
  if (binary) throw binaryError(name, binary)
  refuseUtf32(bytes, name)
  if (startsWith(bytes, 0xff, 0xfe)) return decodeUtf16(bytes, 'utf-16le', name)
  if (startsWith(bytes, 0xfe, 0xff)) return decodeUtf16(bytes, 'utf-16be', name)
  const zero = bytes.indexOf(0)
  if (zero >= 0) return decodeUnmarkedUtf16(bytes, name, zero)
  refuseControls(bytes, name)
  if (isUtf8(bytes)) return { text: utf8(bytes, name), encoding: 'utf-8', warnings: [] }
  return decodeInvalidUtf8(bytes, name, declared)
}

/** A file in an encoding nobody reads is refused by name rather than taken for UTF-16 with zeros in it. */
function refuseUtf32(bytes: Uint8Array, name: string): void {
  const isMarked = startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)
  if (!isMarked && !looksUtf32(bytes, 0) && !looksUtf32(bytes, 3)) return
  throw new TesseraError('ENCODING_ERROR', `"${name}" is UTF-32, which is not supported. Convert it to UTF-8.`, {
    name,
    encoding: 'utf-32',
    supported: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'],
  })
}

/** Whether the first quads are all characters and mostly ASCII; `top` is the offset of the highest byte in a quad. */
function looksUtf32(bytes: Uint8Array, top: 0 | 3): boolean {
  if (bytes.length < 8 || bytes.length % 4 !== 0) return false
  const end = Math.min(bytes.length, 256)
  let ascii = 0
  for (let at = 0; at < end; at += 4) {
    const [highest, high, low, lowest] = [0, 1, 2, 3].map((place) => bytes[at + Math.abs(top - place)]!)
    if (highest !== 0 || high! > 0x10) return false
    if (high !== 0 || low !== 0 || lowest! >= 0x80) continue
    if (lowest === 0 || isControl(lowest!)) return false
    ascii++
  }
  return ascii * 8 >= end
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', name: string): DecodedText {
  const evenLength = bytes.length - (bytes.length % 2)
  checkUnits(evenLength / 2, name)
  // Not TextDecoder: it would replace lone surrogates.
  const text = utf16(bytes.subarray(0, evenLength), encoding)
  const sample = text.slice(0, SAMPLE)
  refuseShare(sample.match(/[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0, sample.length, name)
  if (evenLength === bytes.length) return { text, encoding, warnings: [] }
  return { text: `${text}\ufffd`, encoding, warnings: ['The last UTF-16 character is cut off; it became U+FFFD.'] }
}

/**
 * Without a byte order mark, UTF-16 shows in zero bytes that all stand on one side of the pairs and in pairs that are
 * all assigned characters. Everything else that holds a zero byte is binary.
 */
function decodeUnmarkedUtf16(bytes: Uint8Array, name: string, zero: number): DecodedText {
  const encoding = zero % 2 === 1 ? 'utf-16le' : 'utf-16be'
  const { zeros, isPlain } = zeroPairs(bytes, zero % 2)
  // Printable ASCII with few zeros is a list with NUL as its separator, not text of a script that needs few zeros.
  const plausible = zeros > 0 && bytes.length % 2 === 0 && (!isPlain || zeros >= bytes.length / 4)
  if (!plausible || !isOrdinaryText(utf16(bytes.subarray(0, SAMPLE), encoding), bytes.length <= SAMPLE)) {
    throw new TesseraError('BINARY_FILE', `"${name}" is not text: it holds a NUL byte at offset ${zero}.`, {
      name,
      offset: zero,
    })
  }
  const decoded = decodeUtf16(bytes, encoding, name)
  return { ...decoded, warnings: [`There is no byte order mark; read as ${encoding}.`, ...decoded.warnings] }
}

/** Zero bytes at one side of the pairs, or 0 when there is any at the other; whether all else is printable ASCII. */
function zeroPairs(bytes: Uint8Array, side: number): { zeros: number; isPlain: boolean } {
  let zeros = 0
  let isPlain = true
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte !== 0) {
      if (byte >= 0x80 || isControl(byte)) isPlain = false
    } else if (i % 2 === side) zeros++
    else return { zeros: 0, isPlain }
  }
  return { zeros, isPlain }
}

/** Only assigned characters and white space; a surrogate pair that the sample cuts in two is none of its faults. */
function isOrdinaryText(sample: string, isWhole: boolean): boolean {
  const text = isWhole ? sample : sample.replace(/[\ud800-\udbff]$/, '')
  return !/[\p{Cn}\p{Co}\p{Cs}\0-\x07\x0e-\x1a\x1c-\x1f\x7f]/u.test(text)
}

function decodeInvalidUtf8(bytes: Uint8Array, name: string, declared: string | undefined): DecodedText {
  const { good, bad, firstBad, isCutOff } = countUtf8(bytes)
  const isMarked = startsWith(bytes, 0xef, 0xbb, 0xbf)
  if (isMarked || good >= bad * GOOD_PER_BAD || (isCutOff && bad === 1 && good > 0)) {
    const count = bad === 1 ? '1 place is' : `${bad} places are`
    const warning = `${count} not valid UTF-8 (the first at byte ${firstBad}) and became U+FFFD.`
    return { text: utf8(bytes, name), encoding: 'utf-8', warnings: [warning] }
  }
  const decoder = declaredDecoder(declared)
  if (decoder) {
    checkUnits(bytes.length, name)
    const text = decoder.decode(bytes)
    const replaced = text.includes('\ufffd') ? ['Some bytes are not valid in it and became U+FFFD.'] : []
    return { text, encoding: decoder.encoding, warnings: [`Read as ${decoder.encoding}, as declared.`, ...replaced] }
  }
  checkUnits(bytes.length, name)
  const warning = `Not valid UTF-8 (the first bad byte is at ${firstBad}); read as windows-1252.`
  return { text: windows1252(bytes), encoding: 'windows-1252', warnings: [warning] }
}

/** A decoder for a declared legacy encoding; none for Unicode, which the bytes have disproved, nor for an unknown name. */
function declaredDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding.startsWith('utf-') || decoder.encoding === 'windows-1252' ? undefined : decoder
  } catch {
    return undefined
  }
}

/** Bytes 0x80 to 0x9F; the five without a character stand for themselves, as the WHATWG Encoding Standard has it. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Not TextDecoder: several releases of Node decode its windows-1252 as ISO 8859-1 and turn € into U+0080. */
function windows1252(bytes: Uint8Array): string {
  return view(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!)
}

function utf8(bytes: Uint8Array, name: string): string {
  // Only what could be too large is counted: no text has more units than bytes.
  if (bytes.length > MAX_DOCUMENT_UNITS) checkUnits(countUtf8(bytes).units, name)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const even = view(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return (encoding === 'utf-16le' ? even : Buffer.from(even).swap16()).toString('utf16le')
}

/** Throws `BINARY_FILE` for data whose beginning is full of control characters. */
function refuseControls(bytes: Uint8Array, name: string): void {
  const length = Math.min(bytes.length, SAMPLE)
  let controls = 0
  for (let i = 0; i < length; i++) if (isControl(bytes[i]!)) controls++
  refuseShare(controls, length, name)
}

function refuseShare(controls: number, length: number, name: string): void {
  if (controls <= length * MAX_CONTROL_SHARE) return
  const percent = Math.round((controls / length) * 100)
  throw new TesseraError('BINARY_FILE', `"${name}" is not text: ${percent} % of it are control characters.`, {
    name,
    controlShare: controls / length,
  })
}

function checkUnits(units: number, name: string): void {
  if (units > MAX_DOCUMENT_UNITS) throw tooLarge(name, units)
}

/** The error for a text beyond {@link MAX_DOCUMENT_UNITS}. */
export function tooLarge(name: string, units: number): TesseraError {
  return new TesseraError(
    'DOCUMENT_TOO_LARGE',
    `"${name}" holds ${units} characters; one document holds at most ${MAX_DOCUMENT_UNITS}. Split it into several.`,
    { name, size: units, limit: MAX_DOCUMENT_UNITS },
  )
}

function startsWith(bytes: Uint8Array, ...magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
