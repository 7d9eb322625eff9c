import { nativeSha256 } from './platform.js'

/** SHA-256 of a string (as UTF-8) or of bytes, in hexadecimal. The same everywhere, native where the platform has it. */
export const sha256: (data: string | Uint8Array) => string = nativeSha256 ?? portableSha256

/** The first 128 bits of {@link sha256}: the form of every id and content hash. */
export function hash128(data: string | Uint8Array): string {
  return sha256(data).slice(0, 32)
}

/** Identity of a document: by its uri, or by its text when it has none (then it is its content hash). */
export function documentId(uri: string | undefined, text: string): string {
  return hash128(uri === undefined ? text : `uri\n${uri}`)
}

/** Identity of a chunk: equal paragraphs at two places, or in two documents, never share one. */
export function chunkId(documentId: string, start: number, end: number, text: string): string {
  return hash128(`${documentId}\n${start}\n${end}\n${text}`)
}

const K = roundConstants()

/** FIPS 180-4, for platforms without a synchronous SHA-256. Exported for its test. @internal */
export function portableSha256(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  const w = new Int32Array(64)
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, w, view, offset)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function compress(state: Int32Array, w: Int32Array, view: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!
    const b = w[i - 2]!
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i]! + next[i]!) | 0
}

/** Fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const constants = new Int32Array(64)
  let found = 0
  for (let n = 2; found < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    const root = Math.cbrt(n)
    constants[found++] = ((root - Math.floor(root)) * 0x100000000) | 0
  }
  return constants
}
