import {
  type Document,
  documentId,
  hash128,
  invalidOption,
  MAX_DOCUMENT_UNITS,
  type Metadata,
  refuseUnknownOptions,
} from '../core/index.js'
import { guessMediaType, plainMediaType } from '../text/index.js'
import { describeText } from './describe.js'
import { tooLarge } from './encoding.js'
import { requireMetadata } from './metadata.js'

/** What {@link createDocument} makes a document of. */
export interface DocumentInput {
  /** The source, kept as it is. */
  text: string
  /** Identity: an absolute `file:` or `http(s):` URL, or any name of your own. Without it the text is the identity. */
  uri?: string | undefined
  /** Default: what the text itself states in its front matter, first heading, `<title>` or `\title`. */
  title?: string | undefined
  /** Default: by the extension of the uri, else by the content. */
  mediaType?: string | undefined
  /** BCP 47. Default: what the text itself states. */
  language?: string | undefined
  /** Anything JSON can hold. Default `{}`. */
  metadata?: Metadata | undefined
}

const KEYS = ['text', 'uri', 'title', 'mediaType', 'language', 'metadata'] as const

/**
 * Makes a document of a text: its id, content hash, media type and title.
 *
 * @example createDocument({ text: '# Guide\n\nRun it.', uri: 'file:///docs/guide.md' }).title // 'Guide'
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`, `DOCUMENT_TOO_LARGE`
 */
export function createDocument(input: DocumentInput): Document {
  requireDocumentInput(input)
  const { text, uri } = input
  if (text.length > MAX_DOCUMENT_UNITS) throw tooLarge(input.title ?? uri ?? 'text', text.length)
  const mediaType = input.mediaType === undefined ? guessMediaType(text, uri) : plainMediaType(input.mediaType)
  const stated = describeText(text, mediaType)
  const title = input.title ?? stated.title
  const language = input.language ?? stated.language
  return {
    id: documentId(uri, text),
    ...(uri === undefined ? {} : { uri }),
    text,
    mediaType,
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    contentHash: hash128(text),
    metadata: structuredClone(input.metadata ?? {}),
  }
}

/** Refuses what is no {@link DocumentInput}, without looking into the text. */
export function requireDocumentInput(input: unknown): asserts input is DocumentInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalidOption('source', input, 'an object with a text')
  }
  refuseUnknownOptions(input, KEYS, 'A document')
  const given = input as { [K in keyof DocumentInput]?: unknown }
  if (typeof given.text !== 'string') throw invalidOption('text', given.text, 'a string')
  for (const key of ['uri', 'title', 'mediaType', 'language'] as const) {
    const value = given[key]
    if (value !== undefined && typeof value !== 'string') throw invalidOption(key, value, 'a string')
  }
  if (given.uri === '') throw invalidOption('uri', '', 'a URL or a name')
  const mediaType = given.mediaType
  if (typeof mediaType === 'string' && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/.test(mediaType)) {
    throw invalidOption('mediaType', mediaType, 'a media type such as text/markdown')
  }
  if (given.metadata !== undefined) requireMetadata('metadata', given.metadata)
}
