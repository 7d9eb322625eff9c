/** Something that does not work, and what to do about it. */
export interface Problem {
  problem: string
  remedy: string
}

/** What `tessera doctor` found out; printed as it is by `--json`. */
export interface DoctorReport {
  version: string
  node: { version: string; wanted: string }
  platform: string
  sqlite: SqliteReport
  /** Null where there is no configuration file. */
  config: { path: string; sets: string[] } | null
  database: DatabaseReport
  /** Null where none is named: words are searched, answers are extracted. */
  embedding: EmbeddingReport | null
  generation: ModelReport | null
  /** Null where none is named: `--rerank` asks the generation model. */
  reranking: ModelReport | null
  environment: { keys: string[]; addresses: string[] }
  strategies: string[]
  packages: PackageReport[]
  problems: Problem[]
}

/** How database files are opened. */
export interface SqliteReport {
  driver: 'node:sqlite' | 'libsql'
  /** Version of SQLite; null where the driver does not load. */
  version: string | null
}

export interface DatabaseReport {
  path: string
  found: boolean
  /** Whether it could be opened and read. */
  readable: boolean
  bytes: number | null
  schema: number | null
  indexes: IndexReport[]
}

export interface IndexReport {
  name: string
  documents: number
  chunks: number
  vectors: number
  /** Of the vectors; null where there are none. */
  dimensions: number | null
  /** Ids of what documents were cut, analysed and embedded with; more than one each after a change of settings. */
  chunkers: string[]
  analyzers: string[]
  embedders: string[]
}

export interface ModelReport {
  id: string
  /** Whether something answered at its address; null where none was asked, as for models inside this process. */
  reachable: boolean | null
  answers: boolean
  /** Of one small request, loading included. */
  latencyMs: number | null
}

export interface EmbeddingReport extends ModelReport {
  dimensions: number | null
  /** Whether it made the vectors of the index; null where there are none yet. */
  matchesIndex: boolean | null
}

export interface PackageReport {
  name: string
  /** Null where it is not installed. */
  version: string | null
  purpose: string
  install: string
}
