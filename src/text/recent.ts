/**
 * Remembers about the last `limit` values that were asked for. Two generations instead of a list: what is asked for moves
 * to the young one, and when that is full the old one is forgotten.
 */
export class RecentMap<V> {
  readonly #limit: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(limit: number) {
    this.#limit = Math.max(1, limit >>> 1)
  }

  get(key: string): V | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
