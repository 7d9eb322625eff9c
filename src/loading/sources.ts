import { fileURLToPath } from 'node:url'
import { invalidOption, TesseraError } from '../core/index.js'
import { type DocumentInput, requireDocumentInput } from './document.js'

/**
 * What can be ingested: a path of a file or folder, a glob, a `file:` URL, or a text of your own. A path that exists
 * is taken literally even where it looks like a glob.
 */
export type IngestSource = string | URL | DocumentInput

/** A source sorted by kind, before anything was looked up on disk. */
export type SourceKind = { kind: 'path'; path: string; mayBeGlob: boolean } | { kind: 'text'; input: DocumentInput }

/** Why a file that was found is not read; see {@link SkippedSource}. */
export type SkipReason =
  | 'binary-file'
  | 'broken-link'
  | 'empty-folder'
  | 'link-leads-outside'
  | 'read-already'
  | 'same-text'
  | 'special-file'
  | 'unsupported-media-type'

/** Named by the caller, or found in a folder or by a glob. */
export type SourceOrigin = 'named' | 'found'

/** A file that will be read. */
export interface PlannedFile {
  kind: 'file'
  /** Absolute `file:` URL of the path as it was reached. */
  uri: string
  path: string
  /** Where the path leads when links are followed. */
  realPath: string
  origin: SourceOrigin
  /** In bytes, when it was found. */
  size: number
  /** Time of the last change, in milliseconds since 1970. */
  modifiedMs: number
}

/** A text that was given as it is. */
export interface PlannedText {
  kind: 'text'
  uri?: string
  origin: 'named'
  input: DocumentInput
}

/** Something that was found and will not be read, on purpose. */
export interface SkippedSource {
  kind: 'skipped'
  uri?: string
  origin: SourceOrigin
  reason: SkipReason
  /** For people. */
  message: string
}

/** Something that was found and cannot be read. */
export interface FailedSource {
  kind: 'failed'
  uri: string
  origin: SourceOrigin
  error: TesseraError
}

/** One entry of what {@link resolveSources} found. */
export type PlannedSource = PlannedFile | PlannedText | SkippedSource | FailedSource

/**
 * Sorts a source by kind.
 *
 * @throws TesseraError `FEATURE_NOT_AVAILABLE` for URLs other than `file:`, `INVALID_OPTION` for what is no source
 */
export function classifySource(source: IngestSource): SourceKind {
  if (source instanceof URL) return { kind: 'path', path: pathOfUrl(source), mayBeGlob: false }
  if (typeof source !== 'string') {
    requireDocumentInput(source)
    return { kind: 'text', input: source }
  }
  if (source.trim() === '' || source.includes('\0')) throw invalidOption('source', source, 'a path, glob or file: URL')
  // One letter is a drive on Windows, not a scheme.
  if (/^(?:file:|[a-z][a-z\d+.-]+:\/\/)/i.test(source)) {
    if (!URL.canParse(source)) throw invalidOption('source', source, 'a URL that can be parsed')
    return { kind: 'path', path: pathOfUrl(new URL(source)), mayBeGlob: false }
  }
  return { kind: 'path', path: source, mayBeGlob: true }
}

function pathOfUrl(url: URL): string {
  if (url.protocol !== 'file:') {
    // Without user name, password and query, which may hold secrets.
    const shown = `${url.protocol}//${url.host}${url.pathname}`
    const message = `"${shown}" cannot be read: only file: URLs can. Download it and name the file.`
    throw new TesseraError('FEATURE_NOT_AVAILABLE', message, { protocol: url.protocol, supported: ['file:'] })
  }
  try {
    return fileURLToPath(url)
  } catch (error) {
    throw new TesseraError('INVALID_OPTION', `"${url.href}" names no local file.`, { url: url.href }, error)
  }
}
