/** Collects the best `limit` of a stream of items under an order; the rest is not kept. */
export class TopK<T> {
  /** Binary heap with the worst at the root. */
  readonly #heap: T[] = []
  readonly #limit: number
  readonly #isBetter: (a: T, b: T) => boolean

  /** @param isBetter a total order: of two different items exactly one is better */
  constructor(limit: number, isBetter: (a: T, b: T) => boolean) {
    this.#limit = limit
    this.#isBetter = isBetter
  }

  /** The worst item kept, once there are `limit` of them. What is no better need not be offered. */
  get worst(): T | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0]
  }

  /** Whether an item would be kept; asked before anything expensive is done with it. */
  accepts(item: T): boolean {
    return this.#heap.length < this.#limit || (this.#limit > 0 && this.#isBetter(item, this.#heap[0]!))
  }

  /** Adds an item that {@link accepts} took. */
  add(item: T): void {
    if (this.#heap.length < this.#limit) this.#up(this.#heap.push(item) - 1)
    else {
      this.#heap[0] = item
      this.#down()
    }
  }

  /** What was kept, the best first. */
  sorted(): T[] {
    return this.#heap.toSorted((a, b) => (a === b ? 0 : this.#isBetter(a, b) ? -1 : 1))
  }

  #up(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (!this.#isBetter(this.#heap[parent]!, this.#heap[at]!)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #down(): void {
    let at = 0
    for (;;) {
      const worst = this.#worse(this.#worse(at, 2 * at + 1), 2 * at + 2)
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #worse(a: number, b: number): number {
    return b < this.#heap.length && this.#isBetter(this.#heap[a]!, this.#heap[b]!) ? b : a
  }

  #swap(a: number, b: number): void {
    const item = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = item
  }
}
