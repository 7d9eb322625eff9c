/** Floats in one block, so that growing never copies more than one block: 4 MB. */
const BLOCK_FLOATS = 2 ** 20
const FIRST_ROWS = 16

/** Vectors of one dimension with their lengths, numbered from 0 without gaps. */
export class FloatRows {
  readonly dimensions: number
  /** A row's block is `row >> shift`, so a block holds a power of two of rows. */
  readonly #shift: number
  readonly #blocks: Float32Array[] = []
  #norms = new Float64Array(FIRST_ROWS)
  #size = 0

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#shift = Math.max(0, Math.floor(Math.log2(BLOCK_FLOATS / dimensions)))
  }

  get size(): number {
    return this.#size
  }

  /** The array that holds the row, at {@link offset}. */
  block(row: number): Float32Array {
    return this.#blocks[row >> this.#shift]!
  }

  offset(row: number): number {
    return (row & ((1 << this.#shift) - 1)) * this.dimensions
  }

  norm(row: number): number {
    return this.#norms[row]!
  }

  /** A view of the row, not a copy. */
  row(row: number): Float32Array {
    const at = this.offset(row)
    return this.block(row).subarray(at, at + this.dimensions)
  }

  /** Overwrites a row, or adds one when `row` is {@link size}. */
  set(row: number, vector: Float32Array, norm: number): void {
    if (row === this.#size) this.#addRow()
    this.block(row).set(vector, this.offset(row))
    this.#norms[row] = norm
  }

  /** Takes the last row away. */
  pop(): void {
    this.#size--
    if (this.offset(this.#size) === 0) this.#blocks.pop()
  }

  #addRow(): void {
    if (this.#size === this.#norms.length) this.#norms = doubled(this.#norms)
    const needed = this.offset(this.#size) + this.dimensions
    const blockFloats = this.dimensions << this.#shift
    const last = this.#size >> this.#shift
    const block = this.#blocks[last]
    if (!block) {
      // Only the first block starts small and doubles: most indexes are small, and large ones fill their blocks.
      const floats = last > 0 ? blockFloats : Math.min(blockFloats, FIRST_ROWS * this.dimensions)
      this.#blocks.push(new Float32Array(floats))
    } else if (block.length < needed) {
      const larger = new Float32Array(Math.min(blockFloats, block.length * 2))
      larger.set(block)
      this.#blocks[last] = larger
    }
    this.#size++
  }
}

/** A copy of twice the length. */
export function doubled(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2)
  larger.set(array)
  return larger
}
