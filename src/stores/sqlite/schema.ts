import { TesseraError } from '../../core/index.js'
import type { Connection } from './connection.js'

/** Marks our files in SQLite's header: 'Tess'. */
const APPLICATION_ID = 0x54657373

/**
 * What takes a database from version i to i + 1. Never edited once released: a change of schema is a new entry, with a
 * fixture of the version before it.
 *
 * Ids and texts are of type ANY because strings that UTF-8 cannot hold are kept as bytes. What listings read
 * (`documents`) stands apart from what is large (`texts`, `chunks`, `segments`). Postings come last in their row, because
 * they are skipped where a pack holds them already.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name ANY NOT NULL UNIQUE,
    dimensions INTEGER,
    metric TEXT NOT NULL,
    embedder ANY,
    declared INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    index_id INTEGER NOT NULL REFERENCES indexes ON DELETE CASCADE,
    id ANY NOT NULL,
    uri ANY,
    record TEXT NOT NULL,
    UNIQUE (index_id, id)
  ) STRICT;
  CREATE TABLE texts (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text ANY NOT NULL,
    extra TEXT NOT NULL
  ) STRICT;
  CREATE TABLE chunks (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    index_id INTEGER NOT NULL,
    id ANY NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (index_id, id)
  ) STRICT;
  CREATE INDEX chunks_of_document ON chunks (document);
  CREATE TABLE edges (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    index_id INTEGER NOT NULL,
    source ANY NOT NULL,
    target ANY NOT NULL,
    kind TEXT NOT NULL,
    weight REAL NOT NULL
  ) STRICT;
  CREATE INDEX edges_of_document ON edges (document);
  CREATE INDEX edges_by_source ON edges (index_id, source);
  CREATE INDEX edges_by_target ON edges (index_id, target);
  CREATE TABLE vector_keys (
    key BLOB NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (key, document)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX vector_keys_of_document ON vector_keys (document);
  CREATE TABLE segments (
    index_id INTEGER NOT NULL REFERENCES indexes ON DELETE CASCADE,
    kind TEXT NOT NULL,
    owner ANY NOT NULL,
    revision INTEGER NOT NULL,
    ids TEXT,
    metadata TEXT,
    text ANY,
    vectors BLOB,
    analyzer TEXT,
    postings BLOB,
    PRIMARY KEY (index_id, kind, owner)
  ) STRICT;
  CREATE UNIQUE INDEX segments_by_revision ON segments (index_id, revision);
  CREATE TABLE packs (
    index_id INTEGER PRIMARY KEY REFERENCES indexes ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    analyzer TEXT NOT NULL,
    ids TEXT NOT NULL,
    postings BLOB NOT NULL
  ) STRICT;
  `,
  `
  CREATE TABLE kept_vectors (
    key BLOB NOT NULL UNIQUE,
    vector BLOB NOT NULL
  ) STRICT;
  `,
  // Vectors by index, because nothing crosses from one to another. Of those kept so far nobody knows whose they are.
  `
  DROP TABLE kept_vectors;
  CREATE TABLE kept_vectors (
    index_name ANY NOT NULL,
    document_id ANY NOT NULL,
    key BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (index_name, key)
  ) STRICT;
  CREATE INDEX kept_vectors_of_document ON kept_vectors (index_name, document_id);
  ALTER TABLE vector_keys RENAME TO all_vector_keys;
  CREATE TABLE vector_keys (
    index_id INTEGER NOT NULL,
    key BLOB NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (index_id, key, document)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO vector_keys SELECT index_id, key, document, position FROM all_vector_keys JOIN documents ON seq = document;
  DROP TABLE all_vector_keys;
  CREATE INDEX vector_keys_of_document ON vector_keys (document);
  `,
]

/** The version this library writes. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Brings a database to {@link SCHEMA_VERSION}, in one transaction. A file of today's version is only read.
 *
 * @throws TesseraError `DATABASE_TOO_NEW`, or `DATABASE_UNREADABLE` for a database of another program
 */
export function migrate(connection: Connection, path: string): void {
  if (checkedVersion(connection, path) === SCHEMA_VERSION) return
  connection.transaction('IMMEDIATE', () => {
    // Another process may have migrated between the look and the lock.
    const version = checkedVersion(connection, path)
    for (const step of MIGRATIONS.slice(version)) connection.exec(step)
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
  })
}

/**
 * The schema version of a file, which is only read.
 *
 * @throws TesseraError as {@link migrate}
 */
export function checkedVersion(connection: Connection, path: string): number {
  const version = connection.number('PRAGMA user_version')
  const application = connection.number('PRAGMA application_id')
  const isEmpty = version === 0 && application === 0 && connection.number('SELECT count(*) FROM sqlite_schema') === 0
  if (!isEmpty && application !== APPLICATION_ID) {
    const message = `${path} is a database of another program; it was left as it is. Choose another file.`
    throw new TesseraError('DATABASE_UNREADABLE', message, { path, applicationId: application })
  }
  if (version <= SCHEMA_VERSION) return version
  throw new TesseraError(
    'DATABASE_TOO_NEW',
    `The database ${path} has schema version ${version}; this release reads versions up to ${SCHEMA_VERSION}. Update tessera-rag.`,
    { path, version, supported: SCHEMA_VERSION },
  )
}
