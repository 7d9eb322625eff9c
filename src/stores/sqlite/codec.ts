import type { SqlValue } from './driver.js'
import { Damage } from './failure.js'

/**
 * A string as a cell that gives back every UTF-16 unit. SQLite keeps text as UTF-8, which cannot hold lone surrogates,
 * and drivers end text at the first NUL; such strings become bytes, which never equal a text.
 */
export function encodeText(text: string): string | Uint8Array {
  if (text.isWellFormed() && !text.includes('\0')) return text
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), true)
  return bytes
}

/**
 * A column of {@link encodeText} as a query names it: bytes, led by the first letter of their type. As text, damaged
 * UTF-8 would reach the driver, and one of the drivers ends the process on it.
 */
export function textColumn(column: string): string {
  return `CAST(substr(typeof(${column}), 1, 1) || ${column} AS BLOB) AS ${column.split('.').at(-1)}`
}

/** The string behind a cell of {@link textColumn}. @throws Damage for what {@link encodeText} cannot have written */
export function decodeText(cell: SqlValue | undefined): string {
  if (!(cell instanceof Uint8Array) || cell.length === 0) throw new Damage('a text is missing')
  const bytes = cell.subarray(1)
  if (cell[0] === TEXT) return decodeUtf8(bytes)
  if (cell[0] === BLOB && bytes.length % 2 === 0) return decodeUtf16(bytes)
  throw new Damage('what should be a text is none')
}

/** As {@link decodeText}; undefined for NULL. */
export function decodeOptionalText(cell: SqlValue | undefined): string | undefined {
  return cell === null ? undefined : decodeText(cell)
}

/** The object or list whose JSON a cell of {@link textColumn} holds. @throws Damage */
export function parseStored<T extends object>(cell: SqlValue | undefined): T {
  return parseJson(decodeText(cell))
}

function parseJson<T extends object>(json: string): T {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null) return value as T
  } catch (cause) {
    throw new Damage('a record is not JSON', cause)
  }
  throw new Damage('a record is no object')
}

const TEXT = 't'.charCodeAt(0)
const BLOB = 'b'.charCodeAt(0)
/** A byte order mark is part of the text. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    throw new Damage('a text is not UTF-8', cause)
  }
}

function decodeUtf16(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const units: string[] = []
  for (let at = 0; at < view.byteLength; at += PIECE) {
    const end = Math.min(at + PIECE, view.byteLength)
    const codes = Array.from({ length: (end - at) >> 1 }, (_, i) => view.getUint16(at + i * 2, true))
    units.push(String.fromCharCode(...codes))
  }
  return units.join('')
}

/** Bytes decoded at a time: what a call may spread as arguments. */
const PIECE = 16_384

/** Little-endian float32, one vector after the other. */
export function encodeVectors(values: Float32Array): Uint8Array {
  if (!LITTLE_ENDIAN) return swapped(new Uint8Array(values.slice().buffer))
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

/** The numbers behind a cell of {@link encodeVectors}. Not copied where the bytes lie as floats must. */
export function decodeVectors(bytes: Uint8Array): Float32Array {
  if (!LITTLE_ENDIAN) return new Float32Array(swapped(bytes).buffer)
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

function swapped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = bytes.slice()
  const view = new DataView(result.buffer)
  for (let at = 0; at + 4 <= result.byteLength; at += 4) view.setUint32(at, view.getUint32(at, true), false)
  return result
}
