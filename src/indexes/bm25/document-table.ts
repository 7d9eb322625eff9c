/** Numbers the documents that have living records, and keeps their lengths. Numbers of documents that are gone are reused. */
export class DocumentTable {
  /** Key for ordering; empty for a record that belongs to no document. */
  readonly keys: string[] = []
  /** Terms in the texts of all living records of each document. */
  readonly lengths: number[] = []
  /** Sum of `lengths`. */
  totalLength = 0
  readonly #numbers = new Map<string, number>()
  readonly #records: number[] = []
  readonly #free: number[] = []

  /** Documents with at least one living record. */
  get count(): number {
    return this.keys.length - this.#free.length
  }

  /** Numbers go from 0 to below this. */
  get bound(): number {
    return this.keys.length
  }

  /** Adds a record of the given length and says the number of its document. */
  add(documentId: string | undefined, length: number): number {
    let number = documentId === undefined ? undefined : this.#numbers.get(documentId)
    if (number === undefined) {
      number = this.#free.pop() ?? this.keys.length
      this.keys[number] = documentId ?? ''
      this.lengths[number] = 0
      this.#records[number] = 0
      if (documentId !== undefined) this.#numbers.set(documentId, number)
    }
    this.#records[number]!++
    this.lengths[number]! += length
    this.totalLength += length
    return number
  }

  /** Takes a record away. */
  remove(documentId: string | undefined, number: number, length: number): void {
    this.lengths[number]! -= length
    this.totalLength -= length
    if (--this.#records[number]! > 0) return
    if (documentId !== undefined) this.#numbers.delete(documentId)
    this.#free.push(number)
  }
}
