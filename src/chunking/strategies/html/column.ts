/** A growing list of 32-bit integers: one column of a table with many rows. */
export class IntColumn {
  #values = new Int32Array(64)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(this.#length * 2)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.#length++] = value
  }

  get(index: number): number {
    return this.#values[index]!
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  /** The values in an array of just their length. */
  toArray(): Int32Array {
    return this.#values.slice(0, this.#length)
  }
}
