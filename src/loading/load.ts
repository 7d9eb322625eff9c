import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type CallOptions,
  type Document,
  MAX_DOCUMENT_UNITS,
  refuseUnknownOptions,
  requireInteger,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { binaryError, detectBinary, SIGNATURE_BYTES } from './binary.js'
import { createDocument } from './document.js'
import { tooLarge } from './encoding.js'
import { fileError } from './file-errors.js'
import { mapOrdered } from './map-ordered.js'
import { readBytes } from './read-bytes.js'
import type { ReadResult } from './readers/reader.js'
import { type ReaderRegistry, readerRegistry } from './readers/registry.js'
import type { PlannedFile, PlannedSource, PlannedText, SkipReason, SourceOrigin } from './sources.js'

/** How sources are read. */
export interface LoadOptions extends CallOptions {
  /** How many files are read at the same time, and held in memory at most. Default 4. */
  concurrency?: number | undefined
  /** Default: {@link readerRegistry}. */
  readers?: ReaderRegistry | undefined
}

/** Where a result comes from and how far loading has come. */
export interface LoadPosition {
  uri?: string
  origin: SourceOrigin
  /** Sources dealt with, this one included. */
  done: number
  /** Sources in the plan. */
  total: number
}

/** A document that was read. */
export interface LoadedDocument extends LoadPosition {
  status: 'ok'
  document: Document
  /** What had to be guessed or replaced. */
  warnings: string[]
  /** Size of the file in bytes when it was found; files only. */
  size?: number
  /** Time of its last change when it was found, in milliseconds since 1970; files only. */
  modifiedMs?: number
}

/** A source that could not be read. */
export interface LoadFailure extends LoadPosition {
  status: 'failed'
  error: TesseraError
}

/** A source that was found and left out: a link, a picture in a folder, an empty folder. */
export interface LoadSkip extends LoadPosition {
  status: 'skipped'
  reason: SkipReason
  /** For people. */
  message: string
}

/** What became of a source. */
export type LoadedSource = LoadedDocument | LoadFailure | LoadSkip

/** No encoding takes more than three bytes for a UTF-16 unit. */
const MAX_BYTES = MAX_DOCUMENT_UNITS * 3
/** From this size on, in bytes, a look at the beginning saves reading the whole of a recording or an archive. */
const PROBED_FROM = 1 << 20

/**
 * Reads what {@link resolveSources} found, in its order; only a few files are in memory at a time. Every source gives
 * at least one result: a fault is its own and stops no other. A binary file fails when it was named and is skipped when
 * it was found.
 *
 * @throws TesseraError `ABORTED`, `INVALID_OPTION`, `UNKNOWN_OPTION`
 */
export async function* loadSources(
  plan: readonly PlannedSource[],
  options: LoadOptions = {},
): AsyncGenerator<LoadedSource> {
  refuseUnknownOptions(options, ['concurrency', 'readers', 'signal'], 'loadSources')
  const { signal, readers = readerRegistry } = options
  const concurrency = requireInteger('concurrency', options.concurrency ?? 4, 1, 64)
  let done = 0
  const results = mapOrdered(plan, concurrency, (source) => {
    throwIfAborted(signal)
    return outcomesOf(source, readers, signal)
  })
  for await (const outcomes of results) {
    throwIfAborted(signal)
    const position = { origin: plan[done]!.origin, done: ++done, total: plan.length }
    for (const outcome of outcomes) yield { ...outcome, ...position }
  }
}

type Outcome<T = LoadedSource> = T extends LoadedSource ? Omit<T, 'origin' | 'done' | 'total'> : never

async function outcomesOf(
  source: PlannedSource,
  readers: ReaderRegistry,
  signal: AbortSignal | undefined,
): Promise<Outcome[]> {
  const uri = source.uri === undefined ? {} : { uri: source.uri }
  if (source.kind === 'failed') return [{ status: 'failed', ...uri, error: source.error }]
  if (source.kind === 'skipped') {
    return [{ status: 'skipped', ...uri, reason: source.reason, message: source.message }]
  }
  try {
    if (source.kind === 'text') return documentsOf(readGiven(source))
    const { size, modifiedMs } = source
    const read = documentsOf(await readPlanned(source, readers, signal))
    return read.map((outcome) => ({ ...outcome, size, modifiedMs }))
  } catch (cause) {
    throwIfAborted(signal)
    const error = source.kind === 'file' ? fileError(source.path, cause) : asTesseraError(cause)
    const reason = source.origin === 'found' ? SKIPPED_WHERE_FOUND.get(error.code) : undefined
    if (reason) return [{ status: 'skipped', ...uri, reason, message: error.message }]
    return [{ status: 'failed', ...uri, error }]
  }
}

/** A folder of documents may hold pictures; they are no failure, but whoever names one is told so. */
const SKIPPED_WHERE_FOUND = new Map<string, SkipReason>([
  ['BINARY_FILE', 'binary-file'],
  ['UNSUPPORTED_MEDIA_TYPE', 'unsupported-media-type'],
])

function documentsOf({ documents, warnings }: ReadResult): Outcome<LoadedDocument>[] {
  return documents.map((document, index) => ({
    status: 'ok',
    ...(document.uri === undefined ? {} : { uri: document.uri }),
    document,
    warnings: index === 0 ? warnings : [],
  }))
}

function readGiven({ input }: PlannedText): ReadResult {
  const document = createDocument(input)
  return { documents: [document], warnings: /\S/.test(document.text) ? [] : ['The text is empty.'] }
}

async function readPlanned(file: PlannedFile, readers: ReaderRegistry, signal?: AbortSignal): Promise<ReadResult> {
  const name = basename(file.path)
  const handle = await open(file.realPath, 'r')
  try {
    const { size } = await handle.stat()
    if (size > PROBED_FROM) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
      const binary = detectBinary(buffer.subarray(0, bytesRead), name)
      if (binary && readers.findByMediaType(binary.mediaType) === undefined) throw binaryError(name, binary)
      if (!binary && size > MAX_BYTES) throw tooLarge(name, size)
    }
    return await readBytes(await handle.readFile({ signal }), { uri: file.uri, name }, readers)
  } finally {
    await handle.close()
  }
}

function asTesseraError(cause: unknown): TesseraError {
  if (TesseraError.isInstance(cause)) return cause
  return new TesseraError('SOURCE_UNREADABLE', `The text cannot be read: ${String(cause)}`, {}, cause)
}
