import type { Chunk, ContextPart, Document, Segment } from './document.js'
import type { VariantMetadata } from './registry.js'
import type { Json, Metadata, Span } from './text.js'

/** What every public asynchronous call takes. */
export interface CallOptions {
  /** Stops the call with an `ABORTED` error. */
  signal?: AbortSignal | undefined
}

/** What a strategy says of a document: structure, never sizes. The packer makes chunks of it. */
export interface Structure {
  /** Ordered, not overlapping, covering all text that is neither white space nor listed in `dropped`. */
  blocks: Iterable<Block> | AsyncIterable<Block>
  /**
   * For strategies whose chunks show a rendering of the source (HTML without tags). Called with the spans the packer
   * considers; rendering two neighbouring spans apart must not give more text than rendering them together.
   */
  render?(part: Span): { text: string; segments: Segment[] }
  /** Source removed by an option. Filled while `blocks` is read, before the block that follows it is yielded. */
  dropped?: { span: Span; reason: string }[]
  /** Filled while `blocks` is read. */
  warnings?: string[]
  /** Sizes and overlaps are met exactly, wherever that falls; otherwise cuts and overlaps look for a boundary. */
  exact?: boolean
  /** Text between blocks is a separator: kept inside a chunk, dropped (for this reason) where a cut falls on it. */
  looseGaps?: string
}

/** A span with a kind and a strength: what a strategy yields. */
export interface Block {
  span: Span
  /** The format's own word for it: `heading`, `paragraph`, `row`. */
  kind: string
  /**
   * How good a cut just before this block is, 0..1. 1: always cut here; from .9 (headings by depth, borders between
   * topics): cut here unless `minSize` merges; below: cut only where the size demands it, the strongest first.
   */
  strength: number
  /** Stays with the block that follows wherever the size allows: a heading, a caption, a sentence before an equation. */
  keepWithNext?: boolean
  /** May be cut between any two graphemes without giving anything up: plain words. Anything else cut is flagged. */
  divisible?: boolean
  /**
   * Goes on from part to part: a paragraph, a sentence of one, a list. Where it fits by itself but not together with its
   * heading, its first sentences or items go with the heading; where it does not fit together with its wrappers, it is
   * cut earlier. Rows, items, fences and the like do not: what fits of them stays whole.
   */
  running?: boolean
  /** Where a run of text is best cut that is too large. Goes before `split`, and is much cheaper for long runs. */
  boundaries?: Boundaries
  /** This block was read from malformed source as well as possible; its chunks say so. */
  flag?: 'recovered' | 'fallback-parser'
  context?: readonly ContextPart[]
  /** What is true of each part of the block. */
  metadata?: Metadata
  /** What stands in a part of this block only, such as labels and references. Joined with `metadata`. */
  metadataOf?(part: Span): Metadata
  /**
   * Makes a part of this block whole again: one level of enclosing keys, table header, fence or environment. `open` is
   * used when the part begins inside the block, `close` when it ends inside. The packer joins the levels of nested
   * blocks, and leaves out outer ones when they would take more than half of the limit.
   *
   * @param outermost no level outside this one is shown, so it must make sense by itself
   */
  wrap?(outermost: boolean): { open: string; close: string }
  /** The block's own inner structure; asked for only when the block does not fit. Without recursion over input depth. */
  split?(): Iterable<Block>
}

/** The places where a run of text may be cut, from strong kinds to weak ones. Both look only at the range they are given. */
export interface Boundaries {
  /**
   * The last boundary that leaves no less than `least` and no more than `to`, of the strongest kind that has one there.
   *
   * @param start where the piece to be ended begins
   */
  last(start: number, least: number, to: number): Cut | undefined
  /** Where the first piece begins that lies in `from..to`, of the strongest kind that has a boundary there. */
  first(from: number, to: number): number | undefined
}

/** The piece before a cut ends at `end`, the one after begins at `next`; between them lies a separator that goes away. */
export interface Cut {
  end: number
  next: number
}

/** A way to see the structure of one kind of document. */
export interface Strategy<O extends ChunkingOptions = ChunkingOptions> {
  /** Checks the values of the strategy's own options. @throws TesseraError `INVALID_OPTION` */
  validate?(options: Readonly<O>): void
  structure(document: Document, options: Readonly<O>, call: CallOptions): Structure | Promise<Structure>
}

/** Options every strategy takes. Unknown options are errors. */
export interface ChunkingOptions {
  /** Upper limit of a chunk in `unit`; `open`, `close` and overlap are counted in. */
  maxSize?: number | undefined
  /** Repeated from the end of the previous chunk, in `unit`; begins at a boundary; smaller than `maxSize`. */
  overlap?: number | undefined
  /** Smaller neighbours of one section are merged up to this size. Default 0. */
  minSize?: number | undefined
  /** `characters` are UTF-16 units; `tokens` are those of `tokenizer`. Default `characters`. */
  unit?: 'characters' | 'tokens' | undefined
  /** The name of an encoding or a tokenizer object; counts where `unit` is `tokens`. */
  tokenizer?: string | Tokenizer | undefined
  /** Copied into the metadata of every chunk. */
  metadata?: Metadata | undefined
}

/** Counts and places tokens. */
export interface Tokenizer {
  id: string
  /** `offsets[i]` is where token i begins, in UTF-16 units; a token that begins inside a character begins with it. */
  encode(text: string): { ids: Uint32Array; offsets: Uint32Array }
  count(text: string): number
}

/** Text, or the parts of a document that are known; the rest is filled in. */
export type ChunkInput = string | (Partial<Document> & { text: string })

/** A strategy with its options fixed. */
export interface Chunker {
  /** Canonical name of the strategy. */
  readonly strategy: string
  /** Every option in force, defaults included. */
  readonly options: Readonly<ChunkingOptions & Record<string, unknown>>
  chunk(input: ChunkInput, call?: CallOptions): Promise<Chunk[]>
  /** Like `chunk`, and says what an option removed and what was odd about the document. */
  chunkWithReport(input: ChunkInput, call?: CallOptions): Promise<ChunkReport>
}

/** Chunks, with what an option removed and what was odd about the document. */
export interface ChunkReport {
  chunks: Chunk[]
  dropped: { span: Span; reason: string }[]
  warnings: string[]
}

/** What a strategy says of itself before it is loaded. */
export interface ChunkerMetadata extends VariantMetadata {
  defaultConfig: ChunkingOptions & Record<string, Json | undefined>
  supportedOptions: string[]
  /** Phrases; `getChunkersByUseCase` matches their words, case folded. */
  useCases: string[]
  /** Media types for which `auto` picks this strategy. */
  mediaTypes: string[]
}
