import { TesseraError } from '../../core/index.js'

/** What SQLite keeps in a cell. Booleans and other arrays are not bound: one of the drivers ends the process on them. */
export type SqlValue = string | number | null | Uint8Array
export type SqlRow = { [column: string]: SqlValue }

/** What is needed of a SQLite library; both drivers behave the same behind it. */
export interface SqliteDriver {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  run(values: readonly SqlValue[]): void
  /** Every row; no statement is ever left half read, which would hold a snapshot open. */
  all(values: readonly SqlValue[]): SqlRow[]
}

/**
 * Opens a database with Node's own SQLite where it exists (Node 22.13 and later), else with the optional package
 * `libsql`. Neither is loaded before this is called.
 *
 * @param path absolute, or a `file:` URL with SQLite's parameters
 * @throws TesseraError `MISSING_DEPENDENCY` where there is neither
 */
export async function openDriver(path: string): Promise<SqliteDriver> {
  const builtin = nodeSqlite()
  return builtin ? openNodeSqlite(builtin, path) : openLibsql(await loadLibsql(), path)
}

interface NodeSqlite {
  DatabaseSync: new (
    path: string,
  ) => {
    exec(sql: string): void
    prepare(sql: string): { run(...values: SqlValue[]): unknown; all(...values: SqlValue[]): unknown[] }
    close(): void
  }
}

/** Asked for by name at run time: an import would fail where the module does not exist. */
function nodeSqlite(): NodeSqlite | undefined {
  return process.getBuiltinModule?.('node:sqlite' as 'node:fs') as unknown as NodeSqlite | undefined
}

function openNodeSqlite({ DatabaseSync }: NodeSqlite, path: string): SqliteDriver {
  const database = new DatabaseSync(path)
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        run: (values) => void statement.run(...values),
        all: (values) => statement.all(...values) as SqlRow[],
      }
    },
    close: () => database.close(),
  }
}

type Libsql = new (
  path: string,
) => {
  exec(sql: string): void
  prepare(sql: string): { run(values: readonly SqlValue[]): unknown; all(values: readonly SqlValue[]): unknown[] }
  close(): void
}

async function loadLibsql(): Promise<Libsql> {
  try {
    const loaded = (await import('libsql')) as unknown as { default: Libsql }
    return loaded.default
  } catch (cause) {
    throw new TesseraError(
      'MISSING_DEPENDENCY',
      'A database file needs Node 22.13 or later, or the package libsql: npm install libsql. Without a file, indexes live in memory.',
      { dependency: 'libsql', install: 'npm install libsql', node: process.version },
      cause,
    )
  }
}

function openLibsql(Database: Libsql, path: string): SqliteDriver {
  const database = new Database(path)
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        // Values go as one list: a lone byte array would be taken for named parameters.
        run: (values) => void statement.run(values),
        all: (values) => statement.all(values).map(bytesFromBuffers),
      }
    },
    close: () => database.close(),
  }
}

/** This driver gives blobs as bare buffers. */
function bytesFromBuffers(row: unknown): SqlRow {
  const cells = row as { [column: string]: SqlValue | ArrayBuffer }
  for (const [column, value] of Object.entries(cells)) {
    if (value instanceof ArrayBuffer) cells[column] = new Uint8Array(value)
  }
  return cells as SqlRow
}
