import { fileURLToPath, pathToFileURL } from 'node:url'

/** The identity of a file: its absolute path as a `file:` URL. */
export function fileUri(path: string): string {
  return pathToFileURL(path).href
}

/**
 * The path that a `file:` URL without fragment names; undefined for other uris, and for what only looks like one, such
 * as `file:///a%2Fb` or one that names a server.
 */
export function pathOfFileUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}
