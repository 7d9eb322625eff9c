import type { CallOptions } from './chunking.js'
import type { Chunk } from './document.js'
import type { Usage } from './models.js'
import type { Filter } from './storage.js'
import type { Json, Metadata, Span } from './text.js'

/** How the ranks of the two legs become one. */
export type Fusion =
  | {
      method: 'rrf'
      /** Default 60. */
      k?: number | undefined
      weights?: { vector: number; text: number } | undefined
    }
  | {
      method: 'linear'
      /** Default `minmax`. */
      normalizer?: 'minmax' | 'zscore' | undefined
      /** Weight of the vector leg, 0..1. Default: the embedder's `fusionWeight`, else .5. */
      alpha?: number | undefined
    }

/** How to search; what is left out is as the pipeline was configured. */
export interface SearchOptions extends CallOptions {
  /** How many hits. Default: the pipeline's `defaultTopK`, 5. */
  topK?: number | undefined
  /** Default: the pipeline's. */
  indexName?: string | undefined
  /** Applied before the cut to `topK`, in every mode. */
  filter?: Filter | undefined
  /** Words and meaning together; false: by the pipeline's single leg. */
  hybrid?: boolean | undefined
  /** Along relations between chunks. */
  graph?: boolean | undefined
  /** Judges the best candidates anew by the pipeline's reranking model. Default: the pipeline's `enableReranking`. */
  rerank?: boolean | undefined
  /** Hits below this final score are left out: after reranking that is the reranker's. */
  minScore?: number | undefined
  fusion?: Fusion | undefined
  /** How each score came about, in `hit.explanation`. */
  explain?: boolean | undefined
}

/** A chunk that was found, with its place and how it got its score. */
export interface Hit {
  chunk: Chunk
  /** As in `chunk`, for those who only print. */
  id: string
  text: string
  uri?: string | undefined
  /** Title of the document. */
  title?: string | undefined
  place: Place
  /** The score the hits are ordered by. */
  score: number
  scores: {
    vector?: number | undefined
    text?: number | undefined
    fused?: number | undefined
    graph?: number | undefined
    rerank?: number | undefined
  }
  /** 1-based ranks of each stage. */
  ranks: {
    vector?: number | undefined
    text?: number | undefined
    graph?: number | undefined
    rerank?: number | undefined
  }
  /** Metadata of the document and of the chunk together: what filters see. */
  metadata: Metadata
  explanation?: Json | undefined
}

/** Where a person finds it: lines are 1-based. */
export interface Place {
  span: Span
  lines: [first: number, last: number]
  /** Heading path, outermost first. */
  heading?: string[] | undefined
  page?: number | undefined
  slide?: number | undefined
  sheet?: string | undefined
  cell?: string | undefined
}

/** A quotation with its place, checked against the stored document. */
export interface Citation {
  /** Number in the answer's text, `[n]`, from 1. */
  n: number
  uri?: string | undefined
  documentId: string
  place: Place
  /** Equals the source at `place.span`. */
  quote: string
  /** How well the quotation supports the answer, 0..1. */
  support?: number | undefined
}

/** How chunks were found: by words, by meaning, by both, or along relations. */
export type RetrievalMethod = 'text' | 'vector' | 'hybrid' | 'graph'

/** An answer with its verified citations. */
export interface RAGResponse {
  answer: string
  /** Nothing relevant was found; `answer` says so. */
  abstained: boolean
  citations: Citation[]
  /** The hits the answer was made from, where asked for. */
  sources?: Hit[] | undefined
  /** What went wrong beside the answer: refused citations, because a stored document changed; reranking that failed. */
  warnings: string[]
  metadata: {
    chunksRetrieved: number
    /** Milliseconds from question to answer. */
    queryTime: number
    retrievalMethod: RetrievalMethod
    /** The hits stand in the order of the reranking model. */
    reranked: boolean
    /** `extractive`, or the id of the language model. */
    generator: string
    usage?: Usage | undefined
  }
}

/** What a streamed answer consists of: the hits first, then text and citations as they come, at last the whole response. */
export type AnswerPart =
  | { type: 'sources'; hits: Hit[] }
  | { type: 'text-delta'; text: string }
  | { type: 'citation'; citation: Citation }
  | { type: 'finish'; response: RAGResponse }
