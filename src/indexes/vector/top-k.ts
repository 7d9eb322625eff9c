/** An id with its score; higher is better. */
export interface ScoredId {
  id: string
  score: number
}

/** The order of results: score from high to low; equal scores by id, in order of UTF-16 units. */
export function compareScored(a: ScoredId, b: ScoredId): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Keeps the best `capacity` of what is added: a binary heap whose root is the worst one kept. */
export class TopK {
  readonly #capacity: number
  readonly #heap: ScoredId[] = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Whether the next addition would push another one out. */
  get full(): boolean {
    return this.#heap.length === this.#capacity
  }

  /** Nothing below this score can enter. */
  get threshold(): number {
    return this.full ? this.#heap[0]!.score : Number.NEGATIVE_INFINITY
  }

  /** Whether {@link add} would keep it. */
  accepts(score: number, id: string): boolean {
    if (!this.full) return true
    const worst = this.#heap[0]!
    return score > worst.score || (score === worst.score && id < worst.id)
  }

  add(score: number, id: string): void {
    if (!this.full) {
      this.#heap.push({ id, score })
      this.#rise(this.#heap.length - 1)
    } else if (this.accepts(score, id)) {
      this.#heap[0] = { id, score }
      this.#sink(0)
    }
  }

  /** What was kept, best first. */
  sorted(): ScoredId[] {
    return [...this.#heap].sort(compareScored)
  }

  #rise(from: number): void {
    const heap = this.#heap
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (compareScored(heap[at]!, heap[parent]!) <= 0) return
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  #sink(from: number): void {
    const heap = this.#heap
    let at = from
    for (;;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compareScored(heap[child]!, heap[worst]!) > 0) worst = child
      }
      if (worst === at) return
      ;[heap[at], heap[worst]] = [heap[worst]!, heap[at]!]
      at = worst
    }
  }
}
