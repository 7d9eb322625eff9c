import { createDocument } from '../document.js'
import { decodeText } from '../encoding.js'
import type { Reader, ReaderSource, ReadResult } from './reader.js'

/** Text of every kind: prose, Markdown, source code, JSON, tables. */
export const textReader: Reader = { read: (bytes, source) => readText(bytes, source) }

/** Decodes and makes the one document; for readers of formats that may declare an encoding of their own. */
export function readText(bytes: Uint8Array, { uri, name, mediaType }: ReaderSource, declared?: string): ReadResult {
  const { text, warnings } = decodeText(bytes, { name, declared })
  return { documents: [createDocument({ text, uri, mediaType })], warnings }
}

/** The beginning of a file, one character a byte: enough to find what it declares in ASCII. */
export function asciiHead(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.byteLength)).toString('latin1')
}
