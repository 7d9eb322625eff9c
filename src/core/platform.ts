/**
 * The only place where the browser-safe folders (core, text, chunking, indexes, retrieval) touch the platform.
 * Node's own modules are taken when they are there and never imported, so that a bundle for the browser holds none.
 */
interface NodeCrypto {
  createHash(algorithm: string): { update(data: string | Uint8Array): { digest(encoding: 'hex'): string } }
  hash?(algorithm: string, data: string | Uint8Array, encoding: 'hex'): string
}
interface NodeProcess {
  getBuiltinModule?(name: string): unknown
}

const host = (globalThis as { process?: NodeProcess }).process
const crypto = host?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined

/** SHA-256 in hexadecimal by the platform, or undefined where it offers no synchronous one (browsers). */
export const nativeSha256: ((data: string | Uint8Array) => string) | undefined = !crypto
  ? undefined
  : crypto.hash
    ? (data) => crypto.hash!('sha256', data, 'hex')
    : (data) => crypto.createHash('sha256').update(data).digest('hex')
