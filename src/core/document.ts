import type { Metadata, Span } from './text.js'

/** Immutable text with an identity: what readers produce and chunkers cut. */
export interface Document {
  /** 128 bits of SHA-256 over the uri, or over the text when there is no uri; hexadecimal. */
  id: string
  /** Absolute `file:` or `http(s):` URL; a part of a file adds a fragment (`#L12`, `#/items/3`, `#page=4`). */
  uri?: string
  /** Never changed after reading. A byte order mark stays at offset 0. At most {@link MAX_DOCUMENT_UNITS} UTF-16 units. */
  text: string
  /** For example `text/markdown`. */
  mediaType: string
  title?: string
  /** BCP 47, for example `en` or `pt-BR`. */
  language?: string
  /** 128 bits of SHA-256 over the text; decides whether a document changed. */
  contentHash: string
  metadata: Metadata
  /** Where stretches of `text` stand in the original; ordered by `start`. */
  anchors?: Anchor[]
  /** The picture or recording this document describes. */
  media?: Media
}

/** Ties a stretch of the text to a page, slide or cell of the original. */
export interface Anchor extends Span {
  page?: number
  slide?: number
  sheet?: string
  cell?: string
  region?: [x: number, y: number, width: number, height: number]
}

/** A picture or recording beside the text. */
export interface Media {
  uri: string
  mediaType: string
  sha256: string
  region?: [x: number, y: number, width: number, height: number]
}

/** Words that help to find a chunk but are not part of it. Indexed and embedded with the text, never returned inside it. */
export interface ContextPart {
  kind: 'title' | 'heading' | 'key' | 'symbol' | 'environment' | 'file' | 'summary'
  text: string
  /** Depth of a heading, 1 for the highest. */
  level?: number
}

/** What is embedded, found and quoted. */
export interface Chunk {
  /** 128 bits of SHA-256 over document id, span and text; hexadecimal. */
  id: string
  documentId: string
  /** Position among the chunks of its document, in source order, from 0. */
  index: number
  /** The stretch of the source the chunk shows. */
  span: Span
  /** First and last line of the span, counted from 1. */
  lines: [first: number, last: number]
  /** `open + source.slice(span.start, span.end) + close`, unless `segments` is present. */
  text: string
  /** Added before the source so that a part is whole: enclosing keys, a table header, a fence. Usually empty. */
  open: string
  /** Added after the source, like `open`. */
  close: string
  /** Present exactly when `text` is a rendering (HTML without tags): how stretches of `text` map to the source. */
  segments?: Segment[]
  context: ContextPart[]
  /** What had to be given up to keep the size limit. Empty on ordinary input. */
  flags: ChunkFlag[]
  metadata: Metadata
  media?: Media
}

/** `text.slice(at, at + length)` comes from `source.slice(start, end)`; `verbatim` when the two are equal. */
export interface Segment {
  at: number
  length: number
  start: number
  end: number
  verbatim: boolean
}

/**
 * What a chunk gave up:
 * - `split-atom`: something that should stay whole (a table row, an equation) was larger than the limit and was cut;
 * - `elided-wrapper`: outer levels of `open`/`close` were left out because they took more than half of the limit;
 * - `recovered`: the source is malformed here and was read as well as possible;
 * - `fallback-parser`: the format's own parser gave up and a simpler one cut this part;
 * - `over-size`: a single code point is larger than the limit.
 */
export type ChunkFlag = 'split-atom' | 'elided-wrapper' | 'recovered' | 'fallback-parser' | 'over-size'

/**
 * Maps a stretch of a chunk's text to the source.
 *
 * @param from first UTF-16 unit in `chunk.text`
 * @param to unit after the last one
 * @returns the source span, or undefined where the stretch touches `open`, `close` or text that has no source
 */
export function locate(chunk: Chunk, from: number, to: number): Span | undefined {
  if (from < 0 || to > chunk.text.length || from >= to) return undefined
  if (chunk.segments) return locateInSegments(chunk.segments, from, to)
  const start = chunk.span.start + from - chunk.open.length
  const end = chunk.span.start + to - chunk.open.length
  return start < chunk.span.start || end > chunk.span.end ? undefined : { start, end }
}

function locateInSegments(segments: Segment[], from: number, to: number): Span | undefined {
  let start: number | undefined
  let end: number | undefined
  for (const segment of segments) {
    const segmentEnd = segment.at + segment.length
    if (segmentEnd <= from) continue
    if (segment.at >= to) break
    start ??= segment.verbatim ? segment.start + Math.max(0, from - segment.at) : segment.start
    end = segment.verbatim ? segment.start + Math.min(segment.length, to - segment.at) : segment.end
  }
  return start === undefined || end === undefined ? undefined : { start, end }
}
