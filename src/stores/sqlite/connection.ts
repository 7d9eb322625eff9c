import type { SqliteDriver, SqliteStatement, SqlRow, SqlValue } from './driver.js'

/** A driver with its statements kept prepared, and transactions that cannot stay open. */
export class Connection {
  readonly #driver: SqliteDriver
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  exec(sql: string): void {
    this.#driver.exec(sql)
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#statement(sql).run(values)
  }

  /** @typeParam Row the columns that the query names */
  all<Row extends SqlRow = SqlRow>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statement(sql).all(values) as Row[]
  }

  /** The only row; queries for it are written so that there is at most one. */
  get<Row extends SqlRow = SqlRow>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.all<Row>(sql, ...values)[0]
  }

  /** The only column of the only row, as a number; 0 when there is none. */
  number(sql: string, ...values: SqlValue[]): number {
    return Number(Object.values(this.get(sql, ...values) ?? {})[0] ?? 0)
  }

  /**
   * Runs `work` between BEGIN and COMMIT, or rolls back when it throws.
   *
   * @param mode DEFERRED reads one snapshot; IMMEDIATE holds the lock of the one writer
   */
  transaction<T>(mode: 'DEFERRED' | 'IMMEDIATE', work: () => T): T {
    this.exec(`BEGIN ${mode}`)
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      this.#rollback()
      throw error
    }
  }

  close(): void {
    this.#statements.clear()
    this.#driver.close()
  }

  /** SQLite rolls back by itself after some errors; then there is nothing left to do. */
  #rollback(): void {
    try {
      this.exec('ROLLBACK')
    } catch {
      // The error that led here is the one to tell.
    }
  }

  #statement(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#driver.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
