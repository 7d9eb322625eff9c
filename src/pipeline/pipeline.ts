import { createChunker } from '../chunking/index.js'
import {
  type CallOptions,
  documentId,
  type Embedder,
  type Hit,
  invalidOption,
  type LanguageModel,
  type RAGResponse,
  type Reranker,
  type SearchOptions,
  type StageEvent,
  StageEvents,
  type StageListener,
  type Storage,
  type StoredDocument,
  TesseraError,
  throwIfAborted,
} from '../core/index.js'
import { fileUri, type IngestSource, resolveSources } from '../loading/index.js'
import { createEmbedder, createLanguageModel, createRerankingModel } from '../models/index.js'
import { type Retrieved, retrieve } from '../retrieval/index.js'
import { answer } from './answer.js'
import { type RAGPipelineConfig, type ResolvedConfig, resolveConfig } from './config.js'
import { publishToDiagnostics } from './diagnostics.js'
import { EmbeddingQueue } from './embedding-queue.js'
import { chunkerChoice, fingerprintsOf } from './fingerprints.js'
import { findIndexEmbedder, type IndexEmbedder, requireIndexEmbedder } from './index-embedder.js'
import { ingestPlan } from './ingest-plan.js'
import { openStorage } from './open-storage.js'
import {
  checkIngestOptions,
  type IngestOptions,
  type IngestResult,
  indexOf,
  type ResolvedSearch,
  resolveSearch,
} from './options.js'
import { pruneScope } from './prune.js'

/** What a pipeline holds. */
export interface PipelineStats {
  indexName: string
  totalDocuments: number
  totalChunks: number
  /** How many chunks can be found by meaning. */
  totalVectors: number
  /** Of the vectors; before the first one, of the embedding model where that is known. */
  embeddingDimension?: number | undefined
  /** Id of the model that made the vectors; before the first one, of the embedding model that is configured. */
  embedder?: string | undefined
  hybridSearchEnabled: boolean
  graphRAGEnabled: boolean
}

/**
 * Documents in, verified answers out. Nothing is opened, loaded or called before it is needed.
 *
 * @example
 * const pipeline = new RAGPipeline({ db: './docs.db' })
 * await pipeline.ingest('docs')
 * const { answer, citations } = await pipeline.query('How are chunks cut?')
 */
export class RAGPipeline implements AsyncDisposable {
  readonly #config: ResolvedConfig
  readonly #events = new StageEvents()
  #storage: Promise<Storage> | undefined
  #embedder: Promise<Embedder> | undefined
  #model: Promise<LanguageModel> | undefined
  #reranker: Promise<Reranker> | undefined
  /** Indexes whose vectors are known to be those of the embedding model. */
  readonly #matched = new Set<string>()
  #closed = false

  /**
   * @throws TesseraError `UNKNOWN_OPTION`, `INVALID_OPTION`, `FEATURE_NOT_AVAILABLE`, `UNKNOWN_PROVIDER`,
   *   `UNKNOWN_STRATEGY`; `MODEL_NOT_GENERATIVE` for a model that is to write and whose name says that it cannot
   */
  constructor(config: RAGPipelineConfig = {}) {
    this.#config = resolveConfig(config)
    publishToDiagnostics(this.#events)
  }

  /**
   * Brings sources into the index: paths of files and folders, globs, `file:` URLs, texts. Unchanged documents are
   * skipped, changed ones replaced; each is acknowledged only when it is stored.
   *
   * @returns the status of every document; one that fails does not stop the others
   * @throws TesseraError before any work: `SOURCE_NOT_FOUND` when a named source is missing, `EMBEDDER_MISMATCH` when
   *   another model made the vectors of the index
   */
  async ingest(sources: IngestSource | readonly IngestSource[], options: IngestOptions = {}): Promise<IngestResult> {
    checkIngestOptions(options)
    const { signal } = options
    const chunker = await createChunker(...chunkerChoice(options, this.#config))
    const plan = await resolveSources(sources, { signal })
    const embedder = await this.#embedderIfNamed()
    const storage = await this.#open()
    const indexName = options.indexName ?? this.#config.indexName
    if (embedder) await this.#requireMatch(storage, indexName, embedder)
    const events = this.#events
    return ingestPlan(
      {
        storage,
        indexName,
        embedding: embedder && new EmbeddingQueue({ embedder, storage, indexName, events, signal }),
        chunker,
        fingerprints: fingerprintsOf(chunker, embedder),
        events,
        signal,
      },
      plan,
      options.prune ? pruneScope(sources) : undefined,
      options,
    )
  }

  /**
   * The best chunks for a query, without an answer.
   *
   * @throws TesseraError what the reranker throws, where reranking was asked for: a list of hits cannot say that it failed
   */
  async search(query: string, options: SearchOptions = {}): Promise<Hit[]> {
    const { hits, rerankFailure } = await this.#retrieve(query, resolveSearch(query, options, this.#config))
    if (rerankFailure !== undefined) throw rerankFailure
    return hits
  }

  /**
   * Answers a question from the documents, with citations, or abstains. Where reranking fails, the answer is made from
   * the hits as they were found, and a warning says so.
   */
  async query(question: string, options: SearchOptions & { includeSources?: boolean } = {}): Promise<RAGResponse> {
    const began = performance.now()
    const search = resolveSearch(question, options, this.#config, ['includeSources'])
    const { hits, reranked, rerankFailure } = await this.#retrieve(question, search)
    const model = await this.#modelIfNamed()
    const storage = await this.#open()
    const result = await answer({
      question,
      hits,
      storage,
      indexName: search.indexName,
      model,
      prompt: this.#config.prompt,
      events: this.#events,
      signal: options.signal,
    })
    return {
      answer: result.text,
      abstained: result.abstained,
      citations: result.citations,
      ...(options.includeSources !== false && { sources: hits }),
      warnings: [...rerankWarning(rerankFailure, search), ...result.warnings],
      metadata: {
        chunksRetrieved: hits.length,
        queryTime: Math.round(performance.now() - began),
        retrievalMethod: search.method,
        reranked,
        generator: result.generator,
        ...(result.usage && { usage: result.usage }),
      },
    }
  }

  /**
   * Removes a document with everything that belongs to it.
   *
   * @param uri the document's uri, the path of its file, or its id
   * @returns whether it was there
   * @throws TesseraError `INVALID_OPTION`
   */
  async remove(uri: string, options: CallOptions & { indexName?: string } = {}): Promise<boolean> {
    if (typeof uri !== 'string') throw invalidOption('uri', uri, 'a string')
    const indexName = indexOf(options, this.#config)
    throwIfAborted(options.signal)
    const storage = await this.#open()
    for (const id of [documentId(uri, ''), documentId(fileUri(uri), ''), uri]) {
      if (await storage.remove(indexName, id, { signal: options.signal })) return true
    }
    return false
  }

  /** Every document of the index, ordered by uri. */
  async *documents(options: CallOptions & { indexName?: string } = {}): AsyncGenerator<StoredDocument> {
    const indexName = indexOf(options, this.#config)
    const storage = await this.#open()
    for await (const document of storage.documents(indexName)) {
      throwIfAborted(options.signal)
      yield document
    }
  }

  /** The model that made the vectors of an index, whether it is configured here or not; undefined where it has none. */
  async getIndexEmbedder(options: { indexName?: string } = {}): Promise<IndexEmbedder | undefined> {
    const indexName = indexOf(options, this.#config)
    return findIndexEmbedder(await this.#open(), indexName)
  }

  /** Counts documents, chunks and vectors, and says how they are searched. */
  async getStats(options: { indexName?: string } = {}): Promise<PipelineStats> {
    const indexName = indexOf(options, this.#config)
    const storage = await this.#open()
    let totalDocuments = 0
    let totalChunks = 0
    for await (const { chunks } of storage.documents(indexName)) {
      totalDocuments++
      totalChunks += chunks
    }
    const made = await findIndexEmbedder(storage, indexName)
    const { id: embedder, dimensions } = made ?? (await this.#embedderIfNamed()) ?? {}
    return {
      indexName,
      totalDocuments,
      totalChunks,
      totalVectors: await storage.vectors.count(indexName),
      ...(embedder !== undefined && { embedder, embeddingDimension: dimensions }),
      hybridSearchEnabled: this.#config.hybrid,
      graphRAGEnabled: false,
    }
  }

  /**
   * Listens to the start and end of a stage, or to all with `*`.
   *
   * @returns a function that stops listening
   */
  on(event: StageEvent['name'] | '*', listener: StageListener): () => void {
    return this.#events.on(event, listener)
  }

  /** Closes the storage it opened; one that was handed in stays open. Closing again does nothing. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    if (!this.#config.storage) await (await this.#storage)?.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #retrieve(query: string, search: ResolvedSearch): Promise<Retrieved> {
    this.#requireOpen()
    throwIfAborted(search.signal)
    if (query.trim() === '') return { hits: [], reranked: false }
    const { indexName } = search
    const storage = await this.#open()
    const embedder = search.method === 'text' ? undefined : await this.#embedderIfNamed()
    if (embedder) await this.#requireMatch(storage, indexName, embedder)
    const reranker = search.rerank ? await this.#rerankerIfNamed() : undefined
    return retrieve({ storage, embedder, reranker, indexName, events: this.#events }, { query, ...search })
  }

  async #requireMatch(storage: Storage, indexName: string, embedder: Embedder): Promise<void> {
    if (this.#matched.has(indexName)) return
    // As long as vectors are there, a storage refuses those of another model: one look is enough.
    if (await requireIndexEmbedder(storage, indexName, embedder)) this.#matched.add(indexName)
  }

  #requireOpen(): void {
    if (this.#closed) throw new TesseraError('STORE_CLOSED', 'This pipeline is closed; make a new one.')
  }

  #open(): Promise<Storage> {
    this.#requireOpen()
    this.#storage ??= openStorage(this.#config).catch((error: unknown) => {
      this.#storage = undefined
      throw error
    })
    return this.#storage
  }

  async #embedderIfNamed(): Promise<Embedder | undefined> {
    if (!this.#config.embeddingModel) return undefined
    this.#embedder ??= createEmbedder(this.#config.embeddingModel)
    return this.#embedder
  }

  async #modelIfNamed(): Promise<LanguageModel | undefined> {
    if (!this.#config.generationModel) return undefined
    this.#model ??= createLanguageModel(this.#config.generationModel)
    return this.#model
  }

  async #rerankerIfNamed(): Promise<Reranker | undefined> {
    const model = this.#config.rerankingModel ?? (await this.#modelIfNamed())
    if (model) this.#reranker ??= createRerankingModel(model)
    return this.#reranker
  }
}

function rerankWarning(failure: unknown, { minScore }: ResolvedSearch): string[] {
  if (failure === undefined) return []
  const reason = failure instanceof Error ? failure.message : String(failure)
  const unlimited = minScore === undefined ? '' : ' and minScore was not applied'
  return [`Reranking failed, so the hits stand in the order of the search${unlimited}: ${reason}`]
}
