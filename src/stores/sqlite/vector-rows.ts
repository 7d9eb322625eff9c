import { hash128, type IndexEntry, type KeptVector } from '../../core/index.js'
import { decodeVectors, encodeText, encodeVectors } from './codec.js'
import type { Connection } from './connection.js'

/** A vector of this index that was made of this input: of a document that is there, or kept for one. */
export function readCachedVector(
  db: Connection,
  indexName: string,
  embedderId: string,
  key: string,
): Float32Array | undefined {
  const stored = db.get<{ vector: Uint8Array }>(
    `SELECT substr(s.vectors, 1 + k.position * i.dimensions * 4, i.dimensions * 4) AS vector
     FROM indexes i JOIN vector_keys k ON k.index_id = i.id JOIN documents d ON d.seq = k.document
       JOIN segments s ON s.index_id = i.id AND s.kind = 'document' AND s.owner = d.id
     WHERE i.name = ? AND k.key = ? LIMIT 1`,
    encodeText(indexName),
    vectorKey(embedderId, key),
  )
  const found = stored ?? readKeptVector(db, indexName, embedderId, key)
  return found && decodeVectors(found.vector)
}

/** Keeps vectors of a document that is not there yet; putting it takes their place. */
export function keepVectors(
  db: Connection,
  indexName: string,
  documentId: string,
  embedderId: string,
  kept: readonly KeptVector[],
): void {
  for (const { key, vector } of kept) {
    db.run(
      'INSERT OR REPLACE INTO kept_vectors (index_name, document_id, key, vector) VALUES (?, ?, ?, ?)',
      encodeText(indexName),
      encodeText(documentId),
      vectorKey(embedderId, key),
      encodeVectors(vector),
    )
  }
}

/** Drops what was kept for a document, or for all of an index: those it came to have, and those of texts it lost since. */
export function dropKeptVectors(db: Connection, indexName: string, documentId?: string): void {
  if (documentId === undefined) {
    db.run('DELETE FROM kept_vectors WHERE index_name = ?', encodeText(indexName))
    return
  }
  db.run(
    'DELETE FROM kept_vectors WHERE index_name = ? AND document_id = ?',
    encodeText(indexName),
    encodeText(documentId),
  )
}

/** Remembers what the vectors of a document were made of. */
export function insertVectorKeys(
  db: Connection,
  indexId: number,
  seq: number,
  { vectorKeys = [], fingerprints }: IndexEntry,
): void {
  for (const [position, name] of vectorKeys.entries()) {
    db.run(
      'INSERT OR IGNORE INTO vector_keys (index_id, key, document, position) VALUES (?, ?, ?, ?)',
      indexId,
      vectorKey(fingerprints.embedder, name),
      seq,
      position,
    )
  }
}

function readKeptVector(
  db: Connection,
  indexName: string,
  embedderId: string,
  key: string,
): { vector: Uint8Array } | undefined {
  return db.get(
    'SELECT vector FROM kept_vectors WHERE index_name = ? AND key = ?',
    encodeText(indexName),
    vectorKey(embedderId, key),
  )
}

/** 16 bytes, whatever the caller's keys look like. */
function vectorKey(embedderId: string, key: string): Uint8Array {
  return Buffer.from(hash128(`${embedderId}\n${key}`), 'hex')
}
