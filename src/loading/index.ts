export { type BinaryFormat, detectBinary } from './binary.js'
export { createDocument, type DocumentInput } from './document.js'
export { type DecodedText, type DecodeOptions, decodeText } from './encoding.js'
export { fileUri } from './file-uri.js'
export { matchesGlob } from './glob-path.js'
export {
  type LoadedDocument,
  type LoadedSource,
  type LoadFailure,
  type LoadOptions,
  type LoadPosition,
  type LoadSkip,
  loadSources,
} from './load.js'
export { readBytes } from './read-bytes.js'
export type { Reader, ReaderMetadata, ReaderSource, ReadResult } from './readers/reader.js'
export { ReaderRegistry, readerRegistry } from './readers/registry.js'
export { type ResolveOptions, resolveSources } from './resolve.js'
export type {
  FailedSource,
  IngestSource,
  PlannedFile,
  PlannedSource,
  PlannedText,
  SkippedSource,
  SkipReason,
  SourceOrigin,
} from './sources.js'
export { readStdin, type StdinOptions } from './stdin.js'
