import { existsSync, statSync } from 'node:fs'
import type { Storage } from '../../core/storage.js'
import { problemOf } from './remedy.js'
import type { DatabaseReport, IndexReport, Problem, SqliteReport } from './report.js'

/** Whether database files can be opened at all, and by what. */
export async function checkSqlite(problems: Problem[]): Promise<SqliteReport> {
  const driver = process.getBuiltinModule?.('node:sqlite' as 'node:fs') ? 'node:sqlite' : 'libsql'
  const { openDriver } = await import('../../stores/sqlite/driver.js')
  try {
    const database = await openDriver(':memory:')
    const [row] = database.prepare('SELECT sqlite_version() AS version').all([])
    database.close()
    return { driver, version: String(row?.['version']) }
  } catch (error) {
    problems.push(problemOf('Database files cannot be opened', error))
    return { driver, version: null }
  }
}

/** What is in a database file. One that is not there stays so. */
export async function checkDatabase(path: string, problems: Problem[]): Promise<DatabaseReport> {
  const found = existsSync(path)
  const report: DatabaseReport = { path, found, readable: false, bytes: null, schema: null, indexes: [] }
  if (!found) return report
  try {
    report.bytes = statSync(path).size
    const { openSqliteStorage } = await import('../../stores/index.js')
    const { SCHEMA_VERSION } = await import('../../stores/sqlite/schema.js')
    const storage = await openSqliteStorage(path)
    try {
      // What is of another version is brought to this one, or refused.
      report.schema = SCHEMA_VERSION
      for (const name of await storage.listIndexes()) report.indexes.push(await checkIndex(storage, name))
      report.readable = true
    } finally {
      await storage.close()
    }
  } catch (error) {
    problems.push(problemOf(`The database ${path} cannot be used`, error))
  }
  return report
}

async function checkIndex(storage: Storage, name: string): Promise<IndexReport> {
  const used = { chunkers: new Set<string>(), analyzers: new Set<string>(), embedders: new Set<string>() }
  let documents = 0
  let chunks = 0
  for await (const document of storage.documents(name)) {
    documents++
    chunks += document.chunks
    const { chunker, analyzer, embedder } = document.fingerprints
    used.chunkers.add(chunker)
    used.analyzers.add(analyzer)
    if (embedder !== 'none') used.embedders.add(embedder)
  }
  const { count, dimensions } = await storage.vectors.describe(name)
  return {
    name,
    documents,
    chunks,
    vectors: count,
    dimensions: count > 0 ? (dimensions ?? null) : null,
    chunkers: [...used.chunkers],
    analyzers: [...used.analyzers],
    embedders: [...used.embedders],
  }
}
