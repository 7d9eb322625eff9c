import type { Metric } from '../../core/index.js'
import { type Quantized, quantizedByKernel, quantizeToWords } from './quantize.js'
import { doubled } from './rows.js'
import type { Query } from './similarity.js'
import { type Kernels, kernelsOver } from './wasm/kernels.js'
import { WASM_PAGE, type WasmMemory, webAssembly } from './wasm/platform.js'
import { BYTE_LIMIT } from './wasm/quantize-row.js'
import { ROW_ALIGNMENT, STREAMS } from './wasm/scan-rows.js'

/**
 * Rows that {@link Screen.bounds} looks at in one call, so that their bounds stay in the processor's nearest cache.
 * A multiple of {@link STREAMS}.
 */
export const BATCH_ROWS = 1024

const WORD_LIMIT = 32_767
/** Rows with smaller components only would be scaled past the range of float32. */
const SMALLEST = 2 ** -120
/** Far above the rounding of the few float64 operations between vectors and bounds, far below the slack of 8 bits. */
const ROUNDING = 1e-11

/**
 * One byte a component beside the float32 rows: a quarter of the memory to read. For every row it gives an upper bound
 * of the similarity that the exact score never exceeds, so that only rows whose bound reaches the results so far need
 * their floats read. With integers q', v' of residuals at most s_q, s_v (Cauchy-Schwarz):
 *
 *     q.v <= q'.v' + |q| s_v + s_q |v'|,   |v'| <= |v| + s_v
 *
 * The screen therefore changes the speed of a search and never its result.
 */
export class Screen {
  readonly #dimensions: number
  readonly #metric: Metric
  readonly #stride: number
  readonly #memory: WasmMemory
  readonly #kernels: Kernels
  readonly #at: Layout
  readonly #bounds = new Float64Array(BATCH_ROWS)
  #bytes: Int8Array
  #floats: Float32Array
  /** Per row, in units of the vector that is compared: the unit vector for cosine, else the vector itself. */
  #steps = new Float64Array(BATCH_ROWS)
  #slacks = new Float64Array(BATCH_ROWS)
  #lengths = new Float64Array(BATCH_ROWS)
  #query = { step: 0, slack: 0, length: 0 }

  /** @returns undefined where WebAssembly-SIMD or the memory for `rows` is not to be had */
  static create(dimensions: number, metric: Metric, rows: number): Screen | undefined {
    const stride = Math.ceil(dimensions / ROW_ALIGNMENT) * ROW_ALIGNMENT
    const at = layout(stride)
    try {
      const memory = webAssembly && new webAssembly.Memory({ initial: Math.ceil(at.rows / WASM_PAGE) })
      const kernels = memory && kernelsOver(memory)
      if (!kernels) return undefined
      const screen = new Screen(dimensions, metric, stride, at, memory, kernels)
      return screen.reserve(rows) ? screen : undefined
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  private constructor(
    dimensions: number,
    metric: Metric,
    stride: number,
    at: Layout,
    memory: WasmMemory,
    kernels: Kernels,
  ) {
    this.#dimensions = dimensions
    this.#metric = metric
    this.#stride = stride
    this.#at = at
    this.#memory = memory
    this.#kernels = kernels
    this.#bytes = new Int8Array(memory.buffer)
    this.#floats = new Float32Array(memory.buffer)
  }

  /** Makes room for `rows` rows. @returns false when the platform has no more memory; the screen stays as it was */
  reserve(rows: number): boolean {
    const missing = this.#at.rows + (rows + STREAMS) * this.#stride - this.#bytes.length
    if (missing > 0 && !this.#grow(missing)) return false
    while (this.#steps.length < rows) {
      this.#steps = doubled(this.#steps)
      this.#slacks = doubled(this.#slacks)
      this.#lengths = doubled(this.#lengths)
    }
    return true
  }

  /** Takes a vector as row `row`, for which there must be room. */
  set(row: number, vector: Float32Array, norm: number): void {
    const { step, slack } = this.#writeBytes(this.#at.rows + row * this.#stride, vector, norm)
    const unit = this.#metric === 'cosine' ? norm : 1
    this.#steps[row] = step / unit
    this.#slacks[row] = slack / unit
    this.#lengths[row] = norm / unit
  }

  /** What {@link bounds} compares with, until the next call. */
  prepare({ vector, norm }: Query): void {
    // As many bits as fit without a sum over all components, each times a byte, leaving 32 bits.
    const limit = Math.min(WORD_LIMIT, Math.floor((2 ** 31 - 1) / (BYTE_LIMIT * this.#dimensions)))
    const words = new Int16Array(this.#memory.buffer, this.#at.query, this.#stride)
    const { step, slack } = quantizeToWords(vector, words, limit)
    const unit = this.#metric === 'cosine' ? norm : 1
    this.#query = { step: step / unit, slack: slack / unit, length: norm / unit }
  }

  /**
   * Upper bounds of the similarity of `count` rows from `first` on, at most {@link BATCH_ROWS}.
   *
   * @returns an array that the next call overwrites
   */
  bounds(first: number, count: number): Float64Array {
    const at = this.#at
    // Rounded up, the last streams read a little past the last row; there is room for that, and nobody looks at it.
    const quarter = Math.ceil(count / STREAMS)
    this.#kernels.scanRows(at.rows + first * this.#stride, quarter, this.#stride, at.query, at.dots)
    const dots = new Int32Array(this.#memory.buffer, at.dots, count)
    const [bounds, steps, slacks, lengths] = [this.#bounds, this.#steps, this.#slacks, this.#lengths]
    const query = this.#query
    const perSlack = query.length + query.slack
    const perLength = query.slack + ROUNDING * query.length
    for (let i = 0, row = first; i < count; i++, row++) {
      bounds[i] = dots[i]! * steps[row]! * query.step + slacks[row]! * perSlack + lengths[row]! * perLength
    }
    if (this.#metric === 'l2') {
      for (let i = 0, row = first; i < count; i++, row++) {
        bounds[i] = distanceBound(bounds[i]!, lengths[row]!, query.length)
      }
    }
    return bounds
  }

  #writeBytes(byteAt: number, vector: Float32Array, norm: number): Quantized {
    const floats = this.#floats
    floats.set(vector, this.#at.source / 4)
    this.#kernels.quantizeRow(this.#at.source, this.#stride, byteAt, this.#at.report)
    const largest = floats[this.#at.report / 4]!
    if (largest >= SMALLEST)
      return quantizedByKernel(largest, floats[this.#at.report / 4 + 1]!, BYTE_LIMIT, this.#dimensions)
    this.#bytes.fill(0, byteAt, byteAt + this.#stride)
    return { step: 0, slack: norm }
  }

  #grow(bytes: number): boolean {
    // An eighth more than asked for; pages that are never touched cost no memory.
    const pages = Math.ceil((bytes + this.#bytes.length / 8) / WASM_PAGE)
    try {
      this.#memory.grow(pages)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
    this.#bytes = new Int8Array(this.#memory.buffer)
    this.#floats = new Float32Array(this.#memory.buffer)
    return true
  }
}

/** Byte addresses in the kernels' memory. */
interface Layout {
  /** The query's words. */
  query: number
  /** The floats of a row on their way to bytes; what pads them stays 0. */
  source: number
  /** What the kernel says of that row. */
  report: number
  /** Dot products of one batch. */
  dots: number
  rows: number
}

function layout(stride: number): Layout {
  const source = stride * Int16Array.BYTES_PER_ELEMENT
  const report = source + stride * Float32Array.BYTES_PER_ELEMENT
  const dots = report + 16
  return { query: 0, source, report, dots, rows: dots + BATCH_ROWS * Int32Array.BYTES_PER_ELEMENT }
}

/** From |q - v|^2 = |q|^2 + |v|^2 - 2 q.v; what rounding can do to the difference is taken off before the root. */
function distanceBound(dot: number, rowLength: number, queryLength: number): number {
  const squares = rowLength * rowLength + queryLength * queryLength - 2 * dot
  return 0 - Math.sqrt(Math.max(0, squares - ROUNDING * (rowLength + queryLength) ** 2))
}
