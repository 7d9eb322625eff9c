import { invalidOption, type Metric, refuseUnknownOptions, requireInteger, TesseraError } from '../../core/index.js'
import { TopK } from '../top-k.js'
import { FloatRows } from './rows.js'
import { compareScored, type ScoredId } from './scored.js'
import { BATCH_ROWS, Screen } from './screen.js'
import { type Query, type Similarity, similarities } from './similarity.js'
import { checkedNorm, checkId, checkVector, type DenseVector, notNumbers } from './vectors.js'

/** What a {@link VectorIndex} is made for. */
export interface VectorIndexOptions {
  /** Components of every vector, 1 to 65,536. */
  dimensions: number
  /** What makes vectors alike. Default `cosine`. */
  metric?: Metric | undefined
  /** Default true: use the WebAssembly-SIMD kernel where the platform has one. Results are the same without. */
  simd?: boolean | undefined
}

/** What limits a search. */
export interface VectorSearchOptions {
  /** Only ids for which it says true are results; asked at most once an id, and only while the id could still be one. */
  allow?: ((id: string) => boolean) | undefined
}

const MAX_DIMENSIONS = 65_536
/** Components from which a byte screen pays for its memory: about a millisecond of scanning floats. */
const SCREEN_FROM = 2 ** 20

/**
 * Vectors by id, and the exact nearest of them to a query. All in memory; no input or output.
 *
 * Scores are higher for better: cosine similarity (-1..1), dot product, or negated Euclidean distance (`l2`), computed
 * in float64 over the float32 vectors. Equal scores are ordered by id, so results do not depend on the order of writes.
 *
 * @throws TesseraError `INVALID_OPTION`, `UNKNOWN_OPTION`
 * @example
 * const index = new VectorIndex({ dimensions: 2 })
 * index.upsert('east', [1, 0])
 * index.upsert('north', [0, 1])
 * index.search([3, 1], 1) // [{ id: 'east', score: 0.9486832980505138 }]
 */
export class VectorIndex {
  readonly dimensions: number
  readonly metric: Metric
  readonly #similarity: Similarity
  readonly #rowOf = new Map<string, number>()
  /** Ids by row. Rows have no gaps: the last one moves into the place of one that is deleted. */
  #ids: string[] = []
  #rows: FloatRows
  #screen: Screen | undefined
  /** Off for good once the platform has refused the kernel or its memory. */
  #screenWanted: boolean

  constructor(options: VectorIndexOptions) {
    refuseUnknownOptions(options, ['dimensions', 'metric', 'simd'], 'VectorIndex')
    this.dimensions = requireInteger('dimensions', options.dimensions, 1, MAX_DIMENSIONS)
    this.metric = options.metric ?? 'cosine'
    if (!Object.hasOwn(similarities, this.metric)) {
      throw invalidOption('metric', this.metric, `one of ${Object.keys(similarities).join(', ')}`)
    }
    this.#similarity = similarities[this.metric]
    this.#rows = new FloatRows(this.dimensions)
    this.#screenWanted = options.simd ?? true
  }

  /** How many vectors it holds. */
  get size(): number {
    return this.#ids.length
  }

  /** Whether searches go through the WebAssembly kernel: not before an index is large enough to gain by it. */
  get accelerated(): boolean {
    return this.#screen !== undefined
  }

  has(id: string): boolean {
    return this.#rowOf.has(id)
  }

  /** A copy of the vector, as it was given rounded to float32. */
  get(id: string): Float32Array | undefined {
    const row = this.#rowOf.get(id)
    return row === undefined ? undefined : this.#rows.row(row).slice()
  }

  /**
   * Adds a copy of a vector, or replaces the one of the same id.
   *
   * @throws TesseraError `INVALID_VECTOR` (not finite numbers; zeros under cosine), `DIMENSION_MISMATCH`,
   *   `INVALID_OPTION` (an id that is no string, or empty)
   */
  upsert(id: string, vector: DenseVector): void {
    const checked = checkVector(vector, this.dimensions, this.metric, `vector "${checkId(id)}"`)
    this.#put(id, checked.vector, checked.norm)
  }

  /** {@link upsert} for many: all of them, or none when one is wrong. The last of equal ids counts. */
  upsertMany(records: Iterable<{ id: string; vector: DenseVector }>): void {
    const checked = Array.from(records, ({ id, vector }) => ({
      id: checkId(id),
      ...checkVector(vector, this.dimensions, this.metric, `vector "${id}"`),
    }))
    for (const { id, vector, norm } of checked) this.#put(id, vector, norm)
  }

  /**
   * {@link upsertMany} for vectors that lie one after the other in one array, as stores read them.
   *
   * @param vectors `ids.length * dimensions` numbers
   */
  loadMany(ids: readonly string[], vectors: Float32Array): void {
    if (!(vectors instanceof Float32Array)) throw notNumbers('array of vectors', vectors, 'a Float32Array')
    if (vectors.length !== ids.length * this.dimensions) {
      const expected = ids.length * this.dimensions
      const message = `${ids.length} vectors of ${this.dimensions} dimensions take ${expected} numbers, not ${vectors.length}.`
      throw new TesseraError('DIMENSION_MISMATCH', message, { given: vectors.length, expected })
    }
    const norms = new Float64Array(ids.length)
    const vectorAt = (i: number) => vectors.subarray(i * this.dimensions, (i + 1) * this.dimensions)
    for (let i = 0; i < ids.length; i++) {
      const id = checkId(ids[i])
      norms[i] = checkedNorm(vectorAt(i), this.metric, () => `vector "${id}"`)
    }
    for (let i = 0; i < ids.length; i++) this.#put(ids[i]!, vectorAt(i), norms[i]!)
  }

  /** @returns whether it was there */
  delete(id: string): boolean {
    const row = this.#rowOf.get(id)
    if (row === undefined) return false
    const last = this.size - 1
    if (row !== last) {
      const moved = this.#ids[last]!
      this.#write(row, this.#rows.row(last), this.#rows.norm(last))
      this.#ids[row] = moved
      this.#rowOf.set(moved, row)
    }
    this.#rowOf.delete(id)
    this.#ids.pop()
    this.#rows.pop()
    return true
  }

  clear(): void {
    this.#rowOf.clear()
    this.#ids = []
    this.#rows = new FloatRows(this.dimensions)
    this.#screen = undefined
  }

  /** Every id, in no particular order. */
  ids(): IterableIterator<string> {
    return this.#rowOf.keys()
  }

  /**
   * The `topK` vectors most similar to `query`, best first; fewer when there are not that many. Exact.
   *
   * @throws TesseraError `INVALID_VECTOR`, `DIMENSION_MISMATCH`, `INVALID_OPTION` (`topK` is not a whole number from 1)
   */
  search(query: DenseVector, topK: number, options: VectorSearchOptions = {}): ScoredId[] {
    refuseUnknownOptions(options, ['allow'], 'VectorIndex.search')
    const top = new TopK<ScoredId>(requireInteger('topK', topK, 1), (a, b) => compareScored(a, b) < 0)
    const checked = checkVector(query, this.dimensions, this.metric, 'query vector')
    this.#screen?.prepare(checked)
    for (let first = 0; first < this.size; first += BATCH_ROWS) {
      this.#searchBatch(checked, first, Math.min(BATCH_ROWS, this.size - first), top, options.allow)
    }
    return top.sorted()
  }

  #searchBatch(
    query: Query,
    first: number,
    count: number,
    top: TopK<ScoredId>,
    allow: VectorSearchOptions['allow'],
  ): void {
    const bounds = this.#screen?.bounds(first, count)
    let worst = top.worst
    for (let i = 0; i < count; i++) {
      if (bounds && worst && bounds[i]! < worst.score) continue
      const row = first + i
      const id = this.#ids[row]!
      // While there is room every row is a candidate, and asking comes before reading its floats; later it is the
      // score that says whether asking is worth while.
      const candidate = worst && { id, score: this.#score(row, query) }
      if (candidate && !top.accepts(candidate)) continue
      if (allow && !allow(id)) continue
      top.add(candidate ?? { id, score: this.#score(row, query) })
      worst = top.worst
    }
  }

  #score(row: number, query: Query): number {
    return this.#similarity(this.#rows.block(row), this.#rows.offset(row), this.#rows.norm(row), query)
  }

  #put(id: string, vector: Float32Array, norm: number): void {
    const row = this.#rowOf.get(id) ?? this.size
    this.#write(row, vector, norm)
    if (row < this.size) return
    this.#ids.push(id)
    this.#rowOf.set(id, row)
  }

  #write(row: number, vector: Float32Array, norm: number): void {
    this.#rows.set(row, vector, norm)
    if (!this.#screen) this.#openScreenWhenLarge()
    else if (this.#screen.reserve(row + 1)) this.#screen.set(row, vector, norm)
    else this.#refuseScreen()
  }

  #openScreenWhenLarge(): void {
    const rows = this.#rows
    if (!this.#screenWanted || rows.size * this.dimensions < SCREEN_FROM) return
    const screen = Screen.create(this.dimensions, this.metric, rows.size)
    if (screen) {
      for (let row = 0; row < rows.size; row++) screen.set(row, rows.row(row), rows.norm(row))
      this.#screen = screen
    } else {
      this.#refuseScreen()
    }
  }

  #refuseScreen(): void {
    this.#screen = undefined
    this.#screenWanted = false
  }
}
